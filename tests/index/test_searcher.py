from __future__ import annotations

import sqlite3
from threading import Event
from typing import Any

import pytest

from index.embedder import Vector
from index.errors import ProfileError
from index.profile import Part, Profile
from index.query import Query
from index.ranking import Ranking, Unavailable
from index.searcher import Searcher
from tests.index.catalog import SpyEmbedder, catalog, corpus, space

BOTH = Profile("both", "", Part("rrf"), lexical=Part("fts5"), semantic=Part("cosine"), limit=2, max_limit=4)
TOOLS = [(f"tool_{number}", "alpha") for number in range(6)]
VECTORS = {name: (1.0, number / 10) for number, (name, _) in enumerate(TOOLS)}


@pytest.mark.parametrize(("asked", "answered"), [(None, 2), (1, 2), (3, 3), (4, 4), (99, 4)])
def test_a_limit_raises_the_answer_as_far_as_the_profile_allows(asked: int | None, answered: int) -> None:
    store = catalog(TOOLS)
    searcher = Searcher(BOTH, None, lambda _name: Unavailable("cosine", "off"))
    assert searcher.search(corpus(store), Query("alpha"), limit=asked).fused.answered == answered


def test_a_vector_that_is_given_is_not_embedded_again() -> None:
    store, embedder = catalog(TOOLS), SpyEmbedder()
    searcher = Searcher(BOTH, embedder, lambda _name: snapshot)
    assert searcher.semantic is not None
    snapshot = space(store, searcher.semantic, VECTORS)
    first = searcher.search(corpus(store), Query("alpha"))
    again = searcher.search(corpus(store), Query("alpha"), vector=first.vector)
    assert embedder.queries == ["alpha"]
    assert again.fused.ids.tolist() == first.fused.ids.tolist()


def test_a_depth_bounds_both_arms_but_not_their_totals() -> None:
    store = catalog(TOOLS)
    searcher = Searcher(BOTH, SpyEmbedder(), lambda _name: snapshot)
    assert searcher.semantic is not None
    snapshot = space(store, searcher.semantic, VECTORS)
    answer = searcher.search(corpus(store), Query("alpha"), depth=2)
    for arm in (answer.lexical, answer.semantic):
        assert isinstance(arm, Ranking)
        assert (len(arm), arm.total) == (2, 6)


def test_the_reason_why_an_arm_is_missing_is_told_in_the_fused_ranking() -> None:
    store = catalog(TOOLS)
    reason = Unavailable("cosine", "no vectors yet")
    answer = Searcher(BOTH, SpyEmbedder(), lambda _name: reason).search(corpus(store), Query("alpha"))
    assert answer.semantic is reason
    assert answer.fused.notes == ("lexical alone: no vectors yet",)
    only = Profile("only", "", Part("alone"), semantic=Part("cosine"))
    answer = Searcher(only, None, lambda _name: reason).search(corpus(store), Query("alpha"))
    assert answer.lexical is None
    assert answer.fused.total == 0
    assert answer.fused.notes == ("nothing to rank by: switched off",)


def test_words_are_ranked_while_the_model_works() -> None:
    store, embedder = catalog(TOOLS), SpyEmbedder()
    searcher = Searcher(BOTH, embedder, lambda _name: snapshot)
    assert searcher.semantic is not None and searcher.lexical is not None
    snapshot = space(store, searcher.semantic, VECTORS)
    asked, ranked = Event(), Event()
    embed, rank = embedder.embed_query, searcher.lexical.rank
    met: list[bool] = []

    def embed_query(text: str, adapter: float = 0.0) -> Vector:
        asked.set()
        met.append(ranked.wait(10))
        return embed(text)

    def rank_words(*arguments: Any) -> Ranking:
        met.append(asked.wait(10))
        ranked.set()
        return rank(*arguments)

    embedder.embed_query = embed_query  # type: ignore[method-assign]
    searcher.lexical.rank = rank_words  # type: ignore[method-assign, assignment]
    assert searcher.search(corpus(store), Query("alpha")).fused.total == 6
    assert met == [True, True]


def test_a_search_whose_words_fail_leaves_the_next_one_its_model() -> None:
    store, embedder = catalog(TOOLS), SpyEmbedder()
    searcher = Searcher(BOTH, embedder, lambda _name: snapshot)
    assert searcher.semantic is not None and searcher.lexical is not None
    snapshot = space(store, searcher.semantic, VECTORS)
    rank = searcher.lexical.rank

    def interrupted(*_arguments: Any) -> Ranking:
        raise sqlite3.OperationalError("interrupted")

    searcher.lexical.rank = interrupted  # type: ignore[method-assign, assignment]
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        searcher.search(corpus(store), Query("beta"))
    searcher.lexical.rank = rank  # type: ignore[method-assign]
    answer = searcher.search(corpus(store), Query("alpha"))
    assert isinstance(answer.semantic, Ranking)
    assert embedder.queries[-1] == "alpha"


def test_times_are_the_clocks() -> None:
    store = catalog(TOOLS)
    searcher = Searcher(BOTH, None, lambda _name: Unavailable("cosine", "off"))
    ticks = iter(range(100))
    searcher.clock = lambda: next(ticks) / 1000
    answer = searcher.search(corpus(store), Query("alpha"))
    assert isinstance(answer.lexical, Ranking)
    assert answer.lexical.elapsed_ms == pytest.approx(1.0)
    assert answer.fused.elapsed_ms == pytest.approx(1.0)


def test_a_wrong_profile_ends_before_any_search() -> None:
    with pytest.raises(ProfileError, match="profile x: unknown lexical engine 'nope'"):
        Searcher(Profile("x", "", Part("rrf"), lexical=Part("nope")), None, lambda _name: Unavailable("", ""))


def test_what_is_embedded_is_known_before_searching() -> None:
    searcher = Searcher(BOTH, None, lambda _name: Unavailable("", ""))
    assert searcher.query_text(Query("a", ("b",))) == "a"
    words = Profile("words", "", Part("alone"), lexical=Part("fts5"))
    assert Searcher(words, None, lambda _name: Unavailable("", "")).query_text(Query("a")) == ""
