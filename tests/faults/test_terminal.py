"""What may happen to the real command while it runs in a real terminal."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from app.assets import MODEL, asset
from tests.app.explorer.catalogs import CATALOG, write_catalog, write_server
from tests.faults.terminal import terminal
from tests.faults.test_leaving import QUERY, index_of, until_searching


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_catalog(tmp_path / "manifests")


def test_a_terminal_of_one_cell_and_back(folder: Path, tmp_path: Path) -> None:
    with terminal(folder, *index_of(tmp_path), *QUERY) as opened:
        until_searching(opened)
        for columns, rows in ((1, 1), (3, 200), (400, 1), (1, 1), (120, 40)):
            opened.forget()
            opened.resize(columns, rows)
            opened.until(lambda: bool(opened.output))
        opened.until("jira_create_issue")
        opened.forget()
        opened.send(" refund")
        opened.until("create_refund")
        opened.send("\x11")
        assert opened.wait() == 0
        assert opened.is_restored


def test_two_explorers_on_one_directory_both_follow_a_save(folder: Path, tmp_path: Path) -> None:
    arguments = (folder, *index_of(tmp_path), *QUERY, "--no-semantic")
    with terminal(*arguments) as one, terminal(*arguments) as other:
        for opened in (one, other):
            opened.until("watching")
            opened.until("jira_create_issue")
        write_server(folder, "jira", {**CATALOG["jira"], "an_issue_to_create": "Create an issue."})
        for opened in (one, other):
            opened.until("an_issue_to_create")
            opened.send("\x11")
            assert opened.wait() == 0


def test_a_model_that_dies_is_told_and_comes_back(folder: Path, tmp_path: Path) -> None:
    with terminal(folder, *index_of(tmp_path), *QUERY) as opened:
        until_searching(opened)
        opened.until("watching")
        opened.forget()
        for pid in opened.meet_children():
            os.kill(pid, signal.SIGKILL)
        assert opened.left_behind() == []
        opened.send(" x")
        opened.until("SIGKILL")
        opened.send(" refund")
        opened.until("create_refund")
        opened.send("\x11")
        assert opened.wait() == 0
        assert opened.left_behind() == []


def test_a_model_that_hangs_is_told_and_keeps_no_words_waiting(folder: Path, tmp_path: Path) -> None:
    with terminal(folder, *index_of(tmp_path), *QUERY, columns=160) as opened:
        until_searching(opened)
        opened.until(" S1 ")  # the fused column has a semantic hit: the model has answered
        for pid in opened.meet_children():
            os.kill(pid, signal.SIGSTOP)
        opened.forget()
        opened.send(" refund")
        opened.until("create_refund")
        opened.until("waiting for the model")
        assert "did not answer" not in opened.text
        opened.until("did not answer within 5 s")
        opened.send("\x11")
        assert opened.wait() == 0
        assert opened.left_behind() == []


def test_a_model_that_never_starts_leaves_the_words_and_says_so(folder: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "cut.gguf"
    damaged.write_bytes(asset(MODEL).read_bytes()[:5_000_000])
    with terminal(folder, *index_of(tmp_path), "--model", damaged, *QUERY, columns=160) as opened:
        opened.until("jira_create_issue")
        opened.send(" refund")
        opened.until("create_refund")
        opened.until("gave up on the model")
        opened.send("\x11")
        assert opened.wait() == 0
        assert opened.is_restored
        assert opened.left_behind() == []


@pytest.mark.parametrize("verb", ["explore", "scan"])
def test_a_full_disk_is_told_and_costs_nothing_but_the_index(folder: Path, tmp_path: Path, verb: str) -> None:
    """No file may grow beyond 100 kB: the same error a full disk gives."""
    for number in range(30):
        write_server(folder, f"more{number}", {f"tool_{number}_{n}": f"Does {n} {'things ' * 40}" for n in range(10)})
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); "
    arguments = ("scan", folder) if verb == "scan" else (folder, *QUERY)
    with terminal(*arguments, *index_of(tmp_path), "--no-semantic", before=limit, columns=160) as opened:
        opened.until("the index cannot be written")
        if verb == "explore":
            opened.send("\x11")
        assert opened.wait() == (0 if verb == "explore" else 2)
        assert opened.is_restored
    with terminal("scan", folder, *index_of(tmp_path)) as opened:
        assert opened.wait() == 0
        assert "tool_29_9" in opened.text or "327 tools" in opened.text


def test_a_cache_folder_that_cannot_be_written_gives_an_index_for_the_session(folder: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "cache"
    blocked.write_text("a file where a folder should be")
    with terminal(folder, *QUERY, "--no-semantic", environment={"XDG_CACHE_HOME": str(blocked)}, columns=160) as opened:
        opened.until("temporary index")
        opened.until("jira_create_issue")
        opened.send("\x11")
        assert opened.wait() == 0
        assert opened.is_restored
