"""Words that some model families were trained to see before a query and before a passage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Text put before every query and before every passage, the space included."""

    query: str = ""
    passage: str = ""


_BGE = "Represent this sentence for searching relevant passages: "
_TASK = "Given a task, retrieve the tool that carries it out"

_FAMILIES: tuple[tuple[tuple[str, ...], Prefixes], ...] = (
    (("nomic", "embed", "code"), Prefixes(query="Represent this query for searching relevant code: ")),
    (("nomic", "embed"), Prefixes("search_query: ", "search_document: ")),
    (("e5", "mistral"), Prefixes(query=f"Instruct: {_TASK}\nQuery: ")),
    (("e5", "instruct"), Prefixes(query=f"Instruct: {_TASK}\nQuery: ")),
    (("e5",), Prefixes("query: ", "passage: ")),
    (("bge", "m3"), Prefixes()),
    (("bge", "en"), Prefixes(query=_BGE)),
    (("mxbai", "embed"), Prefixes(query=_BGE)),
    (("arctic", "embed", "v2"), Prefixes(query="query: ")),
    (("arctic", "embed"), Prefixes(query=_BGE)),
    (("embeddinggemma",), Prefixes("task: search result | query: ", "title: none | text: ")),
    (("qwen3", "embedding"), Prefixes(query=f"Instruct: {_TASK}\nQuery:")),
)
"""Words of a model's name, each family's prefixes; the first that fits. Source: the models' published cards."""


def known_prefixes(names: Iterable[str]) -> Prefixes:
    """The prefixes of the family that the model's names (its own, its file's) tell, none for any other."""
    joined = " ".join(names).lower()
    for mark in "-_./:":
        joined = joined.replace(mark, " ")
    words = tuple(joined.split())
    for family, prefixes in _FAMILIES:
        if all(_has(word, words) for word in family):
            return prefixes
    return Prefixes()


def _has(word: str, words: tuple[str, ...]) -> bool:
    """A word of the name equals it, or a version of it: `v2` in `v2.0` (split already), `embed` in `embedding`."""
    return any(candidate == word or (len(word) > 3 and candidate.startswith(word)) for candidate in words)
