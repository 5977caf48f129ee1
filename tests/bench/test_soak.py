"""What the soak takes for a leak."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.soak import Watched, judge

PLATEAU = (40, 112, 122, 132, 163, 147, 155, 158, 156, 157, 163, 159, 166, 166, 163, 166)
"""Megabytes over a soak without a leak: caches fill, and there is a snapshot of the vectors more or less."""


def soaked(megabytes: Sequence[float], minutes: int = 30) -> Watched:
    """A soak with that much memory at equal distances, sampled forty times; 200 actions a minute."""
    watched = Watched()
    watched.actions["type"] = 200 * minutes
    for number in range(41):
        at = number / 40
        held = megabytes[min(int(at * len(megabytes)), len(megabytes) - 1)]
        watched.samples.append((at * minutes * 60, held, 30, 12))
    return watched


def test_memory_that_comes_to_rest_is_no_leak() -> None:
    assert judge(soaked(PLATEAU)) == []


def test_caches_that_fill_are_no_leak_in_a_short_soak() -> None:
    assert judge(soaked((78, 87, 96, 100, 107, 115, 124, 130), minutes=2)) == []


def test_a_leak_of_a_megabyte_a_minute_is_found_in_half_an_hour() -> None:
    watched = soaked(PLATEAU)
    watched.samples = [(second, held + second / 60, files, threads) for second, held, files, threads in watched.samples]
    (wrong,) = judge(watched)
    assert wrong.startswith("memory grew by ")


def test_one_sample_at_the_end_is_not_taken_for_growth() -> None:
    watched = soaked(PLATEAU)
    watched.samples[-1] = (1800.0, 200.0, 30, 12)
    assert judge(watched) == []
