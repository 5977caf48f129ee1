"""An index file in trouble: damaged, foreign, newer, full, read-only, replaced, shared."""

from __future__ import annotations

import contextlib
import gc
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from index.errors import StoreError
from index.registry import fts_tables
from index.store.prepare import ForeignFileError, connect, is_foreign, migrate
from index.store.schema import MIGRATIONS
from index.store.store import OWN_SUFFIX, Store
from tests.index.catalog import add
from tests.index.disk import check_full_text, reachable_folder, unprivileged

CREATE = """
import sys
from pathlib import Path
from index.registry import fts_tables
from index.store.store import Store
print("ready", flush=True)
sys.stdin.readline()
store = Store(Path(sys.argv[1]), fts_tables())
for table in fts_tables():
    store.ensure(table)
store.close()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / f"index{OWN_SUFFIX}"


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path, fts_tables())
    yield store
    store.close()


def test_what_is_written_is_there_after_opening_again(path: Path) -> None:
    first = Store(path, fts_tables())
    add(first, [("send", "Send a mail")])
    first.close()
    again = Store(path, fts_tables())
    assert again.connection().execute("SELECT name FROM tools").fetchall() == [("send",)]
    again.close()


def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction() as connection:
        connection.execute("INSERT INTO meta VALUES ('x', 1)")
        raise ZeroDivisionError
    assert store.connection().execute("SELECT count(*) FROM meta WHERE key = 'x'").fetchone() == (0,)
    assert not store.connection().in_transaction


def test_a_full_disk_is_an_error_and_the_index_stays_as_it_was(store: Store) -> None:
    add(store, [("send", "Send a mail")])
    pages = store.connection().execute("PRAGMA page_count").fetchone()[0]
    store.connection().execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        add(store, [(f"tool{number}", "word " * 500) for number in range(100)])
    assert store.connection().execute("SELECT name FROM tools").fetchall() == [("send",)]
    store.connection().execute(f"PRAGMA max_page_count = {pages + 10_000}")
    add(store, [("get", "Get a mail")])
    assert store.connection().execute("SELECT count(*) FROM tools").fetchone() == (2,)


@pytest.mark.parametrize("damage", ["garbage", "truncated", "header", "schema"])
def test_a_damaged_file_is_set_aside_and_made_anew(path: Path, notices: list[str], damage: str) -> None:
    store = Store(path, fts_tables())
    add(store, [(f"tool{number}", "text " * 100) for number in range(50)])
    store.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    data = path.read_bytes()
    broken = {
        "garbage": b"\xff\x00 this is no database" * 100,
        "truncated": data[: len(data) // 3],
        "header": data[:16] + b"\xff" * 84 + data[100:],
        "schema": data[:100] + b"\xff" * 3000 + data[3100:],
    }[damage]
    path.write_bytes(broken)
    again = Store(path, fts_tables(), notices.append)
    assert again.connection().execute("SELECT count(*) FROM tools").fetchone() == (0,)
    assert len(notices) == 1
    assert "set aside" in notices[0]
    assert path.with_name(f"index.triptych.damaged{path.suffix}").read_bytes() == broken
    again.close()


def test_a_newer_file_is_set_aside(path: Path, notices: list[str]) -> None:
    store = Store(path, fts_tables())
    store.connection().execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    store.close()
    again = Store(path, fts_tables(), notices.append)
    assert "newer triptych" in notices[0]
    assert again.connection().execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    again.close()


def test_somebody_elses_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "photos.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE photos (name)")
    connection.commit()
    connection.close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(ForeignFileError, match="not a triptych index"):
        Store(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["photos.sqlite"]


def test_any_other_file_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes")
    with pytest.raises(ForeignFileError):
        Store(path)
    assert path.read_text() == "my notes"
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


def test_an_index_whose_mark_is_only_in_the_log_is_ours(path: Path) -> None:
    """As after a kill: nothing was copied from the write-ahead log into the file yet."""
    live = Store(path, fts_tables())
    add(live, [("send", "Send a mail")])
    copy = path.with_name("copy.sqlite")
    for suffix in ("", "-wal"):
        Path(f"{copy}{suffix}").write_bytes(Path(f"{path}{suffix}").read_bytes())
    again = Store(copy, fts_tables())
    assert again.connection().execute("SELECT name FROM tools").fetchall() == [("send",)]
    again.close()
    live.close()


def test_a_folder_that_cannot_be_written_is_an_error() -> None:
    with reachable_folder() as folder:
        with unprivileged(), pytest.raises(StoreError, match="folder cannot be made"):
            Store(folder / "new" / "index.sqlite")
        with unprivileged(), pytest.raises(StoreError, match="unable to open"):
            Store(folder / "index.sqlite")


def test_a_file_that_cannot_be_written_is_an_error_at_once() -> None:
    with reachable_folder() as folder:
        path = folder / "index.sqlite"
        Store(path, fts_tables()).close()
        path.chmod(0o444)
        folder.chmod(0o777)
        with unprivileged(), pytest.raises(StoreError, match="readonly"):
            Store(path, fts_tables())


def test_processes_that_create_one_file_at_once_all_succeed(path: Path) -> None:
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen([sys.executable, "-c", CREATE, str(path)], stdin=pipe, stdout=pipe, stderr=pipe)
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors.decode()
    store = Store(path, fts_tables())
    assert check_full_text(store) == len(fts_tables())
    store.close()


def look(path: Path) -> None:
    assert not is_foreign(path)


def make_ready(path: Path) -> None:
    with contextlib.closing(connect(path)) as connection:
        migrate(connection, path, fts_tables())


@pytest.mark.parametrize("reader", [look, make_ready])
def test_a_file_whose_tables_another_process_makes_while_it_is_looked_at_is_ours(
    reader: Callable[[Path], None], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one makes them just before the tables are counted; the file itself is there, without our mark."""
    connect(path).close()
    real, made = sqlite3.connect, list[Store]()

    def connect_and_race(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*args, **options)
        connection.set_trace_callback(race)
        return connection

    def race(statement: str) -> None:
        if "sqlite_master" in statement and sqlite3.connect is connect_and_race:
            monkeypatch.setattr(sqlite3, "connect", real)
            made.append(Store(path))

    monkeypatch.setattr(sqlite3, "connect", connect_and_race)
    reader(path)
    (other,) = made
    other.close()


def test_each_store_sees_what_the_other_committed(path: Path, store: Store) -> None:
    other = Store(path, fts_tables())
    before = other.generation()
    add(store, [("send", "Send a mail")])
    assert other.generation() == before + 1
    other.close()


def test_a_file_deleted_under_us_is_made_again(path: Path, store: Store) -> None:
    add(store, [("send", "Send a mail")])
    assert not store.refresh()
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    assert store.refresh()
    assert store.connection().execute("SELECT count(*) FROM tools").fetchone() == (0,)
    assert path.exists()


def test_other_threads_follow_to_a_rebuilt_file(path: Path, store: Store) -> None:
    add(store, [("send", "Send a mail")])
    counts: list[int] = []
    rebuilt, first = threading.Event(), threading.Event()

    def count() -> None:
        counts.append(store.connection().execute("SELECT count(*) FROM tools").fetchone()[0])

    def read() -> None:
        count()
        first.set()
        assert rebuilt.wait(10)
        count()

    thread = threading.Thread(target=read)
    thread.start()
    assert first.wait(10)
    store.rebuild("a test")
    rebuilt.set()
    thread.join(10)
    assert counts == [1, 0]


def test_a_connection_goes_with_its_thread(store: Store) -> None:
    thread = threading.Thread(target=lambda: store.connection().execute("SELECT 1"))
    thread.start()
    thread.join(10)
    del thread
    gc.collect()
    assert len(store._opened) == 1


def test_opening_a_closed_store_is_an_error(path: Path) -> None:
    store = Store(path)
    store.close()
    failures: list[StoreError] = []

    def read() -> None:
        try:
            store.connection()
        except StoreError as error:
            failures.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    thread.join(10)
    assert [error.message for error in failures] == ["the index is closed"]


def test_a_temporary_index_leaves_nothing() -> None:
    store = Store(None)
    assert store.path.exists()
    store.close()
    assert not store.path.parent.exists()


def test_a_table_whose_functions_changed_is_made_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgetting a row needs its old text: what another version of a function made of it would damage the table."""
    store = Store(path, fts_tables())
    for table in store.tables:
        store.ensure(table)
    add(store, [("send", "Send a mail")])
    store.close()
    monkeypatch.setattr("index.store.fts.code_version", lambda *names: "other code")
    again = Store(path, fts_tables())
    assert again.connection().execute("SELECT count(*) FROM fts_tables").fetchone() == (0,)
    for table in again.tables:
        again.ensure(table)
    assert check_full_text(again) == len(again.tables)
    again.close()
