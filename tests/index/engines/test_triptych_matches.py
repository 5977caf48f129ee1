"""What terms match is remembered, and never longer than it is true."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from index.corpus import corpus_of
from index.engines.triptych_matches import Matches
from index.engines.triptych_terms import SPLIT
from index.profile import Part
from index.query import Query
from index.registry import build_lexical
from index.store.store import Store
from tests.index.catalog import add, catalog, change

BM25 = f"bm25({SPLIT.name})"


@pytest.fixture
def store() -> Iterator[Store]:
    made = catalog([(f"tool_{n}", f"lists {'issues' if n % 2 else 'mails'} of number {n}") for n in range(20)])
    made.ensure(SPLIT)
    yield made
    made.close()


def test_a_changed_catalog_is_searched_anew(store: Store) -> None:
    engine = build_lexical(Part("triptych"), source="test")

    def found() -> list[int]:
        return [int(number) for number in engine.rank(corpus_of(store), Query("issues"), None).ids]

    before = found()
    assert len(before) == 10
    change(store, 1, description="lists issues")
    assert set(found()) == {*before, 1}
    (fresh,) = add(store, [("another", "issues", "")])
    assert set(found()) == {*before, 1, fresh}


def test_it_reads_once_and_holds_no_more_than_it_may(store: Store) -> None:
    corpus, matches = corpus_of(store), Matches(BM25, most=25)
    statements: list[str] = []
    store.connection().set_trace_callback(lambda sql: statements.append(sql) if " MATCH " in sql else None)
    first = matches.scored(corpus, '"issues"')
    assert matches.scored(corpus, '"issues"') is first
    assert len(statements) == 1
    matches.found(corpus, '"mails"')
    matches.scored(corpus, '"lists"')
    matches.scored(corpus, '"issues"')
    store.connection().set_trace_callback(None)
    assert len(statements) == 4
    assert matches.scored(corpus, '"issues"').scores.tolist() == first.scores.tolist()


def test_scores_are_those_of_the_statement(store: Store) -> None:
    matched = Matches(BM25).scored(corpus_of(store), '"issues"')
    rows = store.connection().execute(f"SELECT rowid, -{BM25} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH 'issues'")
    assert dict(zip((matched.places + 1).tolist(), matched.scores.tolist(), strict=True)) == dict(rows)
