"""The per-word scorer of `workbench`: words to postings, typos corrected, synonyms and prefixes widened."""

from __future__ import annotations

import math
import re
import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.options import read_options
from index.engines.workbench_postings import POSITION_BITS, Postings, Slots
from index.engines.workbench_spelling import Reading, Vocabulary
from index.engines.workbench_words import Words, split, stem
from index.order import catalog_places
from index.query import Query
from index.ranking import Dropped, Ranking, Rewrite
from index.registry import lexical_engine
from index.store.fts import FtsTable
from index.store.store import Store

NAME, SERVER, DESCRIPTION = 3.0, 2.0, 1.0
K1, B = 1.2, 0.75
MOST_WORDS = 1_000
"""Distinct query words that are scored; more are dropped with a note."""

MOST_KEPT = 2_000
"""Query words whose hits are remembered while the catalog stays the same."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WorkbenchOptions:
    """`stop_words` are dropped; each of `synonyms` is a group of words parted by spaces."""

    stop_words: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class WordHits:
    """What one query word gives: `slots` it hit, `scores` (idf included), whether `in_name`, the name words hit."""

    slots: Slots
    scores: Floats
    in_name: NDArray[np.bool_]
    name_codes: Slots


class CatalogScores:
    """One catalog's postings and all that follows from its present state, worked out once a state."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._postings = Postings(words)
        self._revision: int | None = None
        self._state = -1
        self._hits: dict[str, WordHits] = {}

    def update(self, corpus: Corpus) -> None:
        """Follow the catalog; free when its revision is the one already known."""
        if corpus.revision == self._revision:
            return
        self._postings.update(corpus)
        if self._state != self._postings.changed:
            self._derive()
            self._state = self._postings.changed
        self.places = catalog_places(corpus, self.ids)
        self._revision = corpus.revision  # last: a query may be interrupted anywhere above

    def _derive(self) -> None:
        postings = self._postings
        self.vocabulary = Vocabulary(self._words, postings.counts)
        self.ids = postings.tool_ids()
        names = postings.names()
        ranks = {name: rank for rank, name in enumerate(sorted(set(names)))}
        self.name_ranks = np.array([ranks[name] for name in names], np.int64)
        self.named: dict[str, list[int]] = {}
        for slot, name in enumerate(names):
            self.named.setdefault(name.lower(), []).append(slot)
        self.name_lengths, lengths = postings.lengths()
        self.size = len(postings)
        self.average_length = float(lengths.sum() / max(len(postings), 1) or 1.0)
        self._damping = K1 * (1 - B + B * lengths / self.average_length)
        self._hits.clear()

    def hits(self, word: str) -> WordHits:
        """The tools a query word hits."""
        found = self._hits.get(word)
        if found is None:
            if len(self._hits) >= MOST_KEPT:
                self._hits.clear()
            found = self._hits[word] = self._score(self.vocabulary.read(word))
        return found

    def _score(self, reading: Reading) -> WordHits:
        """3 x best in name + 2 x best in server + the description's saturated part, times idf."""
        size = self._postings.size
        name, server, description, counts = (np.zeros(size) for _ in range(4))
        codes = []
        for word, quality in sorted(reading.qualities, key=lambda pair: pair[1]):  # the best is written last
            slots = self._postings.slots_of(word)
            name[slots.name] = quality
            server[slots.server] = quality
            description[slots.description] = quality
            counts[slots.description] += slots.description_counts
            codes.append(slots.name_codes)
        parts = NAME * name + SERVER * server
        parts += DESCRIPTION * description * counts * (K1 + 1) / (counts + self._damping)
        hit = np.flatnonzero(parts)
        number = len(self._postings)
        idf = math.log(1 + (number - len(hit) + 0.5) / (len(hit) + 0.5))
        return WordHits(hit, parts[hit] * idf, name[hit] > 0, np.concatenate(codes) if codes else np.empty(0, np.int64))

    def totals(self, words: Sequence[str], whole: str) -> tuple[Slots, Floats]:
        """Slots hit and their scores, rounded to 2 places. `whole` is the query, to compare with names."""
        size = self._postings.size
        sums, covered, in_name = np.zeros(size), np.zeros(size), np.zeros(size)
        codes = []
        for word in words:
            hits = self.hits(word)
            sums[hits.slots] += hits.scores
            covered[hits.slots] += 1
            in_name[hits.slots] += hits.in_name
            codes.append(hits.name_codes)
        slots = np.flatnonzero(sums)
        if not len(slots):
            return slots, np.empty(0)
        named = np.unique(np.concatenate(codes)) >> POSITION_BITS
        precision = np.bincount(named, minlength=size)[slots] / np.maximum(self.name_lengths[slots], 1)
        scores = sums[slots] * (0.25 + 0.75 * (covered[slots] / len(words)) ** 2)
        scores *= (1 + (in_name[slots] / len(words)) ** 2) * (0.8 + 0.2 * precision)
        exact = self.named.get(whole.strip().lower())
        if exact:
            scores[np.isin(slots, exact)] *= 2
        return slots, np.floor(scores * 100 + 0.5) / 100


class Workbench:
    """Scores every tool that shares a word with the query. Ties are in order of name, then catalog order."""

    tables: tuple[FtsTable, ...] = ()

    def __init__(self, options: WorkbenchOptions) -> None:
        self.words = Words(options.stop_words, options.synonyms)
        self._catalogs: weakref.WeakKeyDictionary[Store, tuple[int, CatalogScores]] = weakref.WeakKeyDictionary()

    def scores(self, corpus: Corpus) -> CatalogScores:
        """The catalog's postings, brought up to date."""
        epoch, known = self._catalogs.get(corpus.store, (-1, None))
        if known is None or epoch != corpus.store.epoch:  # a rebuilt store gives ids and revisions out again
            known = CatalogScores(self.words)
            self._catalogs[corpus.store] = (corpus.store.epoch, known)
        known.update(corpus)
        return known

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        text = query.single_string
        surfaces, dropped = self.read(text)
        kept = list(surfaces)[:MOST_WORDS]
        catalog = self.scores(corpus)
        slots, scores = catalog.totals(kept, text)
        order = np.lexsort((catalog.places[slots], catalog.name_ranks[slots], -scores))
        slots, scores = slots[order], scores[order]
        keywords = any(word.strip() for word in query.keywords)
        return Ranking(
            "workbench",
            catalog.ids[slots[:depth]],
            scores[:depth],
            len(slots),
            input="description + keywords" if keywords else "description",
            dropped=dropped,
            rewrites=_rewrites(surfaces, kept, catalog.vocabulary),
            notes=_notes(text, surfaces),
        )

    def read(self, text: str) -> tuple[dict[str, str], tuple[Dropped, ...]]:
        """The query's stems, each with the word it came from, and what was dropped."""
        surfaces: dict[str, str] = {}
        dropped = []
        for word in split(text):
            if word in self.words.stop_words:
                dropped.append(Dropped(word, "stop word"))
            elif stem(word) in surfaces:
                dropped.append(Dropped(word, "already there"))
            else:
                surfaces[stem(word)] = word
        return surfaces, tuple(dropped)


def _rewrites(surfaces: dict[str, str], kept: Sequence[str], vocabulary: Vocabulary) -> tuple[Rewrite, ...]:
    rewrites = []
    for word in kept:
        reading = vocabulary.read(word)
        for kind, to in (
            ("corrected", reading.corrections),
            ("synonym", reading.synonyms),
            ("prefix", reading.prefixes),
        ):
            if to:
                rewrites.append(Rewrite(surfaces[word], kind, to))
    return tuple(rewrites)


def _notes(text: str, surfaces: dict[str, str]) -> tuple[str, ...]:
    if len(surfaces) > MOST_WORDS:
        return (f"only the first {MOST_WORDS:,} of {len(surfaces):,} words were searched",)
    if not surfaces and re.search(r"\S", text):
        return ("no word to search for is left",)
    return ()


@lexical_engine("workbench")
def build(options: Options) -> LexicalEngine:
    return Workbench(read_options(WorkbenchOptions, options))
