"""From a query to the literal terms that full-text engines look up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from index.query import Query
from index.ranking import Dropped

_FIELDS = re.compile(r"[^\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_WORDS = re.compile(r"[^\W_]+")
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Terms:
    """What an engine looks up, in the query's order, and what became of the rest.

    `input` says which text the terms come from; `notes` what the user should know about it.
    """

    words: tuple[str, ...]
    dropped: tuple[Dropped, ...] = ()
    input: str = ""
    notes: tuple[str, ...] = ()


def clean(text: str) -> str:
    """The text without what SQLite cannot take: NULs (which end a string early) and lone surrogates."""
    return _SURROGATES.sub("\ufffd", text.replace("\0", " "))


def keyword_terms(query: Query, noise: frozenset[str], most: int) -> Terms:
    """The terms of the keywords, or of the description when no keyword is usable.

    Each keyword is split on Unicode white space; noise words and repetitions are dropped, both without regard to
    case. The fallback looks at what is left, not at whether keywords were given: keywords that are all noise fall
    through to the description.

    Args:
        query: what was asked.
        noise: lower-case words to drop.
        most: how many distinct terms are kept at most.

    """
    words, dropped = _usable(query.keywords, noise)
    if words:
        return _bounded(words, dropped, "keywords", most)
    more, also_dropped = _usable((query.description,), noise)
    given = any(keyword.strip() for keyword in query.keywords)
    return _bounded(more, dropped + also_dropped, "description (no usable keyword)" if given else "description", most)


def letter_terms(query: Query, most: int) -> Terms:
    """Every run of Unicode letters and numbers in the description and the keywords, repetitions included."""
    words = _WORDS.findall(clean(query.single_string))
    given = any(keyword.strip() for keyword in query.keywords)
    return _bounded(words, [], "description + keywords" if given else "description", most)


def _usable(texts: Iterable[str], noise: frozenset[str]) -> tuple[list[str], list[Dropped]]:
    kept: dict[str, str] = {}
    dropped: list[Dropped] = []
    for text in texts:
        for word in _FIELDS.findall(clean(text)):
            folded = word.lower()
            if folded in noise:
                dropped.append(Dropped(word, "noise"))
            elif folded in kept:
                dropped.append(Dropped(word, "already there"))
            else:
                kept[folded] = word
    return list(kept.values()), dropped


def _bounded(words: list[str], dropped: list[Dropped], source: str, most: int) -> Terms:
    notes = (f"only the first {most:,} of {len(words):,} words were searched",) if len(words) > most else ()
    return Terms(tuple(words[:most]), tuple(dropped), source, notes)
