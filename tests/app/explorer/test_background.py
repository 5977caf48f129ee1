"""The background thread: urgent jobs first, the newest of a name, interrupted ones again."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import pytest

from app.explorer.background import Background

PATIENCE = 20


class Bench:
    def __init__(self) -> None:
        self.done: queue.Queue[str] = queue.Queue()
        self.background = Background(("urgent", "slow"), lambda name, reason: self.done.put(f"{name}: {reason}"))

    def next(self) -> str:
        return self.done.get(timeout=PATIENCE)

    def says(self, text: str) -> Callable[[Callable[[], bool]], bool]:
        def job(_stopped: Callable[[], bool]) -> bool:
            self.done.put(text)
            return True

        return job


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.background.stop()


def test_the_most_urgent_waits_least_and_the_newest_of_a_name_counts(bench: Bench) -> None:
    for name, text in (("slow", "old"), ("slow", "new"), ("urgent", "first")):
        bench.background.ask(name, bench.says(text))
    bench.background.start()
    assert [bench.next(), bench.next()] == ["first", "new"]
    assert bench.done.empty()


def test_an_urgent_job_interrupts_a_slow_one_which_runs_again(bench: Bench) -> None:
    begun = threading.Event()

    def slow(stopped: Callable[[], bool]) -> bool:
        if begun.is_set():
            bench.done.put("slow again")
            return True
        begun.set()
        waiting = threading.Event()
        while not stopped():
            waiting.wait(0.001)
        return False

    bench.background.start()
    bench.background.ask("slow", slow)
    assert begun.wait(PATIENCE)
    bench.background.ask("urgent", bench.says("urgent"))
    assert [bench.next(), bench.next()] == ["urgent", "slow again"]


def test_a_fault_is_reported_and_the_next_job_runs(bench: Bench) -> None:
    def faulty(_stopped: Callable[[], bool]) -> bool:
        raise ZeroDivisionError("nobody thought of it")

    bench.background.start()
    bench.background.ask("slow", faulty)
    assert bench.next() == "slow: ZeroDivisionError: nobody thought of it"
    bench.background.ask("slow", bench.says("well"))
    assert bench.next() == "well"
