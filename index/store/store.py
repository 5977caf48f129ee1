"""One index file: connections, transactions, and what to do when it is damaged or replaced under us."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

from index.errors import StoreError
from index.store.fts import FtsTable, ensure_table
from index.store.prepare import Connection, Damaged, ForeignFileError, Notice, connect, is_foreign, migrate, set_aside


class Store:
    """An index file, opened. One connection a thread; `close` ends them all.

    Args:
        path: the SQLite file; its folder is made. `None` keeps the index in a temporary folder that goes with `close`.
        tables: every full-text table that engines may ask for; others found in the file are dropped.
        notice: called with a line for the user when a damaged or newer file had to be set aside.

    Raises:
        StoreError: the file cannot be made or opened at all, or is no index of ours (then it is not touched).

    """

    def __init__(self, path: Path | None, tables: tuple[FtsTable, ...] = (), notice: Notice | None = None) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="triptych-") if path is None else None
        self.path = Path(self._temporary.name) / "index.sqlite" if self._temporary else Path(path or "")
        self.tables = tables
        self._notice = notice or (lambda _line: None)
        self._local = threading.local()
        self._lock = threading.RLock()
        self._opened: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._closed = False
        self._ready: set[str] = set()
        self.epoch = 0
        """Counts how often the file was replaced by a new one."""
        self._file: tuple[int, int] | None = None
        self._prepare()

    def connection(self) -> Connection:
        """The calling thread's connection, opened on first use and anew after the file was replaced."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None or self._local.epoch != self.epoch:
            with self._lock:
                connection = self._open()
                self._local.connection, self._local.epoch = connection, self.epoch
        return connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A write transaction on this thread's connection: all of it or nothing.

        Raises:
            StoreError: the disk is full, the file is read-only or damaged, or another process holds it for too long.

        """
        connection = self.connection()
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.DatabaseError as error:
            raise StoreError(f"the index cannot be written: {error}", source=str(self.path)) from error

    def ensure(self, table: FtsTable) -> None:
        """Make sure a full-text table exists and is filled; only the first call of a run does work."""
        if table.name in self._ready:
            return
        row = self.connection().execute("SELECT fingerprint FROM fts_tables WHERE name = ?", (table.name,)).fetchone()
        if row is None or row[0] != table.fingerprint:
            with self.transaction() as connection:
                ensure_table(connection, table)
        self._ready.add(table.name)

    def generation(self) -> int:
        """Counts committed changes of the catalog, by any process."""
        return self.counter("generation")

    def counter(self, key: str) -> int:
        """A number of `meta`."""
        return int(self.connection().execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0])

    def rebuild(self, reason: str) -> None:
        """Set the file aside and start an empty one; other threads get it with their next `connection()`."""
        with self._lock:
            self._replace(reason)

    def refresh(self) -> bool:
        """Whether the file was deleted or replaced by another process; then it is opened anew, or made again."""
        with self._lock:
            if self._closed or self._file == self._identity():
                return False
            self._forget()
            self._prepare()
            return True

    def close(self) -> None:
        """Close every connection. Call when no other thread is using one."""
        with self._lock:
            self._closed = True
            self._close_all()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _close_all(self) -> None:
        for connection in list(self._opened):
            with contextlib.suppress(sqlite3.ProgrammingError):
                connection.close()
        self._opened.clear()

    def _open(self) -> Connection:
        if self._closed:
            raise StoreError("the index is closed", source=str(self.path))
        try:
            connection = connect(self.path)
        except Damaged as error:
            raise StoreError(f"the index is damaged: {error}", source=str(self.path)) from error
        self._opened.add(connection)
        return connection

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the index folder cannot be made: {error.strerror}", source=str(self.path)) from error
        self._refuse_foreign()
        found = self._status()
        try:
            self._ready_connection()
        except Damaged as error:
            self._replace(str(error), found)

    def _refuse_foreign(self) -> None:
        """Leave a file alone that no triptych made. One that no longer says what it is counts as ours by its name."""
        try:
            foreign = is_foreign(self.path)
        except Damaged as error:
            foreign = not self.path.name.endswith(OWN_SUFFIX)
            if not foreign:
                self._set_aside(str(error), self._status())
        if foreign:
            raise ForeignFileError(self.path)

    def _ready_connection(self) -> None:
        connection = connect(self.path)
        try:
            migrate(connection, self.path, self.tables)
        except BaseException:
            connection.close()
            raise
        self._opened.add(connection)
        self._local.connection, self._local.epoch = connection, self.epoch
        self._file = self._identity()

    def _replace(self, reason: str, found: os.stat_result | None = None) -> None:
        self._forget()
        self._set_aside(reason, found)
        try:
            self._ready_connection()
        except Damaged as error:
            raise StoreError(f"the index cannot be rebuilt: {error}", source=str(self.path)) from error

    def _set_aside(self, reason: str, found: os.stat_result | None) -> None:
        aside = set_aside(self.path, found)
        if aside:
            self._notice(f"the index was set aside as {aside} ({reason}); a new one is being built")

    def _forget(self) -> None:
        self.epoch += 1
        self._ready = set()

    def _status(self) -> os.stat_result | None:
        try:
            return self.path.stat()
        except OSError:
            return None

    def _identity(self) -> tuple[int, int] | None:
        status = self._status()
        return (status.st_dev, status.st_ino) if status is not None else None


OWN_SUFFIX = ".triptych.sqlite"
"""What default index files are called: one of that name is ours, even when its content no longer says so."""
