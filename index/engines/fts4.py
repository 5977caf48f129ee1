"""SQLite's older FTS4, ranked by sqlite-fts4's `rank_bm25`; also stands in where SQLite lacks FTS5."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass

import numpy as np
import sqlite_fts4

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.options import read_options
from index.engines.terms import Terms, keyword_terms, letter_terms
from index.order import best_first
from index.query import Query
from index.ranking import Ranking
from index.registry import lexical_engine
from index.store.fts import FtsTable

PORTER_FTS4 = FtsTable(
    "fts4_porter", (("name", "{row}.name"), ("description", "{row}.description")), "porter", module="fts4"
)
MOST_TERMS = 64  # rank_bm25 takes time by the square of the terms, for every row
_SPECIAL = re.compile(r'["*^]')  # special even inside an FTS4 phrase: its end, a prefix, the start of a column
_RANK = (
    f"SELECT docid, -rank_bm25(matchinfo({PORTER_FTS4.name}, 'pcnalx')) "
    f"FROM {PORTER_FTS4.name} WHERE {PORTER_FTS4.name} MATCH ?"
)


@dataclass(frozen=True, slots=True)
class Fts4Options:
    """`noise`: words that are dropped from keywords and description alike, in any case."""

    noise: tuple[str, ...] = ()


class Fts4:
    """The terms of `fts5` (or, with `every_word`, of `fts5-all`) over FTS4 with its porter tokenizer."""

    tables: tuple[FtsTable, ...] = (PORTER_FTS4,)

    def __init__(self, *, noise: tuple[str, ...] = (), every_word: bool = False, stands_in_for: str = "") -> None:
        self._noise = frozenset(word.lower() for word in noise)
        self._every_word = every_word
        self._notes = (f"this SQLite lacks FTS5: FTS4 stands in for {stands_in_for}",) if stands_in_for else ()

    def terms(self, query: Query) -> Terms:
        """What is looked up for a query."""
        if self._every_word:
            return letter_terms(query, MOST_TERMS)
        return keyword_terms(query, self._noise, MOST_TERMS)

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        terms = self.terms(query)
        notes = self._notes + terms.notes
        if not terms.words:
            return Ranking.empty("fts4", notes=notes, input=terms.input, dropped=terms.dropped)
        match = (" " if self._every_word else " OR ").join(f'"{_SPECIAL.sub(" ", term)}"' for term in terms.words)
        rows = _ranked(corpus.connection, match)
        ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        scores = np.fromiter((row[1] for row in rows), np.float64, len(rows))
        order = best_first(corpus, ids, scores)[:depth]
        return Ranking(
            "fts4",
            ids[order],
            scores[order],
            len(ids),
            match=match,
            input=terms.input,
            dropped=terms.dropped,
            notes=notes,
        )


def _ranked(connection: sqlite3.Connection, match: str) -> list[tuple[int, float]]:
    try:
        return connection.execute(_RANK, (match,)).fetchall()
    except sqlite3.OperationalError as error:
        if "no such function" not in str(error):
            raise
    sqlite_fts4.register_functions(connection)  # once a connection
    return connection.execute(_RANK, (match,)).fetchall()


@lexical_engine("fts4", tables=(PORTER_FTS4,))
def build(options: Options) -> LexicalEngine:
    return Fts4(noise=read_options(Fts4Options, options).noise)
