"""A thread that only ever does the newest thing it was asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

R = TypeVar("R")

IsStale = Callable[[], bool]
"""Whether a newer request is waiting, or the thread is to end: long work asks this between its steps."""


class LatestWorker(Generic[R]):
    """Started with the first request.

    Args:
        name: the thread's.
        work: does one request on the thread; its own errors are its business.
        pause: seconds a request must have been the newest before work on it begins.

    """

    def __init__(self, name: str, work: Callable[[R, IsStale], None], pause: float = 0.0) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        self._wake = threading.Condition()
        self._waiting: list[R] = []
        self._stopping = False
        self._cancelled = False
        self._working = False
        self._thread: threading.Thread | None = None

    def ask(self, request: R) -> None:
        """Replace whatever request is waiting."""
        with self._wake:
            self._waiting = [request]
            if self._thread is None and not self._stopping:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._wake.notify()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked for and nothing is being done."""
        with self._wake:
            return not (self._waiting or self._working)

    def cancel(self) -> None:
        """Forget what is waiting; what is running becomes stale."""
        with self._wake:
            self._waiting = []
            self._cancelled = True
            self._wake.notify()

    def stop(self) -> None:
        """End the thread, and wait for it."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._working = False
                self._wake.wait_for(lambda: self._stopping or bool(self._waiting))
                if self._stopping:
                    return
                request, self._working = self._waiting.pop(), True
                self._cancelled = False
                self._wake.wait_for(self._is_stale, timeout=self._pause)
            if not self._is_stale():
                self._work(request, self._is_stale)

    def _is_stale(self) -> bool:
        return self._stopping or self._cancelled or bool(self._waiting)
