"""Which words of a query are worth looking up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from index.query import Query
from index.ranking import Dropped
from index.store.functions import search_words
from index.text.segments import segmented

_WORD = re.compile(r"[^\W_]+")
_CONTRACTED = re.compile(r"(?<=[^\W_])['\u2019](?:s|t|re|ve|ll|d|m)\b", re.IGNORECASE)
_UNSAFE = re.compile("[\0\ud800-\udfff]")

MOST_WORDS = 64
"""Distinct words looked up at most: a pasted page must not stop the typing."""


@dataclass(frozen=True, slots=True)
class QueryWords:
    """Lower-case words in the query's order, each once, and what was left out.

    `described` come from the description, `keywords` from the keywords; a word in both is in both. `pieces` are those
    that only stand inside another one, as "hub" in "GitHub".
    """

    described: tuple[str, ...]
    keywords: tuple[str, ...]
    pieces: frozenset[str] = frozenset()
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def input(self) -> str:
        """Which text the words come from, for the column's header."""
        parts = (("description", self.described), ("keywords", self.keywords))
        return " + ".join(name for name, words in parts if words) or "description"


def words_of(text: str) -> list[str]:
    """Lower-case words as the full-text table splits them: camelCase, snake_case and unspaced scripts taken apart."""
    spaced = search_words(_UNSAFE.sub(" ", _CONTRACTED.sub(" ", text)))
    return [word.lower() for word in _WORD.findall(spaced)]


def query_words(query: Query, stop_words: frozenset[str]) -> QueryWords:
    """The words of a query less its stop words; a query of nothing but stop words keeps them."""
    dropped: dict[str, Dropped] = {}
    described = _usable((query.description,), stop_words, dropped)
    keywords = _usable(query.keywords, stop_words, dropped)
    if not described and not keywords:
        dropped.clear()
        described = _usable((query.description,), frozenset(), dropped)
        keywords = _usable(query.keywords, frozenset(), dropped)
    long = len(described) > MOST_WORDS or len(keywords) > MOST_WORDS
    notes = (f"only the first {MOST_WORDS} words were searched",) if long else ()
    whole = {word.lower() for word in _WORD.findall(segmented(query.single_string.replace("_", " ")))}
    return QueryWords(
        tuple(described[:MOST_WORDS]),
        tuple(keywords[:MOST_WORDS]),
        frozenset(word for word in (*described, *keywords) if word not in whole),
        tuple(dropped.values()),
        notes,
    )


def _usable(texts: Iterable[str], stop_words: frozenset[str], dropped: dict[str, Dropped]) -> list[str]:
    kept: dict[str, None] = {}
    for text in texts:
        for word in words_of(text):
            if word in stop_words:
                dropped.setdefault(word, Dropped(word, "stop word"))
            else:
                kept[word] = None
    return list(kept)
