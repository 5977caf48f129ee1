"""What the default profile looks up for a query's word: itself, its synonyms, what it begins, what it misspells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from index.corpus import Corpus
from index.engines.fts5_search import quoted
from index.store.fts import FtsTable
from index.text.query_words import words_of
from index.text.segments import is_unspaced
from index.text.stem import porter_stem
from index.text.vocabulary import stems_of

SPLIT = FtsTable(
    "fts_triptych",
    (
        ("name", "search_words({row}.name)"),
        ("server", "search_words({row}.server)"),
        ("title", "search_words({row}.title)"),
        ("description", "search_words({row}.description)"),
        ("parameters", "parameter_search_words({row}.parameters)"),
    ),
    "porter unicode61 remove_diacritics 2",
    version=2,
)

SHORTEST_PREFIX = 3
MOST_CORRECTIONS = 2
_vocabulary = stems_of(SPLIT)
COMMON = 5_000
"""Tools from which on to read a word for the first time is felt (some 3 ms a thousand)."""
_PLAIN = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class TermPart:
    """One term of a search: a tool's score is the sum over the parts of `weight` * bm25(`match`).

    `word` is the query's word, `kind` how `match` follows from it: "exact", "prefix", "synonym" or "corrected";
    `term` is the word that `match` looks for, without its quotes. `match` is one FTS5 string, with or without a `*`.
    """

    word: str
    kind: str
    match: str
    weight: float
    term: str


class Readings:
    """The terms of words under one profile's weights.

    Args:
        synonyms: groups of words that mean much the same, each group one string of words parted by spaces; in it,
            an underscore joins the words of a phrase.
        synonym, prefix, corrected: what such a match counts beside an exact one.

    """

    def __init__(self, synonyms: Iterable[str], synonym: float, prefix: float, corrected: float) -> None:
        self._weights = {"synonym": synonym, "prefix": prefix, "corrected": corrected}
        self._synonyms: dict[str, dict[str, str]] = {}
        for group in synonyms:
            words = [word.replace("_", " ") for word in group.lower().split()]
            for word in words:
                self._synonyms.setdefault(_stems(word), {}).update({_stems(other): other for other in words})
        self._phrases = tuple(phrase for phrase in self._synonyms if " " in phrase)

    def parts(self, corpus: Corpus, weights: dict[str, float], pieces: frozenset[str]) -> tuple[TermPart, ...]:
        """The terms of a query's words, given each word's weight. `pieces` are taken as they are.

        A synonym that is itself a word of the query is not searched again, nor one of two words.
        """
        stems = {_stems(word): word for word in weights}
        asked = set(stems)
        found: list[TermPart] = []
        for word, weight in weights.items():
            if word in pieces:
                found.append(TermPart(word, "exact", _match(word), weight, word))
            elif _is_known(corpus, _match(word)):
                found.append(TermPart(word, "exact", _match(word), weight, word))
                found += self._synonyms_of(word, word, weight, asked)
            else:
                found += self._unknown(corpus, word, weight, asked)
        for phrase in self._phrases:
            if all(stem in stems for stem in phrase.split()):
                last = stems[phrase.split()[-1]]
                found += self._synonyms_of(last, phrase, weights[last], asked | {phrase})
        return tuple(part for part in found if part.weight)

    def _unknown(self, corpus: Corpus, word: str, weight: float, asked: set[str]) -> list[TermPart]:
        """A word no tool has: it may begin one (it is still being typed), have synonyms, or be misspelt."""
        found = self._synonyms_of(word, word, weight, asked)
        prefix = f"{quoted(word)}*"
        if len(word) >= SHORTEST_PREFIX and _is_known(corpus, prefix):
            return [TermPart(word, "prefix", prefix, weight * self._weights["prefix"], word), *found]
        if not found and self._weights["corrected"]:
            less = weight * self._weights["corrected"]
            for right in _corrections(corpus, word):
                found.append(TermPart(word, "corrected", quoted(right), less, right))
                found += self._synonyms_of(word, right, less, asked)
        return found or [TermPart(word, "exact", _match(word), weight, word)]

    def _synonyms_of(self, word: str, known_as: str, weight: float, asked: set[str]) -> list[TermPart]:
        found = []
        for stem, other in self._synonyms.get(_stems(known_as), {}).items():
            if stem not in asked:
                asked.add(stem)
                found.append(TermPart(word, "synonym", quoted(other), weight * self._weights["synonym"], other))
        return found


def common_matches(corpus: Corpus, but: Collection[str]) -> list[str]:
    """The expressions of words that very many tools have, most frequent first, and then of what begins these words.

    `but` are words that nobody searches for.
    """
    left_out = {porter_stem(word) for word in but}
    stems = [stem for stem in _vocabulary.of(corpus).common(COMMON) if stem not in left_out and _PLAIN.fullmatch(stem)]
    begun = (stem[:length] for stem in stems for length in range(SHORTEST_PREFIX, len(stem)))
    words = [quoted(stem) for stem in stems if porter_stem(stem) == stem]
    return words + [f"{quoted(start)}*" for start in dict.fromkeys(begun) if porter_stem(start) == start]


def _stems(words: str) -> str:
    """The stems of a word or of a phrase's words."""
    return " ".join(map(porter_stem, words.split()))


def _corrections(corpus: Corpus, word: str) -> list[str]:
    """The words a misspelt one may stand for, as they are written in some tool that has them."""
    if any(map(str.isdigit, word)) or is_unspaced(word):
        return []
    near = _vocabulary.of(corpus).nearest(word, porter_stem(word), MOST_CORRECTIONS)
    return list(dict.fromkeys(_as_written(corpus, stem) for stem in near))


def _as_written(corpus: Corpus, stem: str) -> str:
    """A word with that stem out of the first tool that has one, else the stem itself."""
    row = corpus.connection.execute(
        "SELECT name, server, title, description, parameters FROM tools WHERE id IN "
        f"(SELECT rowid FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ? ORDER BY rowid LIMIT 1)",
        (quoted(stem),),
    ).fetchone()
    words = (word for text in row or () for word in words_of(text))
    has_stem: Callable[[str], bool] = lambda word: porter_stem(word) == stem  # noqa: E731
    return next(filter(has_stem, words), stem)


def _is_known(corpus: Corpus, match: str) -> bool:
    sql = f"SELECT 1 FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ? LIMIT 1"
    return corpus.connection.execute(sql, (match,)).fetchone() is not None


def _match(word: str) -> str:
    """The FTS5 expression for one word; a single character of an unspaced script also begins a pair."""
    return f"{quoted(word)}*" if len(word) == 1 and is_unspaced(word) else quoted(word)
