"""Many standings at once are those of one at a time."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from index.ranking import Everyone, Ranking
from index.standings import sorted_near, standings


@settings(max_examples=60)
@given(
    scores=st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0]), max_size=40),
    depth=st.integers(0, 45),
    knows=st.booleans(),
    seed=st.integers(0, 5),
)
def test_they_are_those_of_each_tool(scores: list[float], depth: int, knows: bool, seed: int) -> None:
    ids = np.random.default_rng(seed).permutation(60)[: len(scores)].astype(np.int64)
    everyone = np.array(scores, np.float64)
    best = np.argsort(-everyone, kind="stable")[:depth]
    ranking = Ranking(
        "x",
        ids[best],
        everyone[best],
        len(ids),
        everyone=Everyone(ids, everyone) if knows and depth < len(ids) else None,
    )
    wanted = list(range(62))
    expected = [(ranking.rank_of(number), ranking.score_of(number)) for number in wanted]
    assert standings(ranking, wanted) == expected


@settings(max_examples=100)
@given(
    scores=st.lists(st.floats(-1e6, 1e6, width=32) | st.sampled_from([0.0, 0.5, 1e-30]), min_size=1, max_size=60),
    bins=st.integers(2, 12),
    kind=st.sampled_from([np.float32, np.float64]),
)
def test_sorting_those_near_tells_as_much_as_sorting_all(scores: list[float], bins: int, kind: type) -> None:
    everyone: NDArray[np.floating] = np.array(scores, kind)
    at = np.arange(len(scores))[::3]
    higher, near = sorted_near(everyone, at, bins)
    ranks = higher + len(near) - np.searchsorted(near, everyone[at], "right")
    assert ranks.tolist() == [int(np.count_nonzero(everyone > everyone[place])) for place in at]


def test_few_of_many_are_sorted() -> None:
    scores = np.random.default_rng(1).standard_normal(50_000)
    _, near = sorted_near(scores, np.array([7, 11]))
    assert len(near) < 200
