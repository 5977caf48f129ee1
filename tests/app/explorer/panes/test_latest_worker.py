"""A thread that does the newest request only."""

from __future__ import annotations

import threading

from app.explorer.panes.latest_worker import IsStale, LatestWorker

LONG = 20.0
"""Seconds after which a test gives up; none waits that long when all is well."""


def test_of_waiting_requests_only_the_newest_is_done() -> None:
    begun, go, done = threading.Event(), threading.Event(), threading.Event()
    seen: list[int] = []

    def work(number: int, _is_stale: IsStale) -> None:
        seen.append(number)
        begun.set()
        assert go.wait(LONG)
        if number == 3:
            done.set()

    worker: LatestWorker[int] = LatestWorker("test", work)
    worker.ask(1)
    assert begun.wait(LONG)
    worker.ask(2)
    worker.ask(3)
    go.set()
    assert done.wait(LONG)
    worker.stop()
    assert seen == [1, 3]


def test_running_work_learns_that_it_is_stale_or_cancelled() -> None:
    begun, ended = threading.Event(), threading.Event()
    stale: list[int] = []

    def work(number: int, is_stale: IsStale) -> None:
        ended.clear()
        begun.set()
        while not is_stale():
            threading.Event().wait(0.001)
        stale.append(number)
        ended.set()

    worker: LatestWorker[int] = LatestWorker("test", work)
    worker.ask(1)
    assert begun.wait(LONG)
    worker.cancel()
    assert ended.wait(LONG)
    begun.clear()
    worker.ask(2)
    assert begun.wait(LONG)
    worker.stop()
    assert stale == [1, 2]


def test_a_request_replaced_within_the_pause_is_never_begun() -> None:
    done = threading.Event()
    seen: list[int] = []

    def work(number: int, _is_stale: IsStale) -> None:
        seen.append(number)
        done.set()

    worker: LatestWorker[int] = LatestWorker("test", work, pause=LONG)
    worker.ask(1)
    worker.stop()
    assert seen == []
    assert not done.is_set()
