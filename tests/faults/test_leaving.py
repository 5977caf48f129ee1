"""However the explorer is left, the terminal is as it was and no process stays behind."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from tests.app.explorer.catalogs import write_catalog
from tests.faults.terminal import Terminal, terminal
from tests.index.disk import write

QUERY = ("-q", "create an issue")
KILLS = int(os.environ.get("TRIPTYCH_KILLS", "3"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_catalog(tmp_path / "manifests")


@pytest.fixture
def much(tmp_path: Path) -> Path:
    """Enough to keep the model busy for a minute."""
    directory = tmp_path / "much"
    for file in range(100):
        write(directory, f"{file}.json", {f"create_issue_{file}_{n}": f"Creates issue {file} {n}." for n in range(40)})
    return directory


def index_of(tmp_path: Path) -> tuple[str, Path]:
    return "--index", tmp_path / "index.sqlite"


def until_searching(opened: Terminal) -> None:
    """Until both arms have answered: the model's process is there."""
    opened.until(lambda: "cosine" in opened.text or "triptych ←" in opened.text)
    opened.until(lambda: bool(opened.meet_children()))


@pytest.mark.parametrize(
    ("how", "code"),
    [("\x11", 0), (signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)],
    ids=["ctrl+q", "SIGTERM", "SIGINT", "SIGHUP"],
)
def test_leaving_restores_the_terminal(folder: Path, tmp_path: Path, how: str | signal.Signals, code: int) -> None:
    with terminal(folder, *index_of(tmp_path), *QUERY) as opened:
        until_searching(opened)
        if isinstance(how, signal.Signals):
            opened.kill(how)
        else:
            opened.send(how)
        assert opened.wait() == code
        assert opened.is_restored
        assert opened.left_behind() == []


def test_leaving_in_the_middle_of_indexing(much: Path, tmp_path: Path) -> None:
    with terminal(much, *index_of(tmp_path), *QUERY) as opened:
        opened.until("embedding")
        opened.until(lambda: len(opened.meet_children()) > 1)
        opened.kill(signal.SIGTERM)
        assert opened.wait() == 143
        assert opened.is_restored
        assert opened.left_behind() == []


def test_leaving_as_soon_as_the_screen_is_taken(folder: Path, tmp_path: Path) -> None:
    with terminal(folder, *index_of(tmp_path), *QUERY) as opened:
        opened.until(lambda: b"\x1b[?1049h" in opened.output)
        opened.kill(signal.SIGTERM)
        assert opened.wait() in (143, -signal.SIGTERM)
        assert opened.is_restored
        assert opened.left_behind() == []


@pytest.mark.parametrize(
    "before", ["", "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); "], ids=["hangup", "nohup"]
)
def test_a_terminal_that_is_closed_takes_everything_with_it(much: Path, tmp_path: Path, before: str) -> None:
    script = tmp_path / "session.toml"
    with terminal(much, *index_of(tmp_path), *QUERY, "--record", script, before=before) as opened:
        opened.until("embedding")
        opened.until(lambda: len(opened.meet_children()) > 1)
        opened.hang_up()
        assert opened.wait() == 129
        assert opened.left_behind() == []
    assert "create an issue" in script.read_text("utf-8")


def test_killed_while_indexing_it_leaves_no_process_and_a_usable_index(much: Path, tmp_path: Path) -> None:
    """`TRIPTYCH_KILLS=100` for the long run; tests/index/test_kill.py compares what is in the index then."""
    chance = random.Random(7)
    for _ in range(KILLS):
        with terminal(much, *index_of(tmp_path), *QUERY) as opened:
            bytes_written = chance.randint(100, 60_000)
            opened.until(lambda: len(opened.output) > bytes_written or "embedding" in opened.text)  # noqa: B023
            opened.kill(signal.SIGKILL)
            assert opened.wait() == -signal.SIGKILL
            assert opened.left_behind() == []
    with terminal("find", much, *index_of(tmp_path), *QUERY, "--no-semantic") as opened:
        assert opened.wait() == 0
        assert "create_issue_" in opened.text
