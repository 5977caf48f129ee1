from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from index.engines.cosine import Cosine, CosineOptions
from index.query import Query
from index.ranking import Ranking, Unavailable
from index.vectors.space import VectorSpace
from tests.index.catalog import tool

QUERY = Query("what", ("key",))


def _space(matrix: NDArray[np.float32], missing: int = 0) -> VectorSpace:
    """Tool ids that fall while the catalog order rises, so that ids cannot stand in for the order."""
    count = len(matrix)
    ids = np.arange(count, 0, -1).astype(np.int64) * 10
    return VectorSpace(matrix, ids, np.zeros(count, np.int16), tuple(b"%d" % i for i in ids), ids, missing)


def _rank(
    matrix: list[list[float]], vector: list[float], depth: int | None = None, options: CosineOptions | None = None
) -> Ranking:
    engine = Cosine(options or CosineOptions())
    ranking = engine.rank(_space(np.array(matrix, np.float32)), np.array(vector, np.float32), QUERY, depth)
    assert isinstance(ranking, Ranking)
    return ranking


def test_cosines_by_hand_best_first() -> None:
    ranking = _rank([[0.6, 0.8], [1.0, 0.0], [0.0, 1.0]], [1.0, 0.0])
    assert ranking.ids.tolist() == [20, 30, 10]
    np.testing.assert_allclose(ranking.scores, [1.0, 0.6, 0.0], atol=1e-7)


def test_equal_cosines_are_in_catalog_order() -> None:
    assert _rank([[1.0, 0.0]] * 3, [1.0, 0.0]).ids.tolist() == [30, 20, 10]
    assert _rank([[1.0, 0.0]] * 3, [1.0, 0.0], depth=2).ids.tolist() == [30, 20]


def test_the_distance_bound_leaves_out_what_is_beyond_it() -> None:
    near = CosineOptions(max_distance=1.0)
    ranking = _rank([[1.0, 0.0], [0.0, 1.0], [-0.1, 0.99]], [1.0, 0.0], options=near)
    assert ranking.ids.tolist() == [30, 20]  # a distance of exactly 1 stays
    assert ranking.total == 2
    assert ranking.rank_of(10) is None


def test_rank_and_score_are_known_beyond_the_depth() -> None:
    ranking = _rank([[1.0, 0.0], [0.6, 0.8], [0.6, 0.8], [0.0, 1.0]], [1.0, 0.0], depth=1)
    assert ranking.ids.tolist() == [40]
    assert ranking.total == 4
    assert [ranking.rank_of(number) for number in (40, 30, 20, 10, 99)] == [1, 2, 3, 4, None]
    assert ranking.score_of(20) == pytest.approx(0.6)
    assert ranking.score_of(99) is None


@given(
    scores=st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=30),
    depth=st.integers(0, 35),
)
@settings(max_examples=200, deadline=None)
def test_a_bounded_ranking_is_the_head_of_the_whole(scores: list[float], depth: int) -> None:
    matrix = [[score, 0.0] for score in scores] or []
    space = _space(np.array(matrix, np.float32).reshape(len(scores), 2))
    vector = np.array([1.0, 0.0], np.float32)
    whole, part = (Cosine(CosineOptions()).rank(space, vector, QUERY, bound) for bound in (None, depth))
    assert isinstance(whole, Ranking)
    assert isinstance(part, Ranking)
    assert part.ids.tolist() == whole.ids[:depth].tolist()
    assert part.scores.tolist() == whole.scores[:depth].tolist()
    for tool_id in space.order.tolist():
        assert part.rank_of(tool_id) == whole.rank_of(tool_id)


def test_what_is_embedded_follows_the_template() -> None:
    engine = Cosine(CosineOptions(text="{server}: {name} {title}"))
    (facet,) = engine.facets(tool("n{x}", "d", "s"))
    assert facet.text == "s: n{x} "
    assert engine.space == "{server}: {name} {title}"


@pytest.mark.parametrize("text", ["no field", "{nothing}", "{name.__class__}", "{0}", "{name!r}", "{name:>9}", "{name"])
def test_a_wrong_template_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"text|expected"):
        Cosine(CosineOptions(text=text))


def test_a_wrong_query_option_is_an_error() -> None:
    with pytest.raises(ValueError, match="option 'query'"):
        Cosine(CosineOptions(query="keywords"))


def test_the_query_text_is_the_description_or_all() -> None:
    assert Cosine(CosineOptions()).query_text(QUERY) == "what"
    assert Cosine(CosineOptions(query="all")).query_text(QUERY) == "what key"


def test_missing_vectors_are_a_note_or_make_the_arm_unavailable() -> None:
    space = _space(np.array([[1.0, 0.0]], np.float32), missing=3)
    vector = np.array([1.0, 0.0], np.float32)
    partial = Cosine(CosineOptions()).rank(space, vector, QUERY)
    assert isinstance(partial, Ranking)
    assert partial.notes == ("3 tools have no vector yet",)
    whole = Cosine(CosineOptions(partial=False)).rank(space, vector, QUERY)
    assert whole == Unavailable("cosine", "vectors are being built: 1 of 4 tools")
