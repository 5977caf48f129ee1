"""What front ends ask of a workspace."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from index.errors import UsageError
from index.profile import parse_profile
from index.query import Query
from index.ranking import Ranking
from index.store.location import default_index_path
from index.store.prepare import ForeignFileError
from index.store.store import OWN_SUFFIX
from index.workspace import Workspace
from tests.index.disk import catalog_of, check_full_text, opened, write

TOOLHIVE = parse_profile(
    'name = "toolhive"\n[lexical]\nengine = "fts5"\n[fusion]\nmethod = "alone"\n', source="toolhive.toml"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    write(root, "mail.json", {"send": "Send a mail", "read": "Read a mail"})
    write(root, "chat.json", {"send": "Send a message"})
    return root


def test_a_search_finds_what_the_directory_holds(root: Path) -> None:
    workspace = opened(root, toolhive=TOOLHIVE)
    workspace.sync()
    answer = workspace.searcher("toolhive").search(workspace.corpus(), Query("", ("message",)))
    assert isinstance(answer.lexical, Ranking)
    (found,) = workspace.tools(answer.lexical.ids.tolist()).values()
    assert (found.name, found.server, found.place.source) == ("send", "chat", "chat.json")
    workspace.close()


def test_an_unknown_profile_names_the_nearest(root: Path) -> None:
    workspace = opened(root, toolhive=TOOLHIVE)
    with pytest.raises(UsageError, match="did you mean toolhive"):
        workspace.searcher("tolhive")
    with pytest.raises(UsageError, match="there are: toolhive"):
        workspace.searcher("x")
    workspace.close()


def test_tools_are_found_by_name_and_by_server_and_name(root: Path) -> None:
    write(root, "odd.json", {"a/b": "", "c": ""})
    workspace = opened(root)
    workspace.sync()

    def places(text: str) -> list[tuple[str, str]]:
        return [(tool.server, tool.name) for tool in workspace.tools(workspace.find_tool(text)).values()]

    assert sorted(places("send")) == [("chat", "send"), ("mail", "send")]
    assert places("mail/send") == [("mail", "send")]
    assert places("a/b") == [("odd", "a/b")]
    assert places("odd/a/b") == [("odd", "a/b")]
    assert places("nothing") == places("mail/nothing") == []
    workspace.close()


def test_status_counts_what_is_there_and_follows_changes(root: Path) -> None:
    workspace = opened(root)
    workspace.sync()
    status = workspace.status()
    assert (status.files, status.tools, status.servers, status.problems) == (2, 3, 2, 1)
    assert [problem.code for problem in workspace.problems()] == ["T002"]
    (root / "chat.json").unlink()
    workspace.sync()
    assert (workspace.status().tools, workspace.problems()) == (2, ())
    workspace.close()


def test_a_missing_directory_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such directory"):
        opened(tmp_path / "gone")


def test_an_index_that_cannot_be_kept_is_kept_for_the_session_only(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    notices: list[str] = []
    workspace = Workspace(root, index_path=tmp_path / "file" / "index.sqlite", notice=notices.append)
    workspace.sync()
    assert len(catalog_of(workspace)) == 3
    assert len(notices) == 1
    assert "temporary index" in notices[0]
    workspace.close()


def test_a_foreign_file_is_refused_even_so(root: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.sqlite").write_text("mine")
    with pytest.raises(ForeignFileError):
        opened(root, tmp_path / "mine.sqlite")


def test_damage_inside_the_file_is_noticed_while_reading_and_the_index_made_anew(root: Path, tmp_path: Path) -> None:
    """Opening reads only the first pages: what is broken further in shows later."""
    index = tmp_path / f"index{OWN_SUFFIX}"
    write(root, "many.json", {f"tool_{number}": "word " * 50 for number in range(300)})
    workspace = opened(root, index)
    workspace.sync()
    for table in workspace.store.tables:
        workspace.store.ensure(table)
    expected = catalog_of(workspace)
    connection = workspace.store.connection()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tools_manifest'").fetchone()[0]
    workspace.close()
    data = bytearray(index.read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    index.write_bytes(data)
    notices: list[str] = []
    again = Workspace(root, index_path=index, notice=notices.append)
    write(root, "mail.json", {"send": "Send a mail", "read": "Read all mail"})
    again.sync()
    assert len(notices) == 1
    assert "set aside" in notices[0]
    assert len(catalog_of(again)) == len(expected)
    assert index.with_name(f"index.triptych.damaged{index.suffix}").exists()
    check_full_text(again.store)
    again.close()


def test_threads_share_a_workspace(root: Path) -> None:
    workspace = opened(root, toolhive=TOOLHIVE)
    workspace.sync()
    found: list[int] = []

    def search() -> None:
        searcher = workspace.searcher("toolhive")
        for _ in range(20):
            found.append(searcher.search(workspace.corpus(), Query("", ("mail",))).fused.total)

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(10):
        write(root, "chat.json", {"send": f"Send a message {number}"})
        workspace.sync()
    for thread in threads:
        thread.join(30)
    assert found == [2] * 60
    workspace.close()


def test_the_index_of_a_directory_has_its_own_place_whatever_way_it_is_named(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(root)
    monkeypatch.chdir(tmp_path)
    path = default_index_path(root)
    assert default_index_path(tmp_path / "link") == default_index_path(Path("root")) == path
    assert path.name.startswith("root-")
    assert path.name.endswith(OWN_SUFFIX)
    shutil.copytree(root, tmp_path / "other" / "root")
    assert default_index_path(tmp_path / "other" / "root") != path
    assert default_index_path(Path(os.sep)).name.startswith("root-")
