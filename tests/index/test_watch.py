"""Events as hints: when to look, and what happens when events cannot be had."""

from __future__ import annotations

import ctypes
import errno
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watchdog.observers import inotify_c

from index.watch import LATEST_S, SETTLE_S, Debounce, Watcher

WAIT = 20


class Signal:
    """Counts calls; `wait` returns when there was one since `clear`."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> None:
        self._event.set()

    def wait(self) -> bool:
        return self._event.wait(WAIT)

    def clear(self) -> None:
        self._event.clear()

    @property
    def came(self) -> bool:
        return self._event.is_set()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "deep" / "er").mkdir(parents=True)
    return root


@pytest.fixture
def signal() -> Signal:
    return Signal()


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def watcher(root: Path, signal: Signal, notices: list[str]) -> Iterator[Watcher]:
    watcher = Watcher(root, signal, notices.append)
    yield watcher
    watcher.stop()


@given(st.lists(st.floats(0, 0.2), min_size=1, max_size=30))
def test_a_look_is_due_shortly_after_the_last_event_and_never_later_than_half_a_second_after_the_first(
    gaps: list[float],
) -> None:
    debounce = Debounce()
    assert debounce.due() is None
    now = first = 100.0
    for gap in gaps:
        debounce.note(now)
        last, now = now, now + gap
    due = debounce.due()
    assert due is not None
    assert due == min(last + SETTLE_S, first + LATEST_S)
    debounce.clear()
    assert debounce.due() is None


def test_changes_at_any_depth_are_noticed(watcher: Watcher, root: Path, signal: Signal) -> None:
    assert watcher.ensure()
    assert watcher.watching
    for change in (
        lambda: (root / "deep/er/a.json").write_text("1"),
        lambda: (root / "deep/er/a.json").write_text("2"),
        lambda: (root / "deep/er/a.json").rename(root / "b.json"),
        lambda: (root / "deep/er").rename(root / "deep/est"),
        lambda: shutil.rmtree(root / "deep"),
    ):
        signal.clear()
        change()
        assert signal.wait()


def test_nothing_is_started_anew_while_all_is_well(watcher: Watcher) -> None:
    assert watcher.ensure()
    assert not watcher.ensure()


def test_reading_files_and_what_happens_in_git_are_no_changes(watcher: Watcher, root: Path, signal: Signal) -> None:
    (root / "a.json").write_text("1")
    (root / ".git").mkdir()
    watcher.ensure()
    signal.clear()
    (root / "a.json").read_text()
    (root / ".git" / "index").write_text("1")
    (root / ".git" / "index").rename(root / ".git" / "other")
    seen = Signal()
    probe = Watcher(root, seen, lambda _text: None)  # sees what comes after: events of one directory keep their order
    probe.ensure()
    assert not signal.came
    (root / "a.json").write_text("2")
    assert seen.wait()
    assert signal.wait()
    probe.stop()


def test_folders_that_links_lead_to_are_watched(watcher: Watcher, tmp_path: Path, signal: Signal) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    watcher.ensure()
    assert watcher.ensure([str(outside)])
    signal.clear()
    (outside / "a.json").write_text("1")
    assert signal.wait()


def test_a_directory_made_again_is_watched_again(watcher: Watcher, root: Path, signal: Signal) -> None:
    watcher.ensure()
    shutil.rmtree(root)
    assert not watcher.ensure()
    assert not watcher.watching
    root.mkdir()
    assert watcher.ensure()
    signal.clear()
    (root / "a.json").write_text("1")
    assert signal.wait()


def test_a_backend_that_dies_is_started_again_and_given_up_when_it_goes_on(
    watcher: Watcher, notices: list[str]
) -> None:
    watcher.ensure()
    for attempt in range(3):
        observer = watcher._observer
        assert observer is not None
        for emitter in observer.emitters:
            emitter.stop()
            emitter.join(WAIT)
        assert not watcher.watching
        assert watcher.ensure() is (attempt < 2)
    assert watcher.polling
    assert notices == ["file events keep failing: looking for changes every second instead"]


@pytest.mark.parametrize("spared", [0, 1, 2])
def test_when_the_systems_watches_run_out_it_says_so_and_polls(
    watcher: Watcher, notices: list[str], monkeypatch: pytest.MonkeyPatch, spared: int
) -> None:
    """The kernel refuses watches, from the root on or only for the folders below."""
    real, left = inotify_c.inotify_add_watch, [spared]

    def refuse(descriptor: int, path: bytes, mask: int) -> int:
        if left[0] == 0:
            ctypes.set_errno(errno.ENOSPC)
            return -1
        left[0] -= 1
        return real(descriptor, path, mask)

    monkeypatch.setattr(inotify_c, "inotify_add_watch", refuse)
    assert not watcher.ensure()
    assert watcher.polling
    assert notices == ["the system's limit of file watches is reached: looking for changes every second instead"]


def test_polling_when_asked_starts_nothing(root: Path, signal: Signal, notices: list[str]) -> None:
    before = threading.active_count()
    watcher = Watcher(root, signal, notices.append, poll=True)
    assert not watcher.ensure()
    assert (watcher.polling, watcher.watching, notices) == (True, False, [])
    assert threading.active_count() == before
