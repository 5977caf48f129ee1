"""What terms match is remembered, and never longer than it is true."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from index.corpus import corpus_of
from index.engines.base import Preparing
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
    matches.named(corpus, ['"mails"'])
    matches.scored(corpus, '"lists"')
    matches.scored(corpus, '"issues"')
    store.connection().set_trace_callback(None)
    assert len(statements) == 4
    assert matches.scored(corpus, '"issues"').scores.tolist() == first.scores.tolist()


def test_scores_are_those_of_the_statement(store: Store) -> None:
    matched = Matches(BM25).scored(corpus_of(store), '"issues"')
    rows = store.connection().execute(f"SELECT rowid, -{BM25} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH 'issues'")
    assert dict(zip((matched.places + 1).tolist(), matched.scores.tolist(), strict=True)) == dict(rows)


def test_what_finds_the_same_stems_is_read_once(store: Store) -> None:
    add(store, [("mailbox", "a box", "")])
    corpus, matches = corpus_of(store), Matches(BM25)
    issues = matches.scored(corpus, '"issues"')
    assert all(matches.scored(corpus, match) is issues for match in ('"issue"', '"iss"*', '"issu"*'))
    mails = matches.scored(corpus, '"mails"')
    assert matches.scored(corpus, '"mai"*') is not mails  # the mailbox begins like that, too
    assert len(matches.scored(corpus, '"mai"*').places) == len(mails.places) + 1
    assert matches.scored(corpus, '"mailb"*').places.tolist() == [20]
    named = matches.named(corpus, ['"mailbox"', '"box"'])
    assert matches.named(corpus, ['"box"', '"mailb"*']) is named
    assert named.tolist() == [20]


@pytest.mark.parametrize("match", ['"iss"*', '"issu"*', '"lis"*', '"number"*', '"tool"*'])
def test_the_rows_of_a_prefix_are_those_of_the_statement_whatever_was_read_before(store: Store, match: str) -> None:
    corpus, matches = corpus_of(store), Matches(BM25)
    for word in ("issues", "lists", "number", "tool"):
        matches.scored(corpus, f'"{word}"')
    matched = matches.scored(corpus, match)
    rows = store.connection().execute(f"SELECT rowid, -{BM25} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ?", (match,))
    assert dict(zip((matched.places + 1).tolist(), matched.scores.tolist(), strict=True)) == dict(rows)


def test_prefixes_that_begin_the_same_many_words_are_read_once() -> None:
    store = catalog([(f"tool_{n}", f"prefer{letter}") for n, letter in enumerate("abcdefghij")])
    add(store, [("another", "presto", "")])
    store.ensure(SPLIT)
    corpus, matches = corpus_of(store), Matches(BM25)
    first = matches.scored(corpus, '"pref"*')
    assert len(first.places) == 10
    assert matches.scored(corpus, '"prefe"*') is first
    assert len(matches.scored(corpus, '"pre"*').places) == 11
    store.close()


def test_a_prefix_of_too_many_words_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("index.engines.triptych_matches._MOST_STEMS", 5)
    store = catalog([(f"tool_{n}", f"prefer{letter}") for n, letter in enumerate("abcdefghij")])
    store.ensure(SPLIT)
    corpus, matches = corpus_of(store), Matches(BM25)
    first = matches.scored(corpus, '"pref"*')
    assert matches.scored(corpus, '"pref"*') is first
    assert len(matches.scored(corpus, '"prefe"*').places) == len(first.places) == 10
    store.close()


class Preparation:
    """The engine of a catalog whose words count as common from five tools on, and what it reads."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        monkeypatch.setattr("index.engines.triptych_terms.COMMON", 5)
        monkeypatch.setattr("index.engines.triptych_lexical.BIG", 5)
        engine = build_lexical(Part("triptych", options), source="test")
        assert isinstance(engine, Preparing)
        self.engine, self.corpus = engine, corpus_of(store)
        self._store = store

    def reads(self, act: Callable[[], object]) -> list[str]:
        """The words whose scores are read meanwhile."""
        read: list[str] = []
        scored = re.compile(r"bm25.* MATCH '(.*)'$")
        self._store.connection().set_trace_callback(lambda sql: read.extend(scored.findall(sql)))
        act()
        self._store.connection().set_trace_callback(None)
        return read

    def prepare(self) -> None:
        while self.engine.prepare(self.corpus):
            pass


def test_common_words_are_read_before_anybody_asks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Preparation(store, monkeypatch, stop_words=("of",))
    read = made.reads(made.prepare)
    assert read[:5] == ['"list"', '"number"', '"tool"', '"issu"', '"mail"']  # all tools have the first three
    assert '"of"' not in read
    assert not any("3" in match for match in read)  # each number has a tool or two
    for text in ("lists", "issue", "num", "mai"):
        assert made.reads(lambda text=text: made.engine.rank(made.corpus, Query(text), None)) == []  # type: ignore[misc]


def test_a_step_that_is_interrupted_is_taken_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Preparation(store, monkeypatch)
    made.engine.prepare(made.corpus)
    connection = store.connection()
    connection.set_progress_handler(lambda: 1, 1)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        made.engine.prepare(made.corpus)
    connection.set_progress_handler(None, 0)
    made.prepare()
    for text in ("lists", "issue", "number"):
        assert made.reads(lambda text=text: made.engine.rank(made.corpus, Query(text), None)) == []  # type: ignore[misc]


def test_what_is_prepared_leaves_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Preparation(store, monkeypatch)
    monkeypatch.setattr("index.engines.triptych_matches.Matches.is_roomy", property(lambda self: self._rows < 25))
    assert made.reads(made.prepare) == ['"list"', '"number"']


def test_a_small_catalog_is_left_alone(store: Store) -> None:
    engine = build_lexical(Part("triptych"), source="test")
    assert isinstance(engine, Preparing)
    statements: list[str] = []
    corpus = corpus_of(store)
    engine.rank(corpus, Query("issues"), None)
    store.connection().set_trace_callback(statements.append)
    assert not engine.prepare(corpus)
    store.connection().set_trace_callback(None)
    assert statements == []
