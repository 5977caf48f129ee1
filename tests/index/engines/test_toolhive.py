"""The mutations of ToolHive's keyword fix, each caught by one arm alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.profile import Profile, load_profiles
from index.query import Query
from index.ranking import Answer, Ranking, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from index.vectors.space import VectorSpace
from tests.index.catalog import SpyEmbedder, catalog, corpus, names, space, tool

PROFILE = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")["toolhive"]

TOOLS = [
    ("run_query", "Execute SQL against the warehouse"),
    ("send_email", "Deliver a letter to somebody"),
    ("list_files", "Show what a folder holds"),
]


@pytest.fixture(scope="module")
def store() -> Store:
    return catalog(TOOLS)


def _lexical_only(store: Store, query: Query, profile: Profile = PROFILE) -> Answer:
    return Searcher(profile, None, lambda _name: Unavailable("cosine", "unused")).search(corpus(store), query)


def _hybrid(store: Store, embedder: SpyEmbedder, vectors: dict[str, tuple[float, float]]) -> Searcher:
    searcher = Searcher(PROFILE, embedder, lambda _name: snapshot)
    assert searcher.semantic is not None
    snapshot: VectorSpace = space(store, searcher.semantic, vectors)
    return searcher


VECTORS = {"run_query": (1.0, 0.0), "send_email": (0.8, 0.6), "list_files": (-0.1, 1.0)}


def _lexical(answer: Answer) -> Ranking:
    assert isinstance(answer.lexical, Ranking)
    return answer.lexical


def test_keywords_surface_a_tool_the_description_alone_misses(store: Store) -> None:
    answer = _lexical_only(store, Query("analyse the figures of last month", ("sql",)))
    assert names(store, answer.fused.ids) == ["run_query"]
    assert _lexical(answer).input == "keywords"


def test_the_same_description_without_keywords_finds_nothing(store: Store) -> None:
    answer = _lexical_only(store, Query("analyse figures of last month"))
    assert answer.fused.total == 0
    assert _lexical(answer).input == "description"


def test_keywords_alone_drive_the_lexical_arm(store: Store) -> None:
    answer = _lexical_only(store, Query("", ("sql",)))
    assert names(store, answer.fused.ids) == ["run_query"]


def test_keywords_replace_the_description_in_the_lexical_arm(store: Store) -> None:
    answer = _lexical_only(store, Query("deliver a letter", ("folder",)))
    assert names(store, answer.fused.ids) == ["list_files"]


def test_keywords_of_noise_only_fall_back_to_the_description(store: Store) -> None:
    answer = _lexical_only(store, Query("deliver letter", ("table", "schema")))
    assert names(store, answer.fused.ids) == ["send_email"]
    assert _lexical(answer).input == "description (no usable keyword)"
    assert [entry.word for entry in _lexical(answer).dropped] == ["table", "schema"]


def test_a_noise_word_in_the_description_is_dropped_and_never_makes_a_phrase(store: Store) -> None:
    answer = _lexical_only(store, Query("execute data something"))
    assert names(store, answer.fused.ids) == ["run_query"]
    assert _lexical(answer).match == '"execute" OR "something"'


def test_nothing_asked_is_nothing_found(store: Store) -> None:
    answer = _lexical_only(store, Query("", ()))
    assert answer.fused.total == 0
    assert _lexical(answer).match == ""


def test_the_semantic_arm_embeds_the_description_verbatim_and_never_the_keywords(store: Store) -> None:
    embedder = SpyEmbedder()
    _hybrid(store, embedder, VECTORS).search(corpus(store), Query("  analyse, the FIGURES ", ("sql", "folder")))
    assert embedder.queries == ["  analyse, the FIGURES "]


def test_an_empty_description_is_tolerated_with_keywords(store: Store) -> None:
    embedder = SpyEmbedder()
    answer = _hybrid(store, embedder, VECTORS).search(corpus(store), Query("", ("sql",)))
    assert embedder.queries == []
    assert isinstance(answer.semantic, Ranking)
    assert answer.semantic.total == 0
    assert answer.semantic.notes == ("no description to embed",)
    assert names(store, answer.fused.ids) == ["run_query"]


def test_tools_beyond_the_distance_of_one_are_left_out(store: Store) -> None:
    answer = _hybrid(store, SpyEmbedder(), VECTORS).search(corpus(store), Query("anything"))
    assert isinstance(answer.semantic, Ranking)
    assert names(store, answer.semantic.ids) == ["run_query", "send_email"]
    np.testing.assert_allclose(answer.semantic.scores, [1.0, 0.8], atol=1e-6)


def test_the_embedded_text_is_toolhives(store: Store) -> None:
    searcher = _hybrid(store, SpyEmbedder(), VECTORS)
    assert searcher.semantic is not None
    (facet,) = searcher.semantic.facets(tool("a", "B {c}"))
    assert facet.text == "name: a description: B {c}"


def test_semantic_hits_come_first_then_lexical_ones_not_yet_seen(store: Store) -> None:
    query = Query("anything", ("letter", "folder"))
    answer = _hybrid(store, SpyEmbedder(), VECTORS).search(corpus(store), query)
    assert names(store, answer.fused.ids) == ["run_query", "send_email", "list_files"]
    assert answer.fused.answered == 3


def test_four_places_each_and_no_refill() -> None:
    rows = [(f"tool_{number}", "alpha") for number in range(12)]
    store = catalog(rows)
    vectors = {f"tool_{number}": (1.0, number / 10) for number in range(12)}
    answer = _hybrid(store, SpyEmbedder(), vectors).search(corpus(store), Query("x", ("alpha",)))
    # Both arms rank 0..11 in this order, so the lexical quota of 4 brings nothing new, and is not refilled.
    assert names(store, answer.fused.ids) == ["tool_0", "tool_1", "tool_2", "tool_3"]
    assert answer.fused.answered == answer.fused.total == 4


def test_without_a_model_the_limit_is_still_eight() -> None:
    store = catalog([(f"tool_{number:02}", "alpha") for number in range(12)])
    answer = _lexical_only(store, Query("", ("alpha",)))
    assert answer.fused.answered == 8
    assert names(store, answer.fused.ids) == [f"tool_{number:02}" for number in range(8)]
    assert answer.fused.notes == ("lexical alone: switched off",)


def test_a_larger_limit_is_not_toolhives_to_grant() -> None:
    store = catalog([(f"tool_{number:02}", "alpha") for number in range(12)])
    searcher = Searcher(PROFILE, None, lambda _name: Unavailable("cosine", "unused"))
    assert searcher.search(corpus(store), Query("alpha"), limit=50).fused.answered == 8


def test_while_vectors_are_missing_what_is_there_is_ranked_with_a_note(store: Store) -> None:
    answer = _hybrid(store, SpyEmbedder(), {"send_email": (1.0, 0.0)}).search(corpus(store), Query("anything"))
    assert isinstance(answer.semantic, Ranking)
    assert names(store, answer.semantic.ids) == ["send_email"]
    assert answer.semantic.notes == ("2 tools have no vector yet",)


def test_a_model_that_fails_leaves_the_lexical_arm_and_says_why(store: Store) -> None:
    embedder = SpyEmbedder()
    embedder.broken = True
    answer = _hybrid(store, embedder, VECTORS).search(corpus(store), Query("letter"))
    assert answer.semantic == Unavailable("cosine", "the model stopped")
    assert names(store, answer.fused.ids) == ["send_email"]
    assert answer.fused.notes == ("lexical alone: the model stopped",)
