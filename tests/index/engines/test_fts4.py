from __future__ import annotations

import math
from pathlib import Path

import pytest

from index.engines import fts5, fts5_all
from index.engines.fts4 import Fts4
from index.profile import load_profiles
from index.query import Query
from index.ranking import Ranking, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from tests.index.catalog import catalog, change, corpus, names, remove

PROFILES = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")
TOOLS = [("alpha", "searching mail"), ("beta", "mail box mail"), ("gamma", "calendar entry"), ("delta", "other thing")]


def _rank(store: Store, query: Query) -> Ranking:
    view, engine = corpus(store), Fts4()
    for table in engine.tables:
        view.ensure(table)
    return engine.rank(view, query, None)


def test_rank_bm25_by_hand() -> None:
    store = catalog(TOOLS)
    ranking = _rank(store, Query("mail"))
    # No column name holds it. In descriptions: N = 4, df = 2, so ln((4 - 2 + .5) / (2 + .5)) = 0 and all score 0.
    assert names(store, ranking.ids) == ["alpha", "beta"]
    assert ranking.scores.tolist() == [0.0, 0.0]
    # "box": df = 1, tf = 1, the description has 3 words; FTS4 averages lengths to whole numbers: 9 / 4 -> 2.
    (score,) = _rank(store, Query("box")).scores.tolist()
    expected = math.log(3.5 / 1.5) * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 3 / 2))
    assert score == pytest.approx(expected)


def test_words_are_stemmed_and_any_may_match() -> None:
    store = catalog(TOOLS)
    ranking = _rank(store, Query("", ("searches", "calendars")))
    assert sorted(names(store, ranking.ids)) == ["alpha", "gamma"]
    assert ranking.match == '"searches" OR "calendars"'


def test_noise_is_dropped_as_in_toolhive() -> None:
    store = catalog([*TOOLS, ("epsilon", "data")])
    answer = Searcher(PROFILES["fts4"], None, lambda _name: Unavailable("", "")).search(
        corpus(store), Query("calendar", ("data", "table"))
    )
    assert names(store, answer.fused.ids) == ["gamma"]


def test_many_words_are_cut_with_a_note() -> None:
    ranking = _rank(catalog(TOOLS), Query(" ".join(f"w{number}" for number in range(100))))
    assert ranking.notes == ("only the first 64 of 100 words were searched",)


def test_edits_are_followed() -> None:
    store = catalog(TOOLS)
    assert _rank(store, Query("calendar")).total == 1
    change(store, 3, description="nothing")
    assert _rank(store, Query("calendar")).total == 0
    remove(store, 1)
    assert names(store, _rank(store, Query("mail")).ids) == ["beta"]


def test_it_stands_in_for_fts5_where_sqlite_lacks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (fts5, fts5_all):
        monkeypatch.setattr(module, "has_fts5", lambda: False)
    store = catalog(TOOLS)
    for profile, query, found in (("toolhive", "calendar thing", 2), ("search-brain", "calendar entry", 1)):
        answer = Searcher(PROFILES[profile], None, lambda _name: Unavailable("", "")).search(
            corpus(store), Query(query)
        )
        assert answer.lexical is not None
        assert answer.lexical.engine == "fts4"
        assert answer.fused.total == found
        assert not isinstance(answer.lexical, Unavailable)
        assert answer.lexical.notes[0].startswith("this SQLite lacks FTS5: FTS4 stands in for fts5")
