"""Score fusion, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.fusions.scores import Scores, ScoresOptions
from index.ranking import Everyone, IdArray, Ranking


def _arm(scores: dict[int, float], depth: int | None = None) -> Ranking:
    """A ranking of these tools; ids are catalog places. With a depth it holds the best few and knows the others."""
    ids = np.array(sorted(scores), np.int64)
    values = np.array([scores[number] for number in ids.tolist()])
    best = np.argsort(-values, kind="stable")[:depth]
    everyone = Everyone(ids, values) if depth is not None else None
    return Ranking("arm", ids[best], values[best], len(ids), everyone=everyone)


def _order(ids: IdArray) -> IdArray:
    return ids


FUSION = Scores(ScoresOptions(semantic=1.0, lexical=0.1, doubtful=0.3))


def test_weighed_scores_are_added() -> None:
    fused = FUSION.fuse(_arm({1: 4.0, 2: 1.0}), _arm({1: 0.2, 2: 0.5, 3: 0.55}), 2, _order)
    assert fused.ids.tolist() == [1, 2, 3]
    assert fused.scores == pytest.approx([0.6, 0.6, 0.55])
    assert fused.answered == 2


def test_a_tool_without_a_vector_counts_as_the_mean() -> None:
    fused = FUSION.fuse(_arm({9: 1.0}), _arm({1: 0.2, 2: 0.6}), 5, _order)
    assert dict(zip(fused.ids.tolist(), fused.scores.tolist(), strict=True)) == pytest.approx({2: 0.6, 9: 0.5, 1: 0.2})


def test_one_arm_alone_keeps_its_order() -> None:
    assert FUSION.fuse(_arm({1: 4.0, 2: 5.0}), None, 5, _order).ids.tolist() == [2, 1]
    assert FUSION.fuse(None, _arm({1: 0.4, 2: 0.5}), 5, _order).ids.tolist() == [2, 1]
    assert len(FUSION.fuse(None, None, 5, _order)) == 0
    assert len(FUSION.fuse(_arm({}), _arm({}), 5, _order)) == 0


def test_says_when_nothing_fits() -> None:
    (note,) = FUSION.fuse(_arm({}), _arm({1: 0.29}), 5, _order).notes
    assert note == "nothing fits well: the best score is 0.29, below 0.30"
    assert FUSION.fuse(_arm({1: 1.0}), _arm({1: 0.29}), 5, _order).notes == ()
    assert FUSION.fuse(_arm({1: 0.1}), None, 5, _order).notes == ()  # words alone cannot tell


def test_weights_must_not_be_negative() -> None:
    with pytest.raises(ValueError, match="negative"):
        Scores(ScoresOptions(lexical=-1.0))


SCORES = st.dictionaries(st.integers(0, 20), st.floats(0, 1).map(lambda value: round(value, 2)), max_size=15)


def test_the_mean_does_not_depend_on_the_order_of_adding_up() -> None:
    cosines = [0.0, 0.0, 0.77, 0.16, 0.02, 0.86, 0.65, 0.47, 0.11, 0.05, 0.0, 0.73, 0.41, 0.06, 0.9]
    semantic = dict(zip((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15), cosines, strict=True))
    whole = FUSION.fuse(_arm({10: 0.64}), _arm(semantic), 3, _order)
    cut = FUSION.fuse(_arm({10: 0.64}, 1), _arm(semantic, 1), 3, _order)
    assert whole.rank_of(10) == cut.rank_of(10)


@given(SCORES, SCORES, st.integers(1, 6))
def test_a_depth_changes_no_rank(lexical: dict[int, float], semantic: dict[int, float], depth: int) -> None:
    whole = FUSION.fuse(_arm(lexical), _arm(semantic), 3, _order)
    cut = FUSION.fuse(_arm(lexical, depth), _arm(semantic, depth), 3, _order)
    assert cut.ids.tolist() == whole.ids[: len(cut)].tolist()
    assert cut.total == whole.total == len(set(lexical) | set(semantic))
    assert [cut.rank_of(number) for number in whole.ids.tolist()] == list(range(1, len(whole) + 1))


@given(SCORES, SCORES)
def test_the_order_is_total(lexical: dict[int, float], semantic: dict[int, float]) -> None:
    fused = FUSION.fuse(_arm(lexical), _arm(semantic), 3, _order)
    pairs = [(-score, number) for score, number in zip(fused.scores.tolist(), fused.ids.tolist(), strict=True)]
    assert pairs == sorted(pairs)
