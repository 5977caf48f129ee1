"""What goes wrong with a model's process is told plainly, and the next call works again."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from models.embedder import GgufEmbedder, Settings, open_embedder
from models.errors import (
    ModelCancelled,
    ModelClosed,
    ModelDied,
    ModelError,
    ModelFileError,
    ModelGaveUp,
    ModelTimeout,
)
from models.worker import Limits
from tests.models.conftest import SHIPPED

Open = Callable[..., GgufEmbedder]
MANY = ["Lists the open issues of a repository, newest first, with labels and assignees."] * 3000


@pytest.fixture
def events() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def opened(events: list[tuple[str, str]]) -> Iterator[Open]:
    made: list[GgufEmbedder] = []

    def make(path: Path = SHIPPED, settings: Settings | None = None) -> GgufEmbedder:
        made.append(open_embedder(path, lambda *event: events.append(event), settings))
        return made[-1]

    yield make
    for embedder in made:
        embedder.close()


def _damaged(tmp_path: Path) -> Path:
    """A file whose header is whole and whose tensors are cut off."""
    path = tmp_path / "cut.gguf"
    path.write_bytes(SHIPPED.read_bytes()[:5_000_000])
    return path


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"GGUF", b"GGUF" + b"\xff" * 400, b"GGUF\x03\0\0\0" + b"\0" * 100], ids=range(5)
)
def test_a_file_that_is_no_model_is_refused_at_once(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelFileError):
        open_embedder(path)


def test_a_header_cut_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    whole = SHIPPED.read_bytes()
    for length in (5, 23, 24, 60, 400, 900, 300_000):
        path.write_bytes(whole[:length])
        with pytest.raises(ModelFileError):
            open_embedder(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="does not exist"):
        open_embedder(tmp_path / "none.gguf")
    with pytest.raises(ModelFileError, match="cannot be read"):
        open_embedder(tmp_path)


def test_gives_up_after_some_tries_and_tries_again_when_asked(
    tmp_path: Path, opened: Open, events: list[tuple[str, str]]
) -> None:
    embedder = opened(_damaged(tmp_path), Settings(query_limits=Limits(tries=2)))
    with pytest.raises(ModelFileError, match=r"cannot load .*cut\.gguf"):
        embedder.embed_query("a")
    for _ in range(2):
        with pytest.raises(ModelGaveUp, match="gave up on the model after 2 failures in a row"):
            embedder.embed_query("a")
    assert [kind for kind, _ in events] == ["died", "gave_up"]
    assert embedder.child_pids == ()
    embedder.restart()
    with pytest.raises(ModelFileError):
        embedder.embed_query("a")


def test_a_file_that_changes_is_not_loaded_under_the_old_identity(tmp_path: Path, opened: Open) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(SHIPPED.read_bytes())
    embedder = opened(path)
    os.utime(path, ns=(1, 1))
    with pytest.raises(ModelFileError, match="has changed"):
        embedder.embed_query("a")
    path.unlink()
    with pytest.raises(ModelFileError, match="does not exist"):
        embedder.embed_query("a")


def test_killed_between_calls(opened: Open, events: list[tuple[str, str]]) -> None:
    embedder = opened()
    before = embedder.embed_query("create an issue")
    os.kill(embedder.child_pids[0], signal.SIGKILL)
    with pytest.raises(ModelDied, match="SIGKILL"):
        embedder.embed_query("create an issue")
    assert (embedder.embed_query("create an issue") == before).all()
    assert [kind for kind, _ in events] == ["died", "restarted"]


def test_killed_in_the_middle_of_a_call(opened: Open) -> None:
    embedder = opened()
    asked = threading.Event()

    def kill() -> bool:
        if embedder.child_pids and asked.is_set():
            os.kill(embedder.child_pids[0], signal.SIGKILL)
        asked.set()
        return False

    with pytest.raises(ModelDied):
        embedder.embed_passages(MANY, cancelled=kill)
    assert embedder.embed_passages(MANY[:3]).shape == (3, 384)


def test_a_native_abort_is_told(opened: Open) -> None:
    embedder = opened()
    embedder.embed_query("a")
    os.kill(embedder.child_pids[0], signal.SIGABRT)
    with pytest.raises(ModelDied, match="SIGABRT"):
        embedder.embed_query("a")
    assert embedder.embed_query("a").shape == (384,)


def test_a_hung_process_is_ended(opened: Open) -> None:
    embedder = opened(settings=Settings(query_limits=Limits(answer_s=3)))
    embedder.embed_query("a")
    hung = embedder.child_pids[0]
    os.kill(hung, signal.SIGSTOP)
    with pytest.raises(ModelTimeout, match="did not answer within 3 s"):
        embedder.embed_query("a")
    assert embedder.embed_query("a").shape == (384,)
    assert hung not in embedder.child_pids


def test_cancelling_leaves_the_child_and_its_next_answer_right(opened: Open) -> None:
    embedder = opened()
    right = embedder.embed_passages(["first", "second"])
    child = embedder.child_pids
    looks = iter([False, True])
    with pytest.raises(ModelCancelled):
        embedder.embed_passages(MANY, cancelled=lambda: next(looks, True))
    assert (embedder.embed_passages(["first", "second"]) == right).all()
    assert embedder.child_pids == child


def test_closing_ends_a_call_that_waits(opened: Open) -> None:
    embedder = opened()
    running = threading.Event()

    def look() -> bool:
        running.set()
        return False

    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(embedder.embed_passages, MANY, cancelled=look)
        assert running.wait(30)
        embedder.close()
        with pytest.raises(ModelClosed):
            call.result(30)
    with pytest.raises(ModelClosed):
        embedder.embed_query("a")
    with pytest.raises(ModelClosed):
        embedder.embed_passages(["a"])
    embedder.close()


def test_queries_and_bulk_from_several_threads(opened: Open) -> None:
    embedder = opened()
    words = [f"query number {n}" for n in range(12)]
    with ThreadPoolExecutor(4) as pool:
        bulk = [pool.submit(embedder.embed_passages, words) for _ in range(2)]
        queries = list(pool.map(embedder.embed_query, words))
    for call in bulk:
        assert abs(call.result() - queries).max() < 1e-6


def test_a_bulk_child_without_work_ends_and_comes_back_unnoticed(opened: Open, events: list[tuple[str, str]]) -> None:
    embedder = opened(settings=Settings(bulk_idle_s=0.05))
    first = embedder.embed_passages(["a"])
    (child,) = embedder.child_pids
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    assert (embedder.embed_passages(["a"]) == first).all()
    assert events == []


def test_every_failure_is_a_runtime_error() -> None:
    assert issubclass(ModelError, RuntimeError)
