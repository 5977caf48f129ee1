"""The crash-class queries of search_brain, and that plain queries rank as they did before sanitising."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.engines.fts5_all import JOINED
from index.profile import load_profiles
from index.query import Query
from index.ranking import Answer, Ranking, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from tests.index.catalog import SpyEmbedder, catalog, corpus, names, space

PROFILE = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")["search-brain"]

TOOLS = [
    ("power_on", "Turn the device on"),
    ("toggle", "Switch a hub on or off"),
    ("compile", "Build C 17 sources"),
    ("wifi", "Join a 6E network"),
    ("note", "Keep an unbalanced quote and a near miss, and not or"),
    ("café", "Réserver une table"),
    ("検索", "検索ツール"),
    ("hub_sync", "Keeps an always on hub in step over multi device links"),
]


@pytest.fixture(scope="module")
def store() -> Store:
    return catalog(TOOLS)


def _search(store: Store, text: str, *keywords: str) -> tuple[Ranking, Answer]:
    answer = Searcher(PROFILE, None, lambda _name: Unavailable("cosine", "x")).search(
        corpus(store), Query(text, keywords)
    )
    assert isinstance(answer.lexical, Ranking)
    return answer.lexical, answer


@pytest.mark.parametrize(
    ("text", "match", "found"),
    [
        ("power-on", '"power" "on"', ["power_on"]),
        ("on/off hub", '"on" "off" "hub"', ["toggle"]),
        ("C++ 17", '"C" "17"', ["compile"]),
        ("wifi-6E", '"wifi" "6E"', ["wifi"]),
        ('"unbalanced quote', '"unbalanced" "quote"', ["note"]),
        ("NEAR(miss quote)", '"NEAR" "miss" "quote"', ["note"]),
        ("AND NOT OR", '"AND" "NOT" "OR"', ["note"]),
        ("always-on multi-device", '"always" "on" "multi" "device"', ["hub_sync"]),
        ("name:power", '"name" "power"', []),
        ("pow*", '"pow"', []),
        ("^power", '"power"', ["power_on"]),
        ("検索", '"検索"', ["検索"]),
        ("cafe", '"cafe"', ["café"]),
        ("?!*():+-^", "", []),
        ("🎉🎉", "", []),
        ("", "", []),
    ],
)
def test_crash_class_queries_are_words_and_nothing_else(store: Store, text: str, match: str, found: list[str]) -> None:
    ranking, _ = _search(store, text)
    assert ranking.match == match
    assert names(store, ranking.ids) == found


def test_raw_these_queries_do_crash_fts5(store: Store) -> None:
    sql = f"SELECT count(*) FROM {JOINED.name} WHERE {JOINED.name} MATCH ?"
    store.ensure(JOINED)
    for text in ("power-on", "on/off toggle", "C++ 17", "wifi-6E", '"unbalanced quote'):
        with pytest.raises(Exception, match=r"no such column|syntax error|unterminated"):
            store.connection().execute(sql, (text,))


@pytest.mark.parametrize("text", ["hub on", "keep", "Turn DEVICE", "réserver table", "17", "an always on hub"])
def test_plain_queries_rank_as_the_raw_expression_does(store: Store, text: str) -> None:
    ranking, _ = _search(store, text)
    sql = f"SELECT rowid, -bm25({JOINED.name}) FROM {JOINED.name} WHERE {JOINED.name} MATCH ? ORDER BY 2 DESC, 1"
    raw = store.connection().execute(sql, (text,)).fetchall()
    assert raw
    assert ranking.ids.tolist() == [row[0] for row in raw]
    np.testing.assert_array_equal(ranking.scores, [row[1] for row in raw])


def test_every_word_must_match(store: Store) -> None:
    assert names(store, _search(store, "hub step")[0].ids) == ["hub_sync"]
    assert _search(store, "hub zebra")[0].total == 0


def test_keywords_are_appended(store: Store) -> None:
    ranking, _ = _search(store, "hub", "step")
    assert ranking.match == '"hub" "step"'
    assert ranking.input == "description + keywords"


def test_a_query_without_words_says_so(store: Store) -> None:
    assert _search(store, "?!")[0].notes == ("no letters or numbers to search for",)
    assert _search(store, "")[0].notes == ()


def _hybrid(store: Store, vectors: dict[str, tuple[float, float]], embedder: SpyEmbedder) -> Searcher:
    searcher = Searcher(PROFILE, embedder, lambda _name: snapshot)
    assert searcher.semantic is not None
    snapshot = space(store, searcher.semantic, vectors)
    return searcher


def test_while_vectors_are_missing_the_lexical_arm_answers_alone_with_a_note(store: Store) -> None:
    searcher = _hybrid(store, {"toggle": (1.0, 0.0)}, SpyEmbedder())
    answer = searcher.search(corpus(store), Query("power on"))
    assert answer.semantic == Unavailable("cosine", "vectors are being built: 1 of 8 tools")
    assert names(store, answer.fused.ids) == ["power_on"]
    assert answer.fused.notes == ("lexical alone: vectors are being built: 1 of 8 tools",)


def test_the_vector_arm_embeds_the_whole_query_as_it_is(store: Store) -> None:
    embedder = SpyEmbedder()
    vectors = {name: (1.0, number / 10) for number, (name, _) in enumerate(TOOLS)}
    _hybrid(store, vectors, embedder).search(corpus(store), Query("power-on?!", ("now",)))
    assert embedder.queries == ["power-on?! now"]


def test_ranks_fuse_from_zero(store: Store) -> None:
    vectors = {name: (1.0, number / 10) for number, (name, _) in enumerate(TOOLS)}
    answer = _hybrid(store, vectors, SpyEmbedder()).search(corpus(store), Query("hub"))
    assert isinstance(answer.lexical, Ranking)
    assert names(store, answer.lexical.ids) == ["hub_sync", "toggle"]  # it says hub twice
    scores = dict(zip(names(store, answer.fused.ids), answer.fused.scores.tolist(), strict=True))
    assert scores["power_on"] == pytest.approx(1 / 60)  # semantic rank 0, not lexical
    assert scores["toggle"] == pytest.approx(1 / 61 + 1 / 61)  # rank 1 in both
    assert scores["hub_sync"] == pytest.approx(1 / 60 + 1 / 67)  # lexical rank 0, semantic rank 7
