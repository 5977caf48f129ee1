"""The live index on a real directory, with real file events and by polling."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from index.errors import StoreError
from index.events import CatalogChanged, Event, Notice, VectorsChanged, WatchMode
from index.live import LiveIndex
from index.profile import parse_profile
from index.ranking import Unavailable
from index.vectors.space import VectorSpace
from index.watch import _Handler
from index.workspace import Workspace
from tests.index.disk import catalog_of, check_full_text, ids_by_name, manifest, opened, write
from tests.index.hashed import HashedEmbedder

WAIT = 30
SPACE = "{name} {description}"
BOTH = parse_profile(
    'name = "both"\n[lexical]\nengine = "fts5"\n[semantic]\nengine = "cosine"\n[fusion]\nmethod = "rrf"\n',
    source="both",
)


class Posted:
    """Collects events; `wait` returns when a condition holds that they may have brought about."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait(self, holds: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(holds, WAIT), self.events[-10:]

    def of(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]


class World:
    """A directory with a live index on it."""

    def __init__(self, root: Path, *, poll: bool = False, embedder: HashedEmbedder | None = None) -> None:
        self.root = root
        self.posted = Posted()
        self.workspace = Workspace(root, profiles={"both": BOTH}, embedder=embedder)
        self.live = LiveIndex(self.workspace, self.posted, poll=poll)

    def start(self) -> None:
        self.live.start()
        self.posted.wait(lambda: bool(self.posted.of(CatalogChanged)))

    def names(self) -> list[str]:
        return [name for _, name, _, _ in catalog_of(self.workspace)]

    def until(self, names: list[str]) -> None:
        self.posted.wait(lambda: self.names() == names)

    def close(self) -> None:
        self.live.stop()
        self.workspace.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    write(root, "mail.json", {"send": "Send a mail"})
    return root


@pytest.fixture(params=["events", "polling"])
def world(root: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr("index.live.POLL_S", 0.05)
    world = World(root, poll=request.param == "polling")
    world.start()
    yield world
    world.close()


@pytest.fixture
def model() -> HashedEmbedder:
    return HashedEmbedder()


@pytest.fixture
def semantic(root: Path, model: HashedEmbedder) -> Iterator[World]:
    world = World(root, embedder=model)
    world.live.want([SPACE])
    world.start()
    yield world
    world.close()


def test_every_way_of_saving_is_noticed_and_ids_survive(world: World, root: Path) -> None:
    before = ids_by_name(world.workspace)["send"]
    path = root / "mail.json"
    path.write_text(manifest({"send": "Send a mail", "read": "Read"}))  # in place
    world.until(["send", "read"])
    (root / "mail.json.tmp").write_text(manifest({"send": "Send a mail", "list": "List"}))  # written aside, renamed
    (root / "mail.json.tmp").replace(path)
    world.until(["send", "list"])
    path.rename(root / "mail.json~")  # vim: backup, then a new file
    path.write_text(manifest({"send": "Send one mail"}))
    world.until(["send"])
    write(root, "new/deep/chat.json", {"post": "Post"})
    world.until(["send", "post"])
    (root / "new").rename(root / "aaa")
    world.posted.wait(
        lambda: [source for source, *_ in catalog_of(world.workspace)] == ["aaa/deep/chat.json", "mail.json"]
    )
    shutil.rmtree(root / "aaa")
    world.until(["send"])
    assert ids_by_name(world.workspace)["send"] == before


def test_the_mode_is_told(world: World) -> None:
    mode = "polling" if world.live._watcher.polling else "watching"
    world.posted.wait(lambda: WatchMode(mode) in world.posted.events)


def test_a_half_written_save_is_a_problem_until_the_rest_arrives(world: World, root: Path) -> None:
    whole = manifest({"send": "Send a mail", "read": "Read"})
    (root / "mail.json").write_text(whole[:40])
    world.posted.wait(lambda: bool(world.workspace.problems()))
    assert world.names() == ["send"]
    (root / "mail.json").write_text(whole)
    world.until(["send", "read"])
    assert world.workspace.problems() == ()


def test_new_settings_are_told_even_where_no_tool_changes(world: World, root: Path) -> None:
    write(root, "mail.json", {"send": ""})
    world.posted.wait(lambda: [problem.code for problem in world.workspace.problems()] == ["T003"])
    count = len(world.posted.of(CatalogChanged))
    (root / "triptych.toml").write_text('silence = ["T003"]')
    world.posted.wait(lambda: len(world.posted.of(CatalogChanged)) > count)
    assert world.workspace.problems() == ()


def test_a_root_deleted_and_made_again_is_followed(world: World, root: Path) -> None:
    shutil.rmtree(root)
    world.posted.wait(lambda: WatchMode("directory is gone") in world.posted.events)
    assert world.names() == ["send"]
    write(root, "chat.json", {"post": "Post"})
    world.until(["post"])
    write(root, "chat.json", {"post": "Post", "list": "List"})
    world.until(["post", "list"])


def test_a_storm_of_saves_ends_in_the_index_a_fresh_one_would_be(world: World, root: Path, tmp_path: Path) -> None:
    for round_ in range(8):
        for file in range(40):
            write(root, f"{file}.json", {f"tool_{file}": f"Round {round_}", f"other_{round_}": "Comes and goes"})
    fresh = opened(root)
    fresh.sync()
    world.posted.wait(lambda: catalog_of(world.workspace) == catalog_of(fresh))
    check_full_text(world.workspace.store)
    fresh.close()


def test_linked_folders_outside_are_followed(world: World, root: Path, tmp_path: Path) -> None:
    outside = write(tmp_path, "outside/chat.json", {"post": "Post"})
    (root / "link").symlink_to(tmp_path / "outside")
    world.until(["post", "send"])
    outside.write_text(manifest({"list": "List"}))
    world.until(["list", "send"])


def test_reading_gives_way_between_two_files(tmp_path: Path) -> None:
    for number in range(3):
        write(tmp_path, f"{number}.json", {f"tool {number}": "Does something"})
    world = World(tmp_path)
    urgent, waits = threading.Event(), threading.Semaphore(0)

    def give_way() -> None:
        waits.release()
        assert urgent.wait(WAIT)

    world.live.give_way = give_way
    world.live.start()
    try:
        assert waits.acquire(timeout=WAIT)
        assert not waits.acquire(blocking=False)  # it waits: no second file is begun
        assert not world.posted.of(CatalogChanged)
        urgent.set()
        world.posted.wait(lambda: bool(world.posted.of(CatalogChanged)))
        assert len(world.names()) == 3
    finally:
        urgent.set()
        world.live.stop()
        world.workspace.close()


def test_a_rescan_can_be_asked_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Handler, "on_any_event", lambda self, event: None)
    world = World(root)
    world.start()
    write(root, "chat.json", {"post": "Post"})
    world.live.rescan()
    world.until(["post", "send"])
    world.close()


def test_lost_events_are_made_up_for_and_a_watch_that_stays_silent_is_given_up(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Handler, "on_any_event", lambda self, event: None)
    monkeypatch.setattr("index.live.RESCAN_S", 0.05)
    monkeypatch.setattr("index.live.POLL_S", 0.05)
    monkeypatch.setattr("index.live._LATE_EVENT_S", 0.05)
    world = World(root)
    world.start()
    for number in range(40):
        if world.live._watcher.polling:
            break
        write(root, "chat.json", {f"post_{number}": "Post"})
        world.until([f"post_{number}", "send"])
    world.posted.wait(lambda: WatchMode("polling") in world.posted.events)
    assert world.posted.notices() == ["file events keep failing: looking for changes every second instead"]
    world.close()


def test_vectors_follow_saves_and_only_new_texts_are_embedded(
    semantic: World, root: Path, model: HashedEmbedder
) -> None:
    semantic.posted.wait(lambda: VectorsChanged(SPACE, 1, 1) in semantic.posted.events)
    write(root, "mail.json", {"send": "Send a mail", "read": "Read a mail"})
    semantic.posted.wait(lambda: VectorsChanged(SPACE, 2, 2) in semantic.posted.events)
    assert model.embedded == ["send Send a mail", "read Read a mail"]
    space = semantic.workspace.space(SPACE)
    assert isinstance(space, VectorSpace)
    assert np.array_equal(space.matrix[1], model.embed_query("read Read a mail"))


class Urgent:
    """Something urgent that goes on from the start, or until `most` texts were embedded, to `over.set()`."""

    def __init__(self, model: HashedEmbedder, most: int = 0) -> None:
        self.model, self.most = model, most
        self.over, self.asked = threading.Event(), threading.Semaphore(0)

    def __call__(self) -> float:
        if self.over.is_set() or len(self.model.embedded) < self.most:
            return 0.0
        self.asked.release()
        return 0.001

    def wait(self) -> None:
        """Until it was seen to go on, a few times over."""
        for _ in range(3):
            assert self.asked.acquire(timeout=WAIT)


def test_nothing_is_embedded_while_something_urgent_goes_on(root: Path, model: HashedEmbedder) -> None:
    world, urgent = World(root, embedder=model), Urgent(model)
    world.live.busy_for = urgent
    world.live.want([SPACE])
    world.start()
    urgent.wait()
    assert model.embedded == []
    assert world.live.is_embedding
    urgent.over.set()
    world.posted.wait(lambda: VectorsChanged(SPACE, 1, 1) in world.posted.events)
    world.close()


def test_embedding_rests_between_two_slices_too(
    root: Path, model: HashedEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.vectors.embed._FIRST_SLICE", 1)
    monkeypatch.setattr("index.vectors.embed._LARGEST_SLICE", 1)
    write(root, "mail.json", {"send": "Send a mail", "read": "Read a mail"})
    world, urgent = World(root, embedder=model), Urgent(model, most=1)
    world.live.busy_for = urgent
    world.live.want([SPACE])
    world.start()
    urgent.wait()
    assert len(model.embedded) == 1
    urgent.over.set()
    world.posted.wait(lambda: VectorsChanged(SPACE, 2, 2) in world.posted.events)
    world.close()


def test_vectors_come_in_the_end_and_a_rest_keeps_nobody_from_leaving(
    root: Path, model: HashedEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(root, embedder=model)
    world.live.busy_for = lambda: 1_000.0
    world.live.want([SPACE])
    world.start()
    world.close()
    assert model.embedded == []
    monkeypatch.setattr("index.live_vectors._LONGEST_REST_S", 0.01)
    world = World(root, embedder=model)
    world.live.busy_for = lambda: 1_000.0
    world.live.want([SPACE])
    world.start()
    world.posted.wait(lambda: VectorsChanged(SPACE, 1, 1) in world.posted.events)
    world.close()


def test_a_space_that_only_a_search_asked_for_is_filled_too(semantic: World) -> None:
    other = parse_profile(
        'name = "other"\n[semantic]\nengine = "cosine"\ntext = "{name}"\n[fusion]\nmethod = "alone"\n', source="other"
    )
    semantic.workspace._given["other"] = other
    assert isinstance(semantic.workspace.space("{name}"), Unavailable)
    semantic.posted.wait(lambda: VectorsChanged("{name}", 1, 1) in semantic.posted.events)
    assert isinstance(semantic.workspace.space("{name}"), VectorSpace)


def test_what_opening_the_index_had_to_say_is_posted(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    posted = Posted()
    workspace = opened(root, tmp_path / "file" / "index.sqlite")
    live = LiveIndex(workspace, posted)
    live.start()
    posted.wait(lambda: any("temporary index" in text for text in posted.notices()))
    live.stop()
    workspace.close()


def test_a_model_that_hangs_keeps_no_save_waiting(root: Path) -> None:
    asked, released = threading.Event(), threading.Event()

    class Hanging(HashedEmbedder):
        def embed_passages(
            self, texts: Sequence[str], adapter: float = 0.0
        ) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
            asked.set()
            assert released.wait(WAIT)
            return super().embed_passages(texts)

    world = World(root, embedder=Hanging())
    world.live.want([SPACE])
    world.start()
    assert asked.wait(WAIT)
    write(root, "mail.json", {"send": "Send a mail", "read": "Read a mail"})
    world.until(["send", "read"])
    released.set()
    world.posted.wait(lambda: VectorsChanged(SPACE, 2, 2) in world.posted.events)
    world.close()


def test_a_model_that_stops_is_told_once_and_used_again_when_it_is_back(
    root: Path, model: HashedEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.live_vectors._RETRY_S", (0.01,))
    model.failing = True
    tries: list[int] = []
    real = model.embed_passages
    world = World(root, embedder=model)

    def counted(texts: Sequence[str], adapter: float = 0.0) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        tries.append(len(texts))
        world.posted(WatchMode("a try"))
        return real(texts, adapter)

    monkeypatch.setattr(model, "embed_passages", counted)
    world.live.want([SPACE])
    world.start()
    world.posted.wait(lambda: len(tries) >= 3)
    assert world.posted.notices() == ["the model stopped"]
    model.failing = False
    world.posted.wait(lambda: VectorsChanged(SPACE, 1, 1) in world.posted.events)
    world.close()


def test_an_index_that_cannot_be_written_is_told_once_and_tried_again(
    world: World, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [StoreError("the index cannot be written: disk is full")] * 2
    real = world.workspace.sync

    def sync(*arguments: object) -> object:
        if failures:
            world.live.rescan()
            raise failures.pop()
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.workspace, "sync", sync)
    write(root, "chat.json", {"post": "Post"})
    world.until(["post", "send"])
    assert world.posted.notices() == ["the index cannot be written: disk is full"]


def test_two_live_indexes_on_one_file_end_up_alike(root: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite"
    both = []
    for _ in range(2):
        world = World(root)
        world.workspace.close()
        world.workspace = opened(root, index, both=BOTH)
        world.live = LiveIndex(world.workspace, world.posted)
        both.append(world)
    for world in both:
        world.start()
    write(root, "chat.json", {"post": "Post"})
    for world in both:
        world.until(["post", "send"])
        world.posted.wait(
            lambda world=world: any(  # type: ignore[misc]
                isinstance(event, CatalogChanged) and event.report.generation == world.workspace.store.generation()
                for event in world.posted.events
            )
        )
    for world in both:
        world.close()


def test_an_index_file_deleted_under_it_is_made_again(root: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite"
    posted = Posted()
    workspace = opened(root, index, both=BOTH)
    live = LiveIndex(workspace, posted)
    live.start()
    posted.wait(lambda: bool(posted.of(CatalogChanged)))
    for suffix in ("", "-wal", "-shm"):
        Path(f"{index}{suffix}").unlink(missing_ok=True)
    count = len(posted.of(CatalogChanged))
    live.rescan()
    posted.wait(lambda: len(posted.of(CatalogChanged)) > count)
    assert index.exists()
    assert [name for _, name, _, _ in catalog_of(workspace)] == ["send"]
    live.stop()
    workspace.close()


def test_stopping_leaves_no_thread_and_may_be_done_twice(root: Path, model: HashedEmbedder) -> None:
    before = set(threading.enumerate())
    descriptors = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0  # noqa: PTH208
    for _ in range(3):
        world = World(root, embedder=model)
        world.live.want([SPACE])
        world.start()
        world.live.stop()
        world.close()
    left = [
        thread for thread in threading.enumerate() if thread not in before and "Inotify" not in type(thread).__name__
    ]
    assert left == []
    if descriptors:
        assert len(os.listdir("/proc/self/fd")) <= descriptors + 3  # noqa: PTH208 (watchdog keeps one inotify open)
