"""A directory into the index: what changed, and nothing else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from index.errors import StoreError
from index.files import RACY_NS
from index.manifests.reading import read_manifest
from index.scan import scan
from index.sync import Sync, SyncReport
from index.workspace import Workspace
from tests.index.disk import catalog_of, check_full_text, ids_by_name, manifest, opened, reachable_folder, unprivileged
from tests.index.disk import write as put

MAIL = {"send": "Send a mail", "read": "Read a mail"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    return root


@pytest.fixture
def workspace(root: Path) -> Iterator[Workspace]:
    workspace = opened(root)
    for table in workspace.store.tables:
        workspace.store.ensure(table)
    yield workspace
    assert check_full_text(workspace.store) == len(workspace.store.tables)
    workspace.close()


def sync_at(workspace: Workspace, seconds: float) -> SyncReport:
    """A sync by a clock that is this far from the newest file's change."""
    newest = max(path.stat().st_ctime_ns for path in workspace.directory.rglob("*"))
    now = newest + int(seconds * 1e9)
    return Sync(workspace.store, scan(workspace.directory), clock=lambda: now).run()


def test_a_second_sync_reads_and_writes_nothing(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    (root / "notes.json").write_text('{"no": "tools"}')
    assert sync_at(workspace, 10).read == 2
    changes = workspace.store.connection().total_changes
    report = sync_at(workspace, 20)
    assert (report.read, report.changed) == (0, False)
    assert workspace.store.connection().total_changes == changes


def test_only_the_changed_file_is_read_and_only_the_changed_tool_written(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    put(root, "chat.json", {"post": "Post a message"})
    sync_at(workspace, 10)
    before = ids_by_name(workspace)
    put(root, "mail.json", MAIL | {"read": "Read all mail"})
    report = sync_at(workspace, 10)
    assert (report.read, report.tools_changed, report.tools_added, report.tools_removed) == (1, 1, 0, 0)
    assert report.sources == ("mail.json",)
    assert ids_by_name(workspace) == before
    assert catalog_of(workspace)[2][2] == "Read all mail"


def test_a_change_of_the_same_size_and_time_is_found(root: Path, workspace: Workspace) -> None:
    path = put(root, "mail.json", MAIL)
    sync_at(workspace, 10)
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    path.write_text(path.read_text().replace("Send", "Sent"))
    os.utime(path, ns=times)
    assert sync_at(workspace, 10).tools_changed == 1


def test_a_change_within_the_time_granularity_of_the_read_is_found(root: Path, workspace: Workspace) -> None:
    """The stamp of a file changed just before it was read proves nothing: its content is compared next time."""
    path = put(root, "mail.json", MAIL)
    assert sync_at(workspace, 0.001).unsettled == 1
    row = workspace.store.connection().execute("SELECT size, mtime_ns, ctime_ns, inode FROM manifests").fetchone()
    path.write_text(path.read_text().replace("Send", "Sent"))
    status = path.stat()
    stamp = status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
    assert stamp[0] == row[0]
    with workspace.store.transaction() as connection:  # as if the file system had not ticked meanwhile
        connection.execute("UPDATE manifests SET (size, mtime_ns, ctime_ns, inode) = (?, ?, ?, ?)", stamp)
    assert sync_at(workspace, 10).tools_changed == 1
    assert sync_at(workspace, 20).read == 0


def test_a_clock_set_back_neither_hides_a_change_nor_loses_anything(root: Path, workspace: Workspace) -> None:
    path = put(root, "mail.json", MAIL)
    sync_at(workspace, 3600)
    path.write_text(path.read_text().replace("Send", "Dispatch"))
    os.utime(path, ns=(1, 1))
    assert sync_at(workspace, -3600).tools_changed == 1
    assert sync_at(workspace, -3600 + RACY_NS / 1e9).changed is False
    assert len(catalog_of(workspace)) == 2


def test_a_broken_manifest_keeps_its_last_good_tools_until_it_is_mended(root: Path, workspace: Workspace) -> None:
    path = put(root, "mail.json", MAIL)
    workspace.sync()
    before = ids_by_name(workspace)
    good = path.read_text()
    path.write_text(good[: len(good) // 2])
    workspace.sync()
    assert ids_by_name(workspace) == before
    (problem,) = workspace.problems()
    assert (problem.code, problem.source, problem.kept) == ("M001", "mail.json", "the last good version, 2 tools")
    assert workspace.files()[0].stale
    path.write_text(good)
    workspace.sync()
    assert workspace.problems() == ()
    assert not workspace.files()[0].stale
    assert ids_by_name(workspace) == before


def test_an_emptied_list_is_valid_and_its_tools_go(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    workspace.sync()
    put(root, "mail.json", {})
    workspace.sync()
    assert catalog_of(workspace) == []


def test_a_broken_manifest_that_is_renamed_keeps_its_tools_and_is_mended_there(
    root: Path, workspace: Workspace
) -> None:
    path = put(root, "mail.json", MAIL)
    workspace.sync()
    before = ids_by_name(workspace)
    path.write_text("{")
    workspace.sync()
    path.rename(root / "post.json")
    workspace.sync()
    assert ids_by_name(workspace) == before
    assert [problem.source for problem in workspace.problems()] == ["post.json"]
    put(root, "post.json", MAIL)
    workspace.sync()
    assert ids_by_name(workspace) == before


def test_renaming_files_and_folders_keeps_ids_and_takes_the_new_server_names(root: Path, workspace: Workspace) -> None:
    put(root, "old/mail.json", MAIL)
    put(root, "old/deep/chat.json", {"post": "Post a message"})
    workspace.sync()
    before = ids_by_name(workspace)
    (root / "old").rename(root / "new")
    (root / "new" / "mail.json").rename(root / "new" / "post.json")
    report = workspace.sync()
    assert (report.moved, report.tools_added, report.tools_removed) == (2, 0, 0)
    assert ids_by_name(workspace) == before
    assert {tool.server for tool in workspace.tools(list(before.values())).values()} == {"post", "chat"}


def test_a_copy_is_no_move(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    workspace.sync()
    shutil.copy(root / "mail.json", root / "copy.json")
    report = workspace.sync()
    assert (report.moved, report.tools_added) == (0, 2)


def test_ids_are_never_given_again(root: Path, workspace: Workspace) -> None:
    path = put(root, "mail.json", MAIL)
    workspace.sync()
    gone = set(ids_by_name(workspace).values())
    path.unlink()
    workspace.sync()
    put(root, "chat.json", {"post": "Post a message", "list": "List channels"})
    workspace.sync()
    assert gone.isdisjoint(ids_by_name(workspace).values())


def test_an_unreadable_file_keeps_its_tools_and_says_why() -> None:
    with reachable_folder() as root:
        path = put(root, "mail.json", MAIL)
        workspace = opened(root)
        workspace.sync()
        path.chmod(0)
        with unprivileged():
            workspace.sync()
        (problem,) = workspace.problems()
        assert problem.message == "This file was passed over: permission denied."
        assert problem.kept == "the last good version, 2 tools"
        assert len(catalog_of(workspace)) == 2
        path.chmod(0o644)
        workspace.sync()
        assert workspace.problems() == ()
        workspace.close()


def test_files_below_a_folder_that_cannot_be_listed_are_kept() -> None:
    with reachable_folder() as root:
        put(root, "in/mail.json", MAIL)
        workspace = opened(root)
        workspace.sync()
        (root / "in").chmod(0)
        with unprivileged():
            workspace.sync()
        assert [problem.source for problem in workspace.problems()] == ["in/", "in/mail.json"]
        assert len(catalog_of(workspace)) == 2
        (root / "in").chmod(0o755)
        workspace.sync()
        assert workspace.problems() == ()
        assert [file.source for file in workspace.files()] == ["in/mail.json"]
        workspace.close()


def test_a_file_above_the_limit_is_passed_over_until_it_shrinks(root: Path, workspace: Workspace) -> None:
    (root / "triptych.toml").write_text("max_file_mb = 0.001")
    path = put(root, "big.json", {"send": "word " * 300})
    workspace.sync()
    assert [problem.code for problem in workspace.problems()] == ["M009"]
    (root / "triptych.toml").write_text("max_file_mb = 1")
    workspace.sync()
    assert [name for _, name, _, _ in catalog_of(workspace)] == ["send"]
    path.unlink()
    workspace.sync()
    assert (workspace.problems(), catalog_of(workspace)) == ((), [])


def test_a_directory_that_vanished_leaves_the_index_as_it_was(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    workspace.sync()
    shutil.rmtree(root)
    assert workspace.sync().missing
    assert len(catalog_of(workspace)) == 2
    root.mkdir()
    workspace.sync()
    assert catalog_of(workspace) == []


def test_other_code_reads_every_file_again_and_keeps_ids(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    sync_at(workspace, 10)
    before = ids_by_name(workspace)
    with workspace.store.transaction() as connection:
        connection.execute("UPDATE meta SET value = 'older code' WHERE key = 'reader'")
        connection.execute("UPDATE tools SET line = 77")
    report = sync_at(workspace, 20)
    assert (report.read, report.tools_added) == (1, 0)
    assert ids_by_name(workspace) == before
    assert 77 not in [line for *_, line in catalog_of(workspace)]


def test_a_cancelled_sync_removes_nothing_and_the_next_one_completes_it(root: Path, workspace: Workspace) -> None:
    path = put(root, "a.json", MAIL)
    workspace.sync()
    path.unlink()
    put(root, "b.json", {"post": "Post a message"})
    assert not workspace.sync(cancelled=lambda: True).complete
    assert {source for source, *_ in catalog_of(workspace)} == {"a.json"}
    workspace.sync()
    assert {source for source, *_ in catalog_of(workspace)} == {"b.json"}


def test_progress_ends_with_all_files(root: Path, workspace: Workspace) -> None:
    for number in range(3):
        put(root, f"{number}.json", MAIL)
    seen: list[tuple[int, int]] = []
    workspace.sync(lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_bulk_load_and_single_edits_leave_the_same_full_text(root: Path, workspace: Workspace) -> None:
    """More tools at once than there are: full-text tables are rebuilt rather than fed row by row."""
    put(root, "few.json", MAIL)
    workspace.sync()
    put(root, "many.json", {f"tool_{number}": f"Does thing {number}" for number in range(1500)})
    workspace.sync()
    assert check_full_text(workspace.store) == len(workspace.store.tables)
    put(root, "few.json", MAIL | {"read": "Read everything"})  # through triggers that must be there again
    workspace.sync()
    table = next(table for table in workspace.store.tables if table.module == "fts5")
    sql = f"SELECT count(*) FROM {table.name} WHERE {table.name} MATCH 'everything'"
    assert workspace.store.connection().execute(sql).fetchone() == (1,)


def test_a_first_read_shows_its_beginning_early_and_then_writes_ever_more_at_once(
    root: Path, workspace: Workspace
) -> None:
    """Also where a search has made the full-text tables before: that happens when triptych starts with a query."""
    for table in workspace.store.tables:
        workspace.store.ensure(table)
    for file in range(40):
        put(root, f"{file:02}.json", {f"tool_{file}_{number}": "Does a thing" for number in range(200)})
    counted: list[int] = []

    def count(_done: int, _total: int) -> None:
        counted.append(workspace.store.connection().execute("SELECT count(*) FROM tools").fetchone()[0])

    workspace.sync(count)
    assert list(dict.fromkeys(counted)) == [0, 2000, 6000]
    assert workspace.status().tools == 8000
    assert check_full_text(workspace.store) == len(workspace.store.tables)


def test_a_full_disk_stops_the_sync_and_the_next_one_completes_it(root: Path, workspace: Workspace) -> None:
    put(root, "mail.json", MAIL)
    workspace.sync()
    before = catalog_of(workspace)
    put(root, "big.json", {f"tool_{number}": "word " * 200 for number in range(500)})
    connection = workspace.store.connection()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 5}")
    with pytest.raises(StoreError, match="full"):
        workspace.sync()
    assert catalog_of(workspace) == before
    connection.execute("PRAGMA max_page_count = 1000000")
    workspace.sync()
    assert len(catalog_of(workspace)) == 502


def test_a_fault_in_a_reader_costs_only_its_file(
    root: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:

    def fail(source: str, data: bytes, *, known: bool = False) -> object:
        if source == "bad.json":
            raise RecursionError("too deep")
        return read_manifest(source, data, known=known)

    monkeypatch.setattr("index.sync.read_manifest", fail)
    put(root, "bad.json", MAIL)
    put(root, "good.json", {"post": "Post a message"})
    workspace.sync()
    assert [source for source, *_ in catalog_of(workspace)] == ["good.json"]
    assert [problem.source for problem in workspace.problems()] == ["bad.json"]


def test_manifests_with_byte_order_marks_and_odd_names_arrive(root: Path, workspace: Workspace) -> None:
    (root / "bom.json").write_bytes(b"\xef\xbb\xbf" + manifest(MAIL).encode())
    with open(os.fsencode(root) + b"/\xff.json", "w") as file:  # noqa: PTH123 (pathlib knows no byte paths)
        file.write(manifest({"post": "Post a message"}))
    workspace.sync()
    assert [source for source, *_ in catalog_of(workspace)] == ["\\xff.json", "bom.json", "bom.json"]
