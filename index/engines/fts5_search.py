"""Running one MATCH expression over an FTS5 table."""

from __future__ import annotations

import functools
import sqlite3
from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.order import best_first
from index.ranking import IdArray, ScoreArray
from index.store.fts import FtsTable


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Ids and scores (bm25 negated: higher is better) in total order, and how many rows match in all."""

    ids: IdArray
    scores: ScoreArray
    total: int


@functools.cache
def has_fts5() -> bool:
    """Whether this SQLite was built with FTS5."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return True


def quoted(term: str) -> str:
    """The term as an FTS5 string: inside it, only the quote is special, and it is doubled."""
    return '"' + term.replace('"', '""') + '"'


def search(corpus: Corpus, table: FtsTable, match: str, depth: int | None) -> Found:
    """The best `depth` rows by bm25 with FTS5's default weights; ties, also at the cut, in catalog order."""
    rank = f"SELECT rowid, bm25({table.name}) FROM {table.name} WHERE {table.name} MATCH ?"
    if depth is None:
        rows = corpus.connection.execute(rank, (match,)).fetchall()
    else:
        rows = _leading(corpus, f"{rank} ORDER BY bm25({table.name}), rowid LIMIT ?", match, depth)
    total = len(rows)
    if depth is not None and total > depth:
        count = f"SELECT count(*) FROM {table.name} WHERE {table.name} MATCH ?"
        total = int(corpus.connection.execute(count, (match,)).fetchone()[0])
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    scores = np.fromiter((-row[1] for row in rows), np.float64, len(rows))
    order = best_first(corpus, ids, scores)[:depth]
    return Found(ids[order], scores[order], total)


def _leading(corpus: Corpus, sql: str, match: str, depth: int) -> list[tuple[int, float]]:
    """At least the rows that are in the best `depth`, and every row that ties with the last of them."""
    limit = depth + 1
    while True:
        rows: list[tuple[int, float]] = corpus.connection.execute(sql, (match, limit)).fetchall()
        if len(rows) < limit or depth == 0 or rows[-1][1] != rows[depth - 1][1]:
            return rows
        limit *= 4
