"""A directory into the index: only what changed on disk is read again."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from index.code_version import code_version
from index.files import NO_STAMP, Content, Unread, read_file
from index.manifests.codes import BY_CODE
from index.manifests.names import MAX_BYTES
from index.manifests.reading import Reading, read_manifest
from index.manifests.remarks.one_tool import tool_remarks
from index.problem import LAST_GOOD, Problem
from index.scan import Listed, Listing
from index.store.departed import Departed
from index.store.manifests import ManifestRow, manifest_rows
from index.store.store import Store
from index.store.tools import count_of_file
from index.store.writing import FileChange, Tally, apply_changes

Progress = Callable[[int, int], None]
"""Called with how many files are done, of how many."""

_FIRST_BATCH = 2_000
"""Tools written first at once into an empty index: early results. Every batch after it is twice as big, so that
rebuilding full-text tables after each costs no more than twice the last one."""
_LATER_BATCH = 50_000
"""Tools written at once where there are some already: a save is seen as a whole."""
_MOST_BYTES = 64 << 20
READERS = ("index.manifests", "index.characters", "index.visible", "index.tool", "index.store.tools")
"""The code that decides what a file's row and tools are: when it changes, every file is read again."""


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync found and did. Files are those that matter (declare tools or have problems) in `sources`.

    `generation` is the catalog's after it; `changed` says whether this sync made it. `missing` is set where the
    directory itself was not there: then the index was left as it is. `unsettled` counts files that changed so
    recently that they must be looked at again, `linked` are folders outside that links lead to.
    """

    generation: int
    changed: bool = False
    files: int = 0
    read: int = 0
    moved: int = 0
    tools_added: int = 0
    tools_changed: int = 0
    tools_removed: int = 0
    unsettled: int = 0
    missing: bool = False
    complete: bool = True
    sources: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    elapsed_ms: float = 0.0


class Sync:
    """One pass. `most_bytes` is the size above which files are passed over; `clock` gives the time in ns.

    Call `run` once, from the thread that owns the store's connection.
    """

    def __init__(
        self, store: Store, listing: Listing, *, most_bytes: int = MAX_BYTES, clock: Callable[[], int] = time.time_ns
    ) -> None:
        self._store = store
        self._listing = listing
        self._most_bytes = most_bytes
        self._clock = clock
        self._all_anew = False
        self._tally = Tally()
        self._moved = 0
        self._unsettled = 0
        self._sources: list[str] = []

    def run(self, progress: Progress | None = None, cancelled: Callable[[], bool] = lambda: False) -> SyncReport:
        """Bring the index up to date.

        Raises:
            StoreError: the index could not be written; what was committed before stays and is consistent.

        """
        started = time.perf_counter()
        connection = self._store.connection()
        if self._listing.missing:
            return SyncReport(self._store.generation(), missing=True)
        reader = f"{code_version(*READERS)} {self._most_bytes}"
        all_anew = connection.execute("SELECT value FROM meta WHERE key = 'reader'").fetchone() != (reader,)
        rows = manifest_rows(connection)
        due = sorted(
            source
            for source, listed in self._listing.files.items()
            if all_anew or (row := rows.get(source)) is None or not row.settled or row.stamp != listed.stamp
        )
        gone = {s: row for s, row in rows.items() if s not in self._listing.files and s not in self._listing.faults}
        hidden = self._hidden(gone)
        pool = Departed({source: row for source, row in gone.items() if source not in hidden})
        self._all_anew = all_anew
        last = self._write_batches(self._changes(due, rows, pool, progress, cancelled))
        complete = not cancelled()
        if complete:
            last += self._faults(rows)
            last += [self._hide(row) for row in hidden.values() if row.known]
        self._write(last, [row.id for row in pool.rows.values()] if complete else [])
        if complete and all_anew:
            self._remember("reader", reader)
        return self._report(len(due), complete, (time.perf_counter() - started) * 1000)

    def _changes(
        self,
        due: list[str],
        rows: dict[str, ManifestRow],
        pool: Departed,
        progress: Progress | None,
        cancelled: Callable[[], bool],
    ) -> Iterator[tuple[FileChange, int]]:
        """The changes of the files that are due, each with the bytes that were read for it."""
        for done, source in enumerate(due):
            if cancelled():
                return
            if progress is not None:
                progress(done, len(due))
            listed, row = self._listing.files[source], rows.get(source)
            read = read_file(listed.path, self._most_bytes, self._clock)
            if isinstance(read, Unread):
                if not read.gone:
                    yield self._unread(source, row, read, listed), 0
                elif row is not None:
                    pool.rows[source] = row
                continue
            sha256 = hashlib.sha256(read.data).digest()
            self._unsettled += not read.settled
            if row is not None and row.sha256 == sha256 and not self._all_anew:
                touched = replace(row, stamp=read.stamp, settled=read.settled)
                if touched != row:
                    yield FileChange(touched, None), 0
                continue
            if row is None and (row := pool.take(sha256, source, read.stamp.inode)) is not None:
                self._moved += 1
            yield self._read(source, row, read, sha256), len(read.data)
        if progress is not None and due:
            progress(len(due), len(due))

    def _read(self, source: str, row: ManifestRow | None, read: Content, sha256: bytes) -> FileChange:
        known = row is not None and row.known
        reading = _reading(source, read.data, known=known)
        fresh = ManifestRow(
            row.id if row else 0, source, read.stamp, read.settled, sha256, reading.shape,
            known=reading.shape is not None or bool(reading.problems), stale=False,
        )  # fmt: skip
        if row is not None and known and not reading.tools and any(p.severity == "error" for p in reading.problems):
            kept = self._kept(row)
            if kept:
                problems = tuple(replace(p, kept=kept) if p.severity == "error" else p for p in reading.problems)
                return FileChange(replace(fresh, shape=row.shape, stale=True), problems)
        remarks = tool_remarks(reading.tools, schemas_expected=reading.schemas_expected)
        return FileChange(fresh, (*reading.problems, *remarks), reading.tools)

    def _unread(self, source: str, row: ManifestRow | None, unread: Unread, listed: Listed | None) -> FileChange:
        """A file that could not be read: its last good tools stay. Not settled, so that it is tried every time."""
        kept = self._kept(row) if row else ""
        message = f"This file was passed over: {unread.reason}."
        problem = Problem(unread.code, BY_CODE[unread.code].severity, source, message, kept=kept)
        stamp = listed.stamp if listed else NO_STAMP
        fresh = ManifestRow(
            row.id if row else 0, source, stamp, False, b"", row.shape if row and kept else None, True, bool(kept)
        )
        return FileChange(fresh, (problem,), None if kept else ())

    def _faults(self, rows: dict[str, ManifestRow]) -> Iterator[FileChange]:
        for source, reason in sorted(self._listing.faults.items()):
            yield self._unread(source, rows.get(source), Unread("M010", reason), None)

    def _hidden(self, gone: dict[str, ManifestRow]) -> dict[str, ManifestRow]:
        """Files below a folder that could not be listed: nobody knows whether they are gone."""
        folders = tuple("" if source == "./" else source for source in self._listing.faults if source.endswith("/"))
        return {source: row for source, row in gone.items() if source.startswith(folders)} if folders else {}

    def _hide(self, row: ManifestRow) -> FileChange:
        return self._unread(row.source, row, Unread("M010", "its folder could not be listed"), None)

    def _kept(self, row: ManifestRow) -> str:
        count = count_of_file(self._store.connection(), row.id)
        return f"{LAST_GOOD}, {count} {'tool' if count == 1 else 'tools'}" if count else ""

    def _write_batches(self, changes: Iterable[tuple[FileChange, int]]) -> list[FileChange]:
        """Write all but the last batch, which is handed back."""
        is_empty = self._store.connection().execute("SELECT NOT EXISTS (SELECT 1 FROM tools)").fetchone()[0]
        limit = _FIRST_BATCH if is_empty else _LATER_BATCH
        batch: list[FileChange] = []
        tools = size = 0
        for change, read in changes:
            batch.append(change)
            tools += len(change.tools or ())
            size += read
            if tools >= limit or size >= _MOST_BYTES:
                self._write(batch, [])
                batch, tools, size = [], 0, 0
                limit = min(2 * limit, _LATER_BATCH)
        return batch

    def _write(self, changes: list[FileChange], removed: list[int]) -> None:
        if not changes and not removed:
            return
        with self._store.transaction() as connection:
            tally = apply_changes(connection, changes, removed, self._store.tables)
        self._sources += [change.row.source for change in changes if change.row.known and change.problems is not None]
        total = self._tally
        total.added += tally.added
        total.changed += tally.changed
        total.removed += tally.removed
        total.generation = tally.generation or total.generation

    def _remember(self, key: str, value: str) -> None:
        with self._store.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (key, value))

    def _report(self, read: int, complete: bool, elapsed_ms: float) -> SyncReport:
        tally = self._tally
        return SyncReport(
            generation=tally.generation or self._store.generation(),
            changed=tally.generation is not None,
            files=len(self._listing.files),
            read=read,
            moved=self._moved,
            tools_added=tally.added,
            tools_changed=tally.changed,
            tools_removed=tally.removed,
            unsettled=self._unsettled,
            complete=complete,
            sources=tuple(self._sources),
            linked=tuple(self._listing.linked),
            elapsed_ms=elapsed_ms,
        )


def _reading(source: str, data: bytes, *, known: bool) -> Reading:
    try:
        return read_manifest(source, data, known=known)
    except Exception as error:  # the edge of a worker: one file must not keep the others out
        message = f"This file could not be read because of a fault in triptych: {type(error).__name__}: {error}"
        return Reading(None, (), (Problem("M001", BY_CODE["M001"].severity, source, message),))
