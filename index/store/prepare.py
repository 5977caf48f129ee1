"""An index file made ready: created, brought to the present version, or refused."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from index.errors import StoreError
from index.store.fts import FtsTable, drop_unknown
from index.store.functions import add_functions
from index.store.schema import APPLICATION_ID, MIGRATIONS

Notice = Callable[[str], None]
"""Takes a line for the user."""

BUSY_MS = 30_000
"""How long to wait for another writer: loading 100,000 tools holds the file for some seconds."""
MAPPED_BYTES = 256 << 20
"""How much of the file is read through a mapping instead of being copied."""
_WAL_TRIES = 100


class ForeignFileError(StoreError):
    """The file is somebody else's: it was not touched."""

    def __init__(self, path: Path) -> None:
        super().__init__("this file is not a triptych index; it is left alone", source=str(path))


class Damaged(Exception):
    """The file cannot be used as an index any more, but it is ours (or was): it may be set aside."""


def is_damage(error: BaseException) -> bool:
    """Whether an error says that the file's content is wrong, rather than that it cannot be reached or written."""
    return any(words in str(error) for words in ("malformed", "not a database", "no such table", "corrupt"))


class Connection(sqlite3.Connection):
    """A connection that can be referred to weakly: one that its thread left behind is closed with the thread."""

    def unmap(self) -> None:
        """Let go of the pages of the file that reading has made resident; what is read next is mapped anew.

        They count as this process's memory for as long as they are mapped. Not while a statement is running.
        """
        for size in (0, MAPPED_BYTES):
            self.execute(f"PRAGMA mmap_size = {size}")


def connect(path: Path) -> Connection:
    """Open a connection with the project's settings. Raises StoreError or Damaged."""
    try:
        connection = sqlite3.connect(
            str(path),
            timeout=BUSY_MS / 1000,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
            factory=Connection,
        )
        _use_wal(connection)
        mapped = f"mmap_size = {MAPPED_BYTES}"
        for pragma in ("foreign_keys = ON", "synchronous = NORMAL", mapped, "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.OperationalError as error:
        raise StoreError(f"the index cannot be opened: {error}", source=str(path)) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error
    add_functions(connection)
    return connection


def migrate(connection: sqlite3.Connection, path: Path, tables: Iterable[FtsTable]) -> None:
    """Bring a file to the present version, whoever else does the same at the same time.

    Raises:
        StoreError: the file is no index of ours (it is not touched), or cannot be written.
        Damaged: it is damaged, or a newer version wrote it.

    """
    try:
        if not _is_present(connection, path):
            _upgrade(connection, path)
        _probe(connection)
        known = {table.name: table.fingerprint for table in tables}
        present = dict(connection.execute("SELECT name, fingerprint FROM fts_tables").fetchall())
        if any(known.get(name) != fingerprint for name, fingerprint in present.items()):
            connection.execute("BEGIN IMMEDIATE")
            drop_unknown(connection, tables)
            connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        _roll_back(connection)
        if is_damage(error):
            raise Damaged(str(error)) from error
        raise StoreError(f"the index cannot be opened: {error}", source=str(path)) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error


def set_aside(path: Path, found: os.stat_result | None) -> str:
    """Rename a damaged file, unless another process has already put a new one there; the name it got, or "".

    `found` is the file's status when it was found damaged. Raises StoreError.
    """
    aside = path.with_name(f"{path.stem}.damaged{path.suffix}")
    try:
        now = path.stat()
        if found is not None and (now.st_dev, now.st_ino) != (found.st_dev, found.st_ino):
            return ""
        path.replace(aside)
        for suffix in ("-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise StoreError(f"the index cannot be set aside: {error.strerror}", source=str(path)) from error
    return aside.name


def is_foreign(path: Path) -> bool:
    """Whether a file is there that no triptych made. Only reads: a foreign file must stay as it is.

    Raises:
        StoreError: it cannot be read.
        Damaged: it is no SQLite file, or a damaged one.

    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"the index cannot be opened: {error.strerror}", source=str(path)) from error
    if not head or head[68:72] == APPLICATION_ID.to_bytes(4, "big"):
        return False
    if not head.startswith(b"SQLite format 3\0"):
        raise Damaged("it is no SQLite file")
    try:  # our mark may still be in the write-ahead log only
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            application, _, entries = _marks(connection)
    except sqlite3.OperationalError as error:
        raise StoreError(f"the index cannot be opened: {error}", source=str(path)) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error
    return application != APPLICATION_ID and (application != 0 or entries > 0)


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL; two processes doing so at once see "locked" without SQLite's own waiting, so wait here."""
    for attempt in range(_WAL_TRIES):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt == _WAL_TRIES - 1:
                raise
            time.sleep(0.02)
        else:
            return


def _is_present(connection: sqlite3.Connection, path: Path) -> bool:
    application, version, entries = _marks(connection)
    if version > len(MIGRATIONS) and application == APPLICATION_ID:
        raise Damaged("a newer triptych wrote it")
    if (version == 0 and entries) or (version and application != APPLICATION_ID):
        raise ForeignFileError(path)
    return version == len(MIGRATIONS)


def _marks(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """A file's application id, version and number of tables and indexes.

    Read by one statement: between two, another process may make the tables, and a file without our mark but with
    tables is somebody else's.
    """
    application, version, entries = connection.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
        " FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    return int(application), int(version), int(entries)


def _upgrade(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if _is_present(connection, path):  # another process was faster
        connection.execute("COMMIT")
        return
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    for script in MIGRATIONS[version:]:
        for statement in _statements(script):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _statements(script: str) -> Iterable[str]:
    """A script's statements, a trigger's body kept whole; `executescript` would commit the transaction first."""
    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _probe(connection: sqlite3.Connection) -> None:
    """Fail now, not at the first save, where the file or its folder is read-only. A busy file is not."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE meta SET value = value WHERE key = 'generation'")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        _roll_back(connection)
        if "locked" not in str(error):
            raise


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
