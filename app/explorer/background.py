"""A second thread, for what may take longer than a key: comparing profiles, suites, drafts over a suite, files."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence

from index.errors import TriptychError

Job = Callable[[Callable[[], bool]], bool]
"""Given what tells it to stop; returns false when it did, and then runs again later unless it was replaced."""
Failed = Callable[[str, str], object]
"""Told the job's name and a line for the user, from this thread."""


class Background:
    """Runs one job at a time, the most urgent first. A job replaces the one of its name, waiting or running.

    A more urgent job stops a running one, which begins again afterwards: what jobs keep between runs is theirs.

    Args:
        order: the names of jobs, the most urgent first.
        failed: told of jobs that raised.

    """

    def __init__(self, order: Sequence[str], failed: Failed) -> None:
        self._order = {name: number for number, name in enumerate(order)}
        self._failed = failed
        self._wake = threading.Condition()
        self._waiting: dict[str, Job] = {}
        self._running: str | None = None
        self._interrupted = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="triptych-background", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the step under way, and wait for it; jobs that wait are dropped."""
        with self._wake:
            self._stopping = True
            self._interrupted.set()
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, name: str, job: Job) -> None:
        """Run a job as soon as nothing more urgent waits."""
        with self._wake:
            self._waiting[name] = job
            if self._running is not None and self._order[name] <= self._order[self._running]:
                self._interrupted.set()
            self._wake.notify()

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to do."""
        with self._wake:
            return not self._waiting and self._running is None

    def _run(self) -> None:
        while True:
            with self._wake:
                self._running = None
                self._wake.wait_for(lambda: self._stopping or self._waiting)
                if self._stopping:
                    return
                name = min(self._waiting, key=self._order.__getitem__)
                job = self._waiting.pop(name)
                self._running = name
                self._interrupted.clear()
            finished = self._done(name, job)
            with self._wake:
                if not finished and not self._stopping:
                    self._waiting.setdefault(name, job)

    def _done(self, name: str, job: Job) -> bool:
        try:
            return job(self._interrupted.is_set)
        except (TriptychError, sqlite3.Error, RuntimeError) as error:
            self._failed(name, str(error))
        except Exception as error:  # the worker's edge: a fault in one engine must not end the session
            self._failed(name, f"{type(error).__name__}: {error}")
        return True
