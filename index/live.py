"""The live index: a directory watched, its catalog kept up to date, its vectors filled in, in the background."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from index.errors import StoreError
from index.events import CatalogChanged, Event, Notice, Progress, WatchMode
from index.live_vectors import LiveVectors
from index.sync import SyncReport
from index.watch import Debounce, Watcher
from index.workspace import Workspace

RESCAN_S = 5.0
"""How often to look without an event: events get lost."""
POLL_S = 1.0
_PROGRESS_S = 0.1
_LATE_EVENT_S = 1.0


class LiveIndex:
    """Keeps a workspace true to its directory. Two threads: one looks and reads, one embeds.

    Args:
        workspace: the opened workspace; the live index does not close it.
        post: called with events from those threads; must be quick and must not raise.
        poll: look by the clock instead of waiting for file events (network mounts).

    `give_way` is called between two files: it may wait while something more urgent goes on. `busy_for` is asked between
    two slices of texts: for how many seconds more none is to be embedded.

    """

    def __init__(self, workspace: Workspace, post: Callable[[Event], None], *, poll: bool = False) -> None:
        self.give_way: Callable[[], object] = lambda: None
        self._workspace = workspace
        self._post = post
        self.busy_for: Callable[[], float] = lambda: 0.0
        self._vectors = LiveVectors(workspace, post, self._busy)
        self._watcher = Watcher(
            workspace.directory, self._dirty, lambda text: post(Notice(text, "warning")),
            poll=poll or workspace.settings.poll,
        )  # fmt: skip
        self._changed = threading.Condition()
        self._debounce = Debounce()
        self._asked = True
        self._looking = False
        self._stopping = False
        self._generation = -1
        self._settings = workspace.settings
        self._mode = ""
        self._told = ""
        self._last_event = 0.0
        self._suspect: float | None = None
        self._linked: tuple[str, ...] = ()
        self._thread = threading.Thread(target=self._run, name="triptych-live", daemon=True)

    def start(self) -> None:
        """Begin: a first look comes at once."""
        self._workspace.tell(lambda line: self._post(Notice(line, "warning")))
        self._vectors.start()
        self._thread.start()

    def stop(self) -> None:
        """End both threads; they finish the file or the slice they are at. Safe to call twice."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._vectors.stop()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(10)

    def want(self, space_names: Sequence[str], first_ids: Sequence[int] = ()) -> None:
        """Which vector spaces to fill, in this order, and which tools to embed first (what the user looks at)."""
        self._vectors.want(space_names, first_ids)

    @property
    def is_reading(self) -> bool:
        """Whether a look is asked for, announced or under way."""
        with self._changed:
            return self._asked or self._looking or self._debounce.due() is not None

    @property
    def is_embedding(self) -> bool:
        """Whether vectors that are wanted are still missing."""
        return not self._vectors.is_idle

    def rescan(self) -> None:
        """Look now."""
        with self._changed:
            self._asked = True
            self._changed.notify_all()

    def _dirty(self) -> None:
        with self._changed:
            self._last_event = time.monotonic()
            self._debounce.note(self._last_event)
            self._changed.notify_all()

    def _run(self) -> None:
        rescan_at = 0.0
        try:
            while True:
                announced = self._wait(rescan_at)
                if announced is None:
                    return
                started = time.monotonic()
                changed = self._look(announced)
                with self._changed:
                    self._looking = False
                # looking costs a tenth of the time at most; reading what changed does not count, more may follow
                cost = 0.0 if changed else time.monotonic() - started
                interval = RESCAN_S if self._watcher.watching else POLL_S
                rescan_at = time.monotonic() + max(interval, 10 * cost)
        finally:
            self._watcher.stop()

    def _wait(self, rescan_at: float) -> bool | None:
        """Until it is time to look: whether something called for it, or None to end."""
        with self._changed:
            while not self._stopping:
                now = time.monotonic()
                due = self._debounce.due()
                if self._asked or (due is not None and due <= now):
                    self._asked, self._looking = False, True
                    self._debounce.clear()
                    return True
                if now >= rescan_at:
                    self._looking = True
                    return False
                self._changed.wait(min(t for t in (due, rescan_at) if t is not None) - now)
        return None

    def _look(self, announced: bool) -> bool:
        """Whether anything had changed."""
        try:
            self._check_watch()
            if self._workspace.store.refresh():
                self._workspace.spaces.forget()
            began = time.monotonic()
            report = self._workspace.sync(self._progress(), self._is_to_stop)
            self._linked = report.linked or (self._linked if report.missing else ())
            self._set_mode(report)
            self._judge_watch(report, announced, began)
            self._tell(report)
            if self._watcher.ensure(self._linked):  # a new watch: what changed before it stood was not announced
                self.rescan()
            self._told = ""
        except StoreError as error:
            self._complain(str(error))
        except Exception as error:  # a worker's edge: one failed look must not end the session's watch
            self._complain(f"looking for changes failed: {type(error).__name__}: {error}")
        else:
            return report.changed
        return False

    def _busy(self) -> float:
        return self.busy_for()

    def _is_to_stop(self) -> bool:
        self.give_way()
        return self._stopping

    def _judge_watch(self, report: SyncReport, announced: bool, began: float) -> None:
        if not report.changed or self._generation < 0:  # the first look finds what changed while nobody watched
            return
        if not announced:
            self._suspect = began
        elif self._last_event > began - RESCAN_S:
            self._watcher.trust()

    def _check_watch(self) -> None:
        """Notice a watch that says nothing: a change was found by the clock, and no event came for it in time."""
        suspect, now = self._suspect, time.monotonic()
        if suspect is not None and now - suspect > _LATE_EVENT_S:
            self._suspect = None
            if self._last_event < suspect - _LATE_EVENT_S and self._watcher.watching:
                self._watcher.distrust()
        self._watcher.ensure(self._linked)

    def _tell(self, report: SyncReport) -> None:
        if report.missing:
            return
        settings = self._workspace.settings
        if report.generation != self._generation or settings != self._settings:
            self._generation, self._settings = report.generation, settings
            self._vectors.catalog_changed()
            self._post(CatalogChanged(report if report.changed else replace(report, changed=True)))

    def _set_mode(self, report: SyncReport) -> None:
        mode = "directory is gone" if report.missing else "watching" if self._watcher.watching else "polling"
        if mode != self._mode:
            if report.missing:
                self._post(Notice("the directory is gone; its last state is shown until it is back", "warning"))
            self._mode = mode
            self._post(WatchMode(mode))

    def _progress(self) -> Callable[[int, int], None]:
        last = time.monotonic()
        shown = False

        def progress(done: int, total: int) -> None:
            nonlocal last, shown
            now = time.monotonic()
            if now - last >= _PROGRESS_S or (shown and done == total):
                last, shown = now, True
                self._post(Progress("reading", done, total))
                generation = self._workspace.store.generation()
                if done < total and generation != self._generation:  # a first part of a big catalog can be searched
                    self._tell(SyncReport(generation, changed=True, complete=False))

        return progress

    def _complain(self, message: str) -> None:
        if message != self._told:
            self._told = message
            self._post(Notice(message, "error"))
