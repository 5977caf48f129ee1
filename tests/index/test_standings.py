"""Many standings at once are those of one at a time."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from index.ranking import Everyone, Ranking
from index.standings import standings


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
