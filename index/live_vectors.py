"""The background thread that embeds what is missing, what the user looks at first."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from index.errors import StoreError
from index.events import Event, Notice, Progress, VectorsChanged
from index.vectors.embed import SpaceKey, SpaceWork, prune
from index.vectors.spaces import definition, semantic_engines
from index.workspace import Workspace

_REFRESH_S = 0.3
"""Between new snapshots while embedding, unless making one takes long: then ten times that."""
_RANKING_S = 0.05
"""After a change of the catalog, until embedding begins: ranking and painting what there is goes first."""
_LONGEST_REST_S = 10.0
"""Without a slice while something more urgent goes on: somebody who types on and on gets vectors in the end."""
_RETRY_S = (1.0, 2.0, 5.0, 10.0, 30.0)


class LiveVectors:
    """Embeds in a thread of its own, so that a slow or hung model keeps neither saves nor searches waiting.

    `busy_for` is asked between two slices: for how many seconds more something urgent has the processor to itself.
    """

    def __init__(
        self, workspace: Workspace, post: Callable[[Event], None], busy_for: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._busy_for = busy_for
        self._workspace = workspace
        self._post = post
        self._changed = threading.Condition()
        self._wanted: tuple[str, ...] = ()
        self._asked: tuple[str, ...] = ()
        self._first: tuple[int, ...] = ()
        self._round = 0
        self._seen = -1
        self._working = False
        self._stopping = False
        self._not_before = 0.0
        self._sound: set[SpaceKey] = set()
        self._failures = 0
        self._told = ""
        self._thread = threading.Thread(target=self._run, name="triptych-vectors", daemon=True)

    def start(self) -> None:
        if self._workspace.embedder is not None:
            self._workspace.spaces.in_background(self._ask)
            self._thread.start()

    def stop(self, timeout: float | None = 5.0) -> None:
        """End after the slice under way; a model that hangs is not waited for longer than `timeout` seconds."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout)

    @property
    def is_idle(self) -> bool:
        """Whether all that is wanted has its vectors; false too while a model that failed is to be tried again."""
        with self._changed:
            return not self._thread.is_alive() or not (self._working or self._failures or self._round != self._seen)

    def want(self, space_names: Sequence[str], first_ids: Sequence[int]) -> None:
        """Which spaces to fill, in this order, and which tools first."""
        with self._changed:
            self._wanted, self._first = tuple(space_names), tuple(first_ids)
            self._nudge()

    def _ask(self, name: str) -> None:
        """A search wanted a space that nobody named before: it comes after those that were."""
        with self._changed:
            if name not in self._asked:
                self._asked = (*self._asked, name)
                self._nudge()

    def catalog_changed(self) -> None:
        """There may be something to embed again. Snapshots are brought up to date here and now, if that is possible.

        Nobody is told of it: whoever calls this tells that the catalog changed.
        """
        started = time.monotonic()
        self._workspace.spaces.refresh(self._names(), wait=False)
        with self._changed:
            now = time.monotonic()
            self._not_before = now + max(_RANKING_S, now - started)  # ranking a big catalog takes about as long
            self._nudge()

    def refresh(self) -> None:
        """Bring the wanted snapshots up to date and tell which changed."""
        for name in self._workspace.spaces.refresh(self._names()):
            space = self._workspace.spaces.held(name)
            if space is not None:
                self._post(VectorsChanged(name, len(space.order), len(space.order) + space.missing))

    def _names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._wanted, *self._asked)))

    def _nudge(self) -> None:
        self._round += 1
        self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                pause = _RETRY_S[min(self._failures, len(_RETRY_S)) - 1] if self._failures else None
                self._changed.wait_for(lambda: self._stopping or self._round != self._seen, pause)
                self._changed.wait_for(lambda: self._stopping, max(0.0, self._not_before - time.monotonic()))
                self._rest(lambda: self._stopping)
                if self._stopping:
                    return
                self._seen, self._working = self._round, True
            try:
                self._work(self._seen)
                self._failures, self._told = 0, ""
            except (RuntimeError, StoreError) as error:
                self._fail(str(error))
            except Exception as error:  # a worker's edge: the session must go on without vectors
                self._fail(f"embedding stopped: {type(error).__name__}: {error}")
            with self._changed:
                self._working = False

    def _fail(self, message: str) -> None:
        self._failures += 1
        if message != self._told and not self._stopping:
            self._told = message
            self._post(Notice(message, "warning"))

    def _work(self, started: int) -> None:
        embedder = self._workspace.embedder
        if embedder is None:
            return
        self.refresh()
        engines = semantic_engines(self._workspace.profiles)
        for name in self._names():
            if name not in engines:
                continue
            work = SpaceWork(self._workspace.store, name, engines[name], embedder, definition(), sound=self._sound)
            refreshed, pause, total = time.monotonic(), _REFRESH_S, 0
            for step in work.steps(self._first):
                total = step.total
                now = time.monotonic()
                if now - refreshed >= pause or step.done == step.total:
                    self.refresh()
                    refreshed = time.monotonic()
                    pause = max(_REFRESH_S, 10 * (refreshed - now))
                    self._post(Progress("embedding", step.done, step.total))
                with self._changed:
                    self._rest(lambda: self._stopping or self._round != started)
                if self._stopping or self._round != started:
                    self.refresh()
                    return
            if total:
                self.refresh()
                self._post(Progress("embedding", total, total))
        prune(self._workspace.store, engines)

    def _rest(self, is_over: Callable[[], bool]) -> None:
        """Wait, with `_changed` held, while something urgent goes on."""
        end = time.monotonic() + _LONGEST_REST_S
        while not is_over() and (rest := min(self._busy_for(), end - time.monotonic())) > 0:
            self._changed.wait(rest)
