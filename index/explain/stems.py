"""A tool's text as words and stems, the same for every engine: to say what stands nowhere, and what tools share."""

from __future__ import annotations

import re
from functools import lru_cache

from index.explain.tokens import fts5_tokens
from index.text.query_words import words_of
from index.tool import Tool

__all__ = ["SMALL", "stems", "text_fields", "words_of"]

_WORD = re.compile(r"[^\W_]+")
TOKENIZE = "porter unicode61 remove_diacritics 2"

_SMALL = (
    "a an and any are as at be but by can could do does for from give has have help how i if in into is "
    "it its just let me my need of on or our please should so some that the their them then there these "
    "this those to up us use using via want was we what when where which who will with would you your"
)
SMALL = frozenset(_SMALL.split())
"""Words nobody would add to a description to be found by."""


@lru_cache(4_096)
def stems(text: str) -> tuple[str, ...]:
    """Porter stems of a text's words, in order, camelCase and snake_case taken apart."""
    return fts5_tokens(TOKENIZE, " ".join(words_of(text)))


def text_fields(tool: Tool) -> tuple[tuple[str, str], ...]:
    """The texts an author writes for a tool, by field."""
    parameters = " ".join(f"{parameter.name} {parameter.description}" for parameter in tool.parameters)
    return (("name", tool.name), ("description", tool.description), ("parameters", parameters))


def differing(text: str, other: str) -> tuple[tuple[int, int], ...]:
    """Where words of a text stand, (start, end), whose stems the other text does not have."""
    known = set(stems(other))
    found = []
    for match in _WORD.finditer(text):
        own = stems(match[0])
        if own and match[0].lower() not in SMALL and not set(own) <= known:
            found.append(match.span())
    return tuple(found)
