"""What single terms match, remembered: while somebody types, all words but the last are those of the key before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.corpus import Corpus
from index.engines.triptych_terms import SPLIT
from index.order import catalog_places
from index.ranking import IdArray, ScoreArray

MOST_ROWS = 1_500_000
"""Rows held of one state of a catalog: 24 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """The tools one term matches, by their places in catalog order, in no order, and its bm25 of each."""

    places: IdArray
    scores: ScoreArray


class Matches:
    """The terms of one state of a catalog. Holds the last used ones, at most `most` rows; for one thread at a time.

    `bm25` is the SQL expression of a row's score, lower is better.
    """

    def __init__(self, bm25: str, most: int = MOST_ROWS) -> None:
        self._bm25 = bm25
        self._most = most
        self._rows = 0
        self._held: dict[tuple[str, bool], Matched] = {}

    def scored(self, corpus: Corpus, match: str) -> Matched:
        """Every tool the expression matches, with its score."""
        return self._of(corpus, match, scored=True)

    def found(self, corpus: Corpus, match: str) -> IdArray:
        """The places of every tool the expression matches; that costs less than its scores."""
        return self._of(corpus, match, scored=False).places

    def _of(self, corpus: Corpus, match: str, *, scored: bool) -> Matched:
        key = match, scored
        held = self._held.pop(key, None)
        if held is None:
            held = self._read(corpus, match, scored=scored)
            self._rows += len(held.places)
        self._held[key] = held
        while self._rows > self._most and len(self._held) > 1:
            self._rows -= len(self._held.pop(next(iter(self._held))).places)
        return held

    def _read(self, corpus: Corpus, match: str, *, scored: bool) -> Matched:
        score = f", -{self._bm25}" if scored else ""
        sql = f"SELECT rowid{score} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ?"
        rows = corpus.connection.execute(sql, (match,)).fetchall()
        ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        scores: NDArray[np.float64] = np.fromiter((row[-1] for row in rows if scored), np.float64)
        places = catalog_places(corpus, ids)
        if len(places) and places.max() == np.iinfo(np.int64).max:  # another process has just added some
            known = places < np.iinfo(np.int64).max
            places, scores = places[known], scores[known] if scored else scores
        return Matched(places, scores)
