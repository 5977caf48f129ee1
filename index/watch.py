"""Whether something in a directory may have changed: the platform's file events, or the clock where there are none.

An event is only a hint. What changed is always found by a scan, so lost, doubled or late events do no harm.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from index.scan import SKIPPED

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

logging.getLogger("watchdog").addHandler(logging.NullHandler())  # it remarks on events that come while it stops

_NO_CHANGE = frozenset({"opened", "closed_no_write"})
_LIMITS = {errno.ENOSPC: "the system's limit of file watches is reached", errno.EMFILE: "too many files are open"}
_MOST_FAILURES = 3

SETTLE_S = 0.040
"""How long after the last event to wait: an editor's save is several."""
LATEST_S = 0.500
"""How long after the first event to wait at most."""


class Debounce:
    """When to look, given when events came. Times are seconds of any steady clock."""

    def __init__(self, settle: float = SETTLE_S, latest: float = LATEST_S) -> None:
        self._settle = settle
        self._latest = latest
        self._first: float | None = None
        self._last = 0.0

    def note(self, now: float) -> None:
        """An event came."""
        self._first = now if self._first is None else self._first
        self._last = now

    def due(self) -> float | None:
        """The time at which to look, or None while nothing came."""
        return None if self._first is None else min(self._last + self._settle, self._first + self._latest)

    def clear(self) -> None:
        """It is being looked at: what comes from now on is another change."""
        self._first = None


class _Handler(FileSystemEventHandler):
    def __init__(self, dirty: Callable[[], None]) -> None:
        self._dirty = dirty

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in _NO_CHANGE:
            return
        paths = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
        if any(SKIPPED.isdisjoint(PurePath(path).parts) for path in paths):
            self._dirty()


class Watcher:
    """Calls `dirty`, from a thread of its own, when something may have changed.

    Use it from one thread: `ensure` starts it and keeps it true to the world. Where events cannot be had, `polling`
    becomes true and the caller must look by the clock.

    Args:
        directory: the directory to watch.
        dirty: called for every event; must be quick.
        notice: called with a line for the user when events are given up.
        poll: don't try events at all (network mounts).

    """

    def __init__(
        self, directory: Path, dirty: Callable[[], None], notice: Callable[[str], None], *, poll: bool = False
    ) -> None:
        self._directory = directory
        self._handler = _Handler(dirty)
        self._notice = notice
        self._observer: BaseObserver | None = None
        self._watched: tuple[tuple[int, int], frozenset[str]] | None = None
        self._failures = 0
        self.polling = poll

    @property
    def watching(self) -> bool:
        """Whether events are arriving, as far as one can tell."""
        return self._observer is not None and self._is_alive(self._observer)

    def ensure(self, linked: Sequence[str] = ()) -> bool:
        """Watch the directory and the folders links lead to; whether the watch was started anew.

        Does nothing while all is well. A directory that was deleted and made again is watched again; a backend
        that died is started again, and given up after three failures.
        """
        if self.polling:
            return False
        wanted = self._wanted(linked)
        if wanted == self._watched and self.watching:
            return False
        if self._observer is not None and wanted == self._watched:
            self._failures += 1
        self.stop()
        if wanted is None:
            return False
        if self._failures >= _MOST_FAILURES:
            self._give_up("file events keep failing")
            return False
        return self._start(wanted)

    def distrust(self) -> None:
        """A change was found that no event announced: start anew, and give events up if it goes on."""
        self._failures += 1
        self.stop()

    def trust(self) -> None:
        """An event announced a change that was there: earlier failures are forgiven."""
        self._failures = 0

    def stop(self) -> None:
        """End the watch; `ensure` starts it again."""
        observer, self._observer, self._watched = self._observer, None, None
        if observer is not None and observer.is_alive():
            observer.stop()
            observer.join(timeout=2)

    def _start(self, wanted: tuple[tuple[int, int], frozenset[str]]) -> bool:
        observer = Observer()
        try:
            for folder in sorted(wanted[1]):
                observer.schedule(self._handler, folder, recursive=True)
            observer.start()
            last = _last_folder(os.path.realpath(self._directory))
            probe = observer.schedule(self._handler, last)  # below the root, a watch that cannot be had is not reported
            if last not in wanted[1]:
                observer.unschedule(probe)
        except OSError as error:
            observer.stop()
            self._failures += 1
            if error.errno in _LIMITS:
                self._give_up(_LIMITS[error.errno])
            return False
        self._observer, self._watched = observer, wanted
        return True

    def _wanted(self, linked: Sequence[str]) -> tuple[tuple[int, int], frozenset[str]] | None:
        try:
            status = self._directory.stat()
        except OSError:
            return None
        folders = {os.path.realpath(self._directory), *(folder for folder in linked if Path(folder).is_dir())}
        return (status.st_dev, status.st_ino), frozenset(folders)

    def _give_up(self, why: str) -> None:
        self.polling = True
        self._notice(f"{why}: looking for changes every second instead")

    @staticmethod
    def _is_alive(observer: BaseObserver) -> bool:
        return observer.is_alive() and all(emitter.is_alive() for emitter in observer.emitters)


def _last_folder(folder: str) -> str:
    """The folder that a recursive watch comes to last."""
    while True:
        try:
            with os.scandir(folder) as entries:
                below = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            return folder
        if not below:
            return folder
        folder = below[-1]
