from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.suite.metrics import Totals, best_rank, hit_at, mean_reciprocal_rank, totals_of

RANKS = st.lists(st.none() | st.integers(1, 300), max_size=30)


def test_hand_computed() -> None:
    totals = totals_of([1, 2, 4, 9, None])
    assert (totals.cases, totals.hit1, totals.hit3, totals.hit8, totals.worst, totals.missing) == (
        5,
        0.2,
        0.4,
        0.6,
        9,
        1,
    )
    assert totals.mrr == pytest.approx((1 + 1 / 2 + 1 / 4 + 1 / 9) / 5)


def test_no_cases() -> None:
    assert totals_of([]) == Totals(0, 0.0, 0.0, 0.0, 0.0, None, 0)


def test_the_best_of_several_counts() -> None:
    assert best_rank([None, 7, 3]) == 3
    assert best_rank([]) is None


@given(RANKS)
def test_bounds_and_order(ranks: list[int | None]) -> None:
    hits = [hit_at(ranks, depth) for depth in (1, 3, 8, 300)]
    assert hits == sorted(hits)
    assert 0 <= hits[0] <= mean_reciprocal_rank(ranks) <= hits[-1] <= 1


@given(RANKS.filter(bool), st.integers(0, 29))
def test_a_better_rank_never_makes_it_worse(ranks: list[int | None], at: int) -> None:
    better = list(ranks)
    better[at % len(ranks)] = 1
    assert mean_reciprocal_rank(better) >= mean_reciprocal_rank(ranks)
    assert hit_at(better, 3) >= hit_at(ranks, 3)
