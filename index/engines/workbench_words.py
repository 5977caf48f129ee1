"""Words as the per-word scorer of `workbench` sees them: split, folded, stemmed, and their synonyms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType

_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_FOLDED = (
    (re.compile(r"pull[\s_-]?requests?"), "pr"),
    (re.compile(r"merge[\s_-]?requests?"), "mr"),
)
_WORD = re.compile(r"[a-z0-9]+")
_SIBILANT = ("ses", "xes", "ches", "shes")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A crude stem, the same for tools and queries: updates, updated and update all give updat."""
    length = len(word)
    if word.endswith("ies") and length > 4:
        word = word[:-3] + "y"
    elif word.endswith("ing") and length > 5:
        word = word[:-3]
    elif (word.endswith("ed") and length > 4) or (word.endswith(_SIBILANT) and length > 4):
        word = word[:-2]
    elif word.endswith("s") and length > 2 and word[-2] not in "sui":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def split(text: str) -> list[str]:
    """Lower-case runs of a-z and 0-9, camelCase taken apart, pull and merge requests folded to pr and mr."""
    text = _CAMEL.sub(r"\1 \2", text).lower()
    for phrase, short in _FOLDED:
        text = phrase.sub(short, text)
    return _WORD.findall(text)


class Words:
    """Tokens and synonyms under one profile's lists.

    Args:
        stop_words: words that are dropped before stemming.
        synonyms: groups of words, each group one string of words parted by spaces.

    """

    def __init__(self, stop_words: Iterable[str], synonyms: Iterable[str]) -> None:
        self.stop_words = frozenset(stop_words)
        table: dict[str, dict[str, None]] = {}
        for group in synonyms:
            stems = list(dict.fromkeys(stem(word) for word in group.split()))
            for word in stems:
                table.setdefault(word, {}).update(dict.fromkeys(other for other in stems if other != word))
        self.synonyms = MappingProxyType({word: tuple(others) for word, others in table.items()})

    def tokens(self, text: str) -> list[str]:
        """The stems of a text's words without the stop words, repetitions included."""
        return [stem(word) for word in split(text) if word not in self.stop_words]
