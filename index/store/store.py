"""One index file: connections, transactions, and what to do when it is damaged."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from index.errors import StoreError
from index.store.fts import FtsTable, drop_unknown, ensure_table
from index.store.functions import add_functions
from index.store.schema import APPLICATION_ID, MIGRATIONS

BUSY_MS = 10_000


class Store:
    """An index file, opened. One connection a thread; `close` ends them all.

    Args:
        path: the SQLite file; its folder is made. `None` keeps the index in a temporary folder that goes with `close`.
        tables: every full-text table that engines may ask for; others found in the file are dropped.
        notice: called with a line for the user when a damaged or newer file had to be set aside.

    Raises:
        StoreError: the file cannot be made or opened at all.

    """

    def __init__(
        self, path: Path | None, tables: tuple[FtsTable, ...] = (), notice: Callable[[str], None] | None = None
    ) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="triptych-") if path is None else None
        self.path = Path(self._temporary.name) / "index.sqlite" if self._temporary else Path(path or "")
        self._tables = tables
        self._notice = notice or (lambda _line: None)
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[sqlite3.Connection] = []
        self._closed = False
        self._ready: set[str] = set()
        self._prepare()

    def connection(self) -> sqlite3.Connection:
        """The calling thread's connection, opened on first use."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._open()
            self._local.connection = connection
        return connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A write transaction on this thread's connection: all of it or nothing.

        Raises:
            StoreError: the disk is full, the file is read-only, or another process holds it for too long.

        """
        connection = self.connection()
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
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
        return int(self.connection().execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])

    def close(self) -> None:
        """Close every connection. Call when no other thread is using one."""
        with self._lock:
            self._closed = True
            for connection in self._opened:
                with contextlib.suppress(sqlite3.ProgrammingError):
                    connection.close()
            self._opened.clear()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _open(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                str(self.path),
                timeout=BUSY_MS / 1000,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
        except sqlite3.OperationalError as error:
            raise StoreError(f"the index cannot be opened: {error}", source=str(self.path)) from error
        add_functions(connection)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA mmap_size = 268435456")
        connection.execute("PRAGMA temp_store = MEMORY")
        with self._lock:
            if self._closed:
                connection.close()
                raise StoreError("the index is closed", source=str(self.path))
            self._opened.append(connection)
        return connection

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the index folder cannot be made: {error.strerror}", source=str(self.path)) from error
        try:
            reason = self._migrate()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
                raise StoreError(f"the index cannot be opened: {error}", source=str(self.path)) from error
            reason = f"it is damaged ({error})"
        if reason:
            self._set_aside(reason)
            self._migrate()

    def _migrate(self) -> str:
        """Bring the file to the present version; the reason when it cannot be used."""
        connection = self.connection()
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        application = int(connection.execute("PRAGMA application_id").fetchone()[0])
        if version > len(MIGRATIONS):
            return "a newer triptych wrote it"
        foreign = version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if foreign or (version and application != APPLICATION_ID):
            raise StoreError("this SQLite file is not a triptych index; it is left alone", source=str(self.path))
        if version < len(MIGRATIONS):
            script = "".join(MIGRATIONS[version:])
            connection.executescript(
                f"BEGIN IMMEDIATE; {script} PRAGMA application_id = {APPLICATION_ID}; "
                f"PRAGMA user_version = {len(MIGRATIONS)}; COMMIT;"
            )
        known = {table.name: table.fingerprint for table in self._tables}
        present = dict(connection.execute("SELECT name, fingerprint FROM fts_tables").fetchall())
        if any(known.get(name) != fingerprint for name, fingerprint in present.items()):
            with self.transaction() as writing:
                drop_unknown(writing, self._tables)
        return ""

    def _set_aside(self, reason: str) -> None:
        self.close()
        self._closed = False
        self._local = threading.local()
        aside = self.path.with_suffix(".damaged.sqlite")
        try:
            self.path.replace(aside)
            for suffix in ("-wal", "-shm"):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"the index cannot be set aside: {error.strerror}", source=str(self.path)) from error
        self._notice(f"index set aside as {aside.name} because {reason}; rebuilding")
