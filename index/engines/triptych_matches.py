"""What single terms match, remembered: while somebody types, all words but the last are those of the key before.

Remembered by the stems it finds: "proj", "proje" and "project" are one term where nothing else begins like that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from index.corpus import Corpus
from index.engines.triptych_terms import SPLIT
from index.order import catalog_places
from index.ranking import IdArray, ScoreArray
from index.text.stem import porter_stem
from index.text.vocabulary import stems_beginning

MOST_ROWS = 3_000_000
"""Rows held of one state of a catalog: 48 MB, in a catalog of 100,000 tools."""
_MOST_STEMS = 2_000
"""Stems a prefix is known by; one that begins more is its own."""
_MOST_PREFIXES = 4_096
_ONE_WORD = re.compile(r'"([a-z0-9]+)"(\*?)')


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """The tools one term matches, by their places in catalog order, in no order, and its bm25 of each."""

    places: IdArray
    scores: ScoreArray


class _Key(NamedTuple):
    """What was read: what it looks for, and whether in names alone, without scores, or everywhere, with them."""

    terms: frozenset[str]
    in_names: bool


class Matches:
    """The terms of one state of a catalog. Holds the last used ones, at most `most` rows; for one thread at a time.

    `bm25` is the SQL expression of a row's score, lower is better.
    """

    def __init__(self, bm25: str, most: int = MOST_ROWS) -> None:
        self._bm25 = bm25
        self._most = most
        self._rows = 0
        self._held: dict[_Key, Matched] = {}
        self._begun: dict[str, str] = {}

    def scored(self, corpus: Corpus, match: str) -> Matched:
        """Every tool the expression matches, with its score."""
        return self._of(corpus, _Key(frozenset((self._term(corpus, match),)), in_names=False), match)

    def named(self, corpus: Corpus, matches: Sequence[str]) -> IdArray:
        """The places of every tool whose name one of the expressions matches; that costs less than scores."""
        key = _Key(frozenset(self._term(corpus, match) for match in matches), in_names=True)
        return self._of(corpus, key, f"name : ({' OR '.join(matches)})").places

    @property
    def is_roomy(self) -> bool:
        """Whether what nobody has asked for yet may be read: a third of the room is for what is asked."""
        return self._rows < self._most * 2 / 3

    def _term(self, corpus: Corpus, match: str) -> str:
        """What an expression of one word looks for: its stem, or a hash of the stems it begins; else itself.

        Where that is the same, rows and scores are the same.
        """
        word = _ONE_WORD.fullmatch(match)
        if word is None:
            return match
        stem = porter_stem(word[1])
        if not word[2]:
            return stem
        if stem not in self._begun:
            stems = stems_beginning(SPLIT, corpus, stem, _MOST_STEMS + 1)
            if len(self._begun) >= _MOST_PREFIXES:
                self._begun.clear()
            self._begun[stem] = stems[0] if len(stems) == 1 else _hash(stems) if len(stems) <= _MOST_STEMS else match
        return self._begun[stem]

    def _of(self, corpus: Corpus, key: _Key, match: str) -> Matched:
        held = self._held.pop(key, None)
        if held is None:
            held = self._read(corpus, match, scored=not key.in_names)
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


def _hash(stems: Sequence[str]) -> str:
    return f"#{hashlib.sha256(' '.join(stems).encode()).hexdigest()}"
