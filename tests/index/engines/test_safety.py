"""Any text is a valid query on every engine: nothing raises and no operator takes effect."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.profile import load_profiles
from index.query import Query
from index.ranking import Ranking, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from tests.index.catalog import SpyEmbedder, catalog, corpus, names, space

PROFILES = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")
LEXICAL = [name for name, profile in PROFILES.items() if profile.lexical is not None]

STORE = catalog(
    [
        ("alpha", "one two three"),
        ("beta", "two near four", "srv"),
        ("gamma_Delta", 'quote " star * caret ^ colon : minus - plus + 日本語 🎉 not and or near'),
        ("", ""),
        ("empty", ""),
        ("alphabet", "pull request merged; C++ 17 café"),
    ]
)
SEARCHERS = {
    name: Searcher(profile, None, lambda _name: Unavailable("cosine", "off")) for name, profile in PROFILES.items()
}

PIECES = st.sampled_from(
    ['"', "''", "*", "^", ":", "-", "+", "(", ")", "{", "}", "AND", "OR", "NOT", "NEAR(", "NEAR/3", "name:", "\0",
     "alpha", "two", "--", ";", "%", "_", "日本語", "🎉", "\u0301", "\ud800", "é", " ", "\t", "\n", "a" * 300]
)  # fmt: skip
TEXT = st.one_of(
    st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join), st.lists(PIECES, max_size=8).map(" ".join)
)
QUERIES = st.builds(Query, TEXT, st.lists(TEXT, max_size=3).map(tuple))


def _check(ranking: Ranking, store: Store) -> None:
    known = {row[0] for row in store.connection().execute("SELECT id FROM tools")}
    assert len(ranking.ids) == len(ranking.scores) == ranking.total
    assert set(ranking.ids.tolist()) <= known
    assert len(set(ranking.ids.tolist())) == len(ranking.ids)
    assert np.all(np.isfinite(ranking.scores))
    assert np.all(ranking.scores[1:] <= ranking.scores[:-1])


@pytest.mark.parametrize("profile", LEXICAL)
@given(query=QUERIES)
@settings(max_examples=150, deadline=None)
def test_no_text_makes_a_lexical_engine_raise(profile: str, query: Query) -> None:
    answer = SEARCHERS[profile].search(corpus(STORE), query)
    assert isinstance(answer.lexical, Ranking)
    _check(answer.lexical, STORE)
    if query.is_empty:
        assert answer.fused.total == 0


@given(query=QUERIES)
@settings(max_examples=100, deadline=None)
def test_no_text_makes_the_cosine_engine_raise(query: Query) -> None:
    searcher = Searcher(PROFILES["composio"], SpyEmbedder(), lambda _name: snapshot)
    assert searcher.semantic is not None
    vectors = {"alpha": (1.0, 0.1), "beta": (1.0, 0.2), "gamma_Delta": (0.0, 1.0), "": (1.0, 1.0), "empty": (0.5, 1.0)}
    snapshot = space(STORE, searcher.semantic, vectors)
    answer = searcher.search(corpus(STORE), query)
    assert isinstance(answer.semantic, Ranking)
    _check(answer.semantic, STORE)


@pytest.mark.parametrize("profile", LEXICAL)
@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"word{number}" for number in range(10_000)),
        "alpha " * 10_000,
        "x" * 1_000_000,
        '"' * 10_001,
        "(" * 10_000,
        "- " * 10_000,
        "日本語" * 5_000,
    ],
    ids=["words", "repeated", "long", "quotes", "brackets", "minuses", "cjk"],
)
def test_huge_queries_answer(profile: str, text: str) -> None:
    answer = SEARCHERS[profile].search(corpus(STORE), Query(text, (text,)))
    assert isinstance(answer.lexical, Ranking)
    _check(answer.lexical, STORE)


@pytest.mark.parametrize("engine", ["toolhive", "search-brain", "fts4"])
@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("alph*", "alpha"),  # a prefix search
        ('"alph"*', "alpha"),
        ("desc*", "alpha"),
        ("description:zzz", "alpha"),  # a column filter on a word that is nowhere
        ("zzz NOT qqq", "alpha"),  # NOT
        ("NEAR(zzz qqq)", "alpha"),
        ("zzz\0 OR alpha", None),  # what follows a NUL is still searched
    ],
)
def test_operators_are_words(engine: str, text: str, never: str | None) -> None:
    store = STORE
    answer = SEARCHERS[engine].search(corpus(store), Query("", (text,)))
    found = names(store, answer.fused.ids)
    if never is None:
        assert "alpha" in found or engine == "search-brain"
    else:
        assert never not in found


def test_a_caret_does_not_tie_a_word_to_the_start_of_a_column() -> None:
    for engine in ("toolhive", "search-brain", "fts4"):
        answer = SEARCHERS[engine].search(corpus(STORE), Query("", ("^three",)))
        assert names(STORE, answer.fused.ids) == ["alpha"], engine


def test_queries_are_bound_never_pasted_into_sql() -> None:
    statements: list[str] = []
    store = catalog([("alpha", "one")])
    view = corpus(store)
    marker = "zqxjk'); DROP TABLE tools; --"
    for name in LEXICAL:
        SEARCHERS[name].search(view, Query("warm", ("warm",)))
    authorised: list[int] = []

    def authorise(action: int, *_names: object) -> int:
        authorised.append(action)
        return sqlite3.SQLITE_OK

    view.connection.set_authorizer(authorise)
    view.connection.set_trace_callback(statements.append)
    for name in LEXICAL:
        SEARCHERS[name].search(view, Query(marker, (marker,)))
    view.connection.set_authorizer(None)
    view.connection.set_trace_callback(None)
    assert statements
    assert sqlite3.SQLITE_DROP_TABLE not in authorised
    assert view.connection.execute("SELECT count(*) FROM tools").fetchone()[0] == 1
