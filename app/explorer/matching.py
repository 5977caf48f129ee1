"""Which words of a description a query's words stand for: only for highlighting, never for ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable

from index.ranking import Answer, Ranking

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ENDINGS = ("ies", "ing", "ed", "es", "s", "e", "y")
_LONGEST = 60
_SMALL = frozenset(
    ["a", "an", "the", "to", "for", "of", "in", "on", "at", "by", "with", "from", "into", "and", "or", "is", "are"]
) | {"be", "it", "its", "this", "that", "my", "me", "i", "you", "your"}


def words_of(answer: Answer) -> tuple[str, ...]:
    """The query's words that some arm looked for, with what engines made of them, in lower case."""
    dropped: set[str] = set()
    made: list[str] = []
    for ranking in (answer.lexical, answer.semantic):
        if isinstance(ranking, Ranking):
            dropped.update(item.word.lower() for item in ranking.dropped if item.why != "already there")
            made.extend(word for rewrite in ranking.rewrites for word in rewrite.to)
    typed = _WORD.findall(answer.query.single_string)
    words = [word.lower() for word in (*typed, *made)]
    return tuple(dict.fromkeys(word for word in words if word not in dropped and word not in _SMALL))


def spans(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Where words of the text share a stem with one of the words: (start, end) in order, not overlapping."""
    stems = {_stem(word) for word in words if len(word) <= _LONGEST}
    found: list[tuple[int, int]] = []
    if not stems:
        return found
    for match in _WORD.finditer(text):
        start = match.start()
        for part in _HUMP.split(match.group()):
            if _stem(part.lower()) in stems:
                found.append((start, start + len(part)))
            start += len(part)
    return found


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
