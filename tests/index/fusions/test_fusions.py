from __future__ import annotations

import numpy as np
import pytest

from index.fusions.alone import Alone, AloneOptions
from index.fusions.quota import Quota, QuotaOptions
from index.fusions.rrf import Rrf, RrfOptions
from index.ranking import Dropped, IdArray, Ranking


def ranking(engine: str, *ids: int) -> Ranking:
    scores = np.arange(len(ids), 0, -1, dtype=np.float64)
    return Ranking(engine, np.array(ids, np.int64), scores, len(ids), dropped=(Dropped("x", "noise"),), notes=("n",))


def order(ids: IdArray) -> IdArray:
    """Catalog order is the opposite of the ids' order here."""
    return -ids


def test_quota_takes_the_best_of_each_semantic_first() -> None:
    fused = Quota(QuotaOptions()).fuse(ranking("l", 1, 2, 3, 4, 5), ranking("s", 6, 7, 8, 9, 10), 8, order)
    assert fused.ids.tolist() == [6, 7, 8, 9, 1, 2, 3, 4]
    assert fused.answered == fused.total == 8


def test_quota_does_not_refill_what_both_arms_found() -> None:
    fused = Quota(QuotaOptions()).fuse(ranking("l", 6, 1, 7, 2, 3), ranking("s", 6, 7, 8, 9), 8, order)
    assert fused.ids.tolist() == [6, 7, 8, 9, 1, 2]
    assert fused.notes == ("2 in both quotas, not refilled",)


def test_quota_keeps_an_arm_that_found_nothing_to_its_places() -> None:
    fused = Quota(QuotaOptions()).fuse(ranking("l", 1, 2, 3, 4, 5, 6), ranking("s"), 8, order)
    assert fused.ids.tolist() == [1, 2, 3, 4]


def test_quota_gives_all_places_to_the_arm_that_is_there() -> None:
    quota = Quota(QuotaOptions())
    assert quota.fuse(ranking("l", *range(1, 20)), None, 8, order).ids.tolist() == list(range(1, 9))
    assert quota.fuse(None, ranking("s", *range(1, 20)), 8, order).ids.tolist() == list(range(1, 9))
    assert quota.fuse(None, None, 8, order).total == 0


@pytest.mark.parametrize(
    ("share", "limit", "places"),
    [(0.5, 8, (4, 4)), (0.5, 5, (3, 2)), (0.3, 8, (2, 6)), (0, 8, (0, 8)), (1, 3, (3, 0))],
)
def test_quota_rounds_half_up(share: float, limit: int, places: tuple[int, int]) -> None:
    assert Quota(QuotaOptions(share)).places(limit) == places


def test_rrf_sums_reciprocal_ranks_from_zero() -> None:
    fused = Rrf(RrfOptions()).fuse(ranking("l", 1, 2), ranking("s", 2, 3), 20, order)
    assert fused.ids.tolist() == [2, 1, 3]
    assert fused.scores.tolist() == pytest.approx([1 / 61 + 1 / 60, 1 / 60, 1 / 61])


def test_rrf_ties_are_in_catalog_order() -> None:
    fused = Rrf(RrfOptions()).fuse(ranking("l", 1, 2), ranking("s", 3, 4), 20, order)
    assert fused.ids.tolist() == [3, 1, 4, 2]


def test_rrf_takes_so_many_of_each_arm() -> None:
    fused = Rrf(RrfOptions(per_arm=1)).fuse(ranking("l", 1, 2), ranking("s", 3, 2), 20, order)
    assert fused.ids.tolist() == [3, 1]
    assert fused.total == 2


def test_rrf_of_one_arm_keeps_its_order_and_answers_up_to_the_limit() -> None:
    fused = Rrf(RrfOptions()).fuse(ranking("l", 1, 5, 3), None, 2, order)
    assert fused.ids.tolist() == [1, 5, 3]
    assert fused.answered == 2
    assert Rrf(RrfOptions()).fuse(None, None, 2, order).total == 0


def test_alone_is_the_chosen_arm_or_the_one_that_is_there() -> None:
    lexical, semantic = ranking("l", 1, 2, 3), ranking("s", 3, 1)
    assert Alone(AloneOptions()).fuse(lexical, semantic, 2, order).ids.tolist() == [1, 2, 3]
    assert Alone(AloneOptions("semantic")).fuse(lexical, semantic, 2, order).ids.tolist() == [3, 1]
    assert Alone(AloneOptions("semantic")).fuse(lexical, None, 2, order).engine == "lexical alone"
    assert Alone(AloneOptions()).fuse(None, None, 2, order).total == 0


def test_alone_answers_up_to_the_limit_and_leaves_the_arms_remarks_to_the_arm() -> None:
    fused = Alone(AloneOptions()).fuse(ranking("l", 1, 2, 3), None, 2, order)
    assert fused.answered == 2
    assert fused.total == 3
    assert not fused.dropped
    assert not fused.notes
