"""Which words of a catalog a query word stands for: itself, its synonyms, what it begins, or what it misspells."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from index.engines.workbench_words import Words

EXACT, SYNONYM, PREFIX = 1.0, 0.8, 0.7
CORRECTED = 0.7
SHORTEST_PREFIX = 3
MOST_CORRECTIONS = 2
MOST_KEPT = 10_000
"""Query words whose readings are remembered."""

_EDITS = ((8, 2), (4, 1))


@dataclass(frozen=True, slots=True)
class Reading:
    """How a query word is read: `qualities` of the catalog's words it matches, and by which rule.

    `corrections` is empty unless the word was unknown and close to known ones.
    """

    qualities: tuple[tuple[str, float], ...]
    corrections: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()


class Vocabulary:
    """The words of one state of a catalog, with how often each occurs."""

    def __init__(self, words: Words, counts: Mapping[str, int]) -> None:
        self._synonyms = words.synonyms
        self._counts = dict(counts)
        self._sorted = sorted(self._counts)
        self._known = sorted({*self._counts, *words.synonyms})
        self._by_length: dict[int, list[str]] = defaultdict(list)
        for word in self._known:
            self._by_length[len(word)].append(word)
        self._readings: dict[str, Reading] = {}

    def read(self, word: str) -> Reading:
        """The catalog's words a query word matches, each with its best quality."""
        reading = self._readings.get(word)
        if reading is None:
            if len(self._readings) >= MOST_KEPT:
                self._readings.clear()
            reading = self._readings[word] = self._read(word)
        return reading

    def _read(self, word: str) -> Reading:
        if self._knows(word):
            return self._matches(word)
        corrections = self._corrections(word)
        qualities: dict[str, float] = {}
        synonyms: dict[str, None] = {}
        prefixes: dict[str, None] = {}
        for correction in corrections:
            found = self._matches(correction)
            synonyms.update(dict.fromkeys(found.synonyms))
            prefixes.update(dict.fromkeys(found.prefixes))
            for other, quality in found.qualities:
                qualities[other] = max(qualities.get(other, 0.0), quality * CORRECTED)
        return Reading(tuple(qualities.items()), corrections, tuple(synonyms), tuple(prefixes))

    def _knows(self, word: str) -> bool:
        if word in self._counts or word in self._synonyms:
            return True
        at = bisect_left(self._known, word)
        return len(word) >= SHORTEST_PREFIX and at < len(self._known) and self._known[at].startswith(word)

    def _matches(self, word: str) -> Reading:
        qualities = {word: EXACT} if word in self._counts else {}
        synonyms = tuple(other for other in self._synonyms.get(word, ()) if other in self._counts)
        for other in synonyms:
            qualities.setdefault(other, SYNONYM)
        prefixes = tuple(other for other in self._beginning_with(word) if other not in qualities)
        for other in prefixes:
            qualities[other] = PREFIX
        return Reading(tuple(qualities.items()), (), synonyms, prefixes)

    def _beginning_with(self, word: str) -> list[str]:
        if len(word) < SHORTEST_PREFIX:
            return []
        start = end = bisect_left(self._sorted, word)
        while end < len(self._sorted) and self._sorted[end].startswith(word):
            end += 1
        return self._sorted[start:end]

    def _corrections(self, word: str) -> tuple[str, ...]:
        """The nearest known words by optimal string alignment, the most frequent first, then by alphabet."""
        from rapidfuzz import process  # only words that no tool has need it
        from rapidfuzz.distance import OSA

        edits = next((most for length, most in _EDITS if len(word) >= length), 0)
        found: list[tuple[int, int, str]] = []
        for length in range(len(word) - edits, len(word) + edits + 1) if edits else ():
            bucket = self._by_length.get(length, [])
            for other, distance, _ in process.extract_iter(word, bucket, scorer=OSA.distance, score_cutoff=edits):
                found.append((int(distance), -self._counts.get(other, 0), other))
        nearest = min((distance for distance, _, _ in found), default=0)
        return tuple(other for distance, _, other in sorted(found) if distance == nearest)[:MOST_CORRECTIONS]
