"""Running one MATCH expression over an FTS5 table."""

from __future__ import annotations

import functools
import sqlite3
from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.order import best_first, place_in_sql
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
    if depth is None:  # numpy sorts faster than SQLite
        ids, scores = _arrays(corpus.connection.execute(rank, (match,)).fetchall())
        order = best_first(corpus, ids, scores)
        return Found(ids[order], scores[order], len(ids))
    place = place_in_sql(corpus, "rowid")
    bounded = f"{rank} ORDER BY bm25({table.name}), {place} LIMIT ?"
    ids, scores = _arrays(corpus.connection.execute(bounded, (match, depth)).fetchall())
    total = len(ids)
    if total == depth:
        count = f"SELECT count(*) FROM {table.name} WHERE {table.name} MATCH ?"
        total = int(corpus.connection.execute(count, (match,)).fetchone()[0])
    return Found(ids, scores, total)


def _arrays(rows: list[tuple[int, float]]) -> tuple[IdArray, ScoreArray]:
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    return ids, np.fromiter((-row[1] for row in rows), np.float64, len(rows))
