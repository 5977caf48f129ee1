from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.fts5 import PORTER
from index.engines.fts5_search import search
from index.order import best_first, catalog_places
from tests.index.catalog import add, catalog, corpus, names, tool


def test_places_follow_source_then_position_not_ids() -> None:
    store = catalog([tool("c", source="b.json"), tool("a", source="a.json"), tool("d", source="b.json")])
    places = catalog_places(corpus(store), np.array([1, 2, 3], np.int64))
    assert places.tolist() == [1, 0, 2]


def test_places_are_read_anew_when_the_catalog_changes() -> None:
    store = catalog([tool("b", source="b.json")])
    assert catalog_places(corpus(store), np.array([1], np.int64)).tolist() == [0]
    add(store, [tool("a", source="a.json")])
    assert catalog_places(corpus(store), np.array([1, 2], np.int64)).tolist() == [1, 0]


def test_ids_that_are_gone_come_last() -> None:
    store = catalog([("a", "")])
    places = catalog_places(corpus(store), np.array([99, 1], np.int64))
    assert places[1] < places[0]


def test_best_first_breaks_ties_by_place() -> None:
    store = catalog([tool("late", source="z.json"), tool("early", source="a.json"), tool("best", source="z.json")])
    order = best_first(corpus(store), np.array([1, 2, 3], np.int64), np.array([1.0, 1.0, 2.0]))
    assert order.tolist() == [2, 1, 0]


ROWS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["x", "x x", "x y z", "x y"])), max_size=25)


@given(rows=ROWS, depth=st.integers(0, 30))
@settings(max_examples=60, deadline=None)
def test_a_bounded_search_is_the_head_of_the_whole_also_when_the_cut_ties(
    rows: list[tuple[str, str]], depth: int
) -> None:
    store = catalog([tool(f"t{number}", text, source=source) for number, (source, text) in enumerate(rows)])
    store.ensure(PORTER)
    whole, part = (search(corpus(store), PORTER, '"x"', bound) for bound in (None, depth))
    assert part.ids.tolist() == whole.ids[:depth].tolist()
    assert part.total == whole.total == len(rows)
    keys = list(zip((-whole.scores).tolist(), catalog_places(corpus(store), whole.ids).tolist(), strict=True))
    assert keys == sorted(keys)
    store.close()


def test_the_score_is_fts5s_own_bm25_negated() -> None:
    store = catalog([("alpha", "mail mail"), ("beta", "mail"), ("gamma", "other")])
    store.ensure(PORTER)
    found = search(corpus(store), PORTER, '"mail"', None)
    raw = store.connection().execute(
        f"SELECT rowid, rank FROM {PORTER.name} WHERE {PORTER.name} MATCH 'mail' ORDER BY rank"
    )
    assert list(zip(found.ids.tolist(), (-found.scores).tolist(), strict=True)) == raw.fetchall()
    assert names(store, found.ids)[0] == "alpha"
    assert found.scores[0] == pytest.approx(max(found.scores))
