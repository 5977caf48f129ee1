"""Which words raise or lower a semantic score: each is left out and the rest embedded again."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from index.embedder import Embedder, Vector, text_identity
from index.engines.base import SemanticEngine
from index.query import Query
from index.ranking import Ranking
from index.tool import Tool
from index.vectors.space import VectorSpace

MOST_WORDS = 160
"""Words of a description that are tried; a model reads hardly more."""

MOST_CHARACTERS = 10_000
"""Characters of a description that are tried: four times what the bundled model reads."""

MOST_KEPT = 8_000
"""Vectors remembered, 1.5 kB each with the bundled model."""

_SLICE = 6
_WORD = re.compile(r"[^\W_]+(?:['\u2019.-][^\W_]+)*")
_NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")
_SPACES = re.compile(r"[ \t]{2,}")
_SEPARATORS = re.compile(r"([\s_.:/-])[\s_.:/-]+")


@dataclass(frozen=True, slots=True)
class WordEffect:
    """What one word does. `field` is "query", "keyword 1" (and so on), "name" or "description"; `start` and `end` its
    place in that text. `effect` is the score with the word less the score without it: above 0 the word helps.
    """

    field: str
    start: int
    end: int
    word: str
    effect: float


@dataclass(frozen=True, slots=True)
class Variant:
    """A query and a tool with one word left out of one of them."""

    field: str
    start: int
    end: int
    word: str
    query: Query
    tool: Tool


_Key = tuple[str, float | None, str]
"""A model, how much its adapter counts (None for a tool's text), and the text."""


class VectorCache:
    """Vectors by model and text, the last used ones. For any thread."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._lock = threading.Lock()
        self._held: OrderedDict[_Key, Vector] = OrderedDict()
        self.embedded = 0

    def query(self, text: str, adapter: float) -> Vector:
        """Raises RuntimeError when the model cannot answer, like `passages`."""
        key = (self._embedder.identity, adapter, text)
        found = self._get(key)
        if found is None:
            found = self._embedder.embed_query(text, adapter)
            self.embedded += 1
            self._put(key, found)
        return found

    def passages(self, texts: Sequence[str], adapter: float) -> Vector:
        """Shape (len(texts), d)."""
        identity = text_identity(self._embedder, adapter)
        known = {text: self._get((identity, None, text)) for text in texts}
        fresh = [text for text, vector in known.items() if vector is None]
        if fresh:
            self.embedded += len(fresh)
            for text, vector in zip(fresh, self._embedder.embed_passages(fresh, adapter), strict=True):
                known[text] = vector
                self._put((identity, None, text), vector)
        rows = [vector for vector in map(known.__getitem__, texts) if vector is not None]
        return np.array(rows, np.float32).reshape(len(texts), self._embedder.dimensions)

    def _get(self, key: _Key) -> Vector | None:
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def _put(self, key: _Key, vector: Vector) -> None:
        with self._lock:
            self._held[key] = vector
            while len(self._held) > MOST_KEPT:
                self._held.popitem(last=False)


def variants(query: Query, tool: Tool) -> tuple[Variant, ...]:
    """Every word left out once: of the query first, then of the name, then of the description in its order."""
    found = []
    for match in _WORD.finditer(query.description):
        less = replace(query, description=_without(query.description, match))
        found.append(Variant("query", match.start(), match.end(), match[0], less, tool))
    for number, keyword in enumerate(query.keywords):
        for match in _WORD.finditer(keyword):
            words = (*query.keywords[:number], _without(keyword, match), *query.keywords[number + 1 :])
            field = f"keyword {number + 1}"
            found.append(Variant(field, match.start(), match.end(), match[0], replace(query, keywords=words), tool))
    for match in _NAME_PART.finditer(tool.name):
        less_named = replace(tool, name=_name_without(tool.name, match))
        found.append(Variant("name", match.start(), match.end(), match[0], query, less_named))
    for number, match in enumerate(_WORD.finditer(tool.description)):
        if number == MOST_WORDS:
            break
        less_said = replace(tool, description=_without(tool.description, match))
        found.append(Variant("description", match.start(), match.end(), match[0], query, less_said))
    return tuple(found)


def effects(engine: SemanticEngine, vectors: VectorCache, query: Query, tool: Tool) -> Iterator[tuple[WordEffect, ...]]:
    """The words' effects, a few at a time: stop iterating to cancel. Nothing where the engine cannot score the tool.

    Raises:
        RuntimeError: the model cannot answer.

    """
    text = engine.query_text(query)
    if not text.strip():
        return
    tool = replace(tool, description=tool.description[:MOST_CHARACTERS])
    base = _scores(engine, vectors, query, [tool])[0]
    if base is None:
        return
    waiting = list(variants(query, tool))
    while waiting:
        some, waiting = waiting[:_SLICE], waiting[_SLICE:]
        done = [*_query_effects(engine, vectors, query, some, base), *_tool_effects(engine, vectors, query, some, base)]
        if done:
            yield tuple(done)


def _query_effects(
    engine: SemanticEngine, vectors: VectorCache, query: Query, some: list[Variant], base: float
) -> Iterator[WordEffect]:
    text = engine.query_text(query)
    for variant in some:
        less = engine.query_text(variant.query)
        if less == text or not less.strip():
            continue
        yield _effect(variant, base, _scores(engine, vectors, variant.query, [variant.tool])[0])


def _tool_effects(
    engine: SemanticEngine, vectors: VectorCache, query: Query, some: list[Variant], base: float
) -> Iterator[WordEffect]:
    changed = [variant for variant in some if variant.field in ("name", "description")]
    scores = _scores(engine, vectors, query, [variant.tool for variant in changed]) if changed else []
    for variant, score in zip(changed, scores, strict=True):
        yield _effect(variant, base, score)


def _effect(variant: Variant, base: float, score: float | None) -> WordEffect:
    """A variant that the engine's threshold leaves out scores as good as nothing."""
    return WordEffect(variant.field, variant.start, variant.end, variant.word, base - (score or 0.0))


def _scores(engine: SemanticEngine, vectors: VectorCache, query: Query, tools: Sequence[Tool]) -> list[float | None]:
    """What the engine itself says of these tools, as if they were the whole catalog."""
    rows = [(facet.kind, number, facet.text) for number, tool in enumerate(tools) for facet in engine.facets(tool)]
    rows.sort(key=lambda row: (row[0], row[1]))
    ids = np.array([number for _, number, _ in rows], np.int64)
    space = VectorSpace(
        vectors.passages([text for _, _, text in rows], engine.text_adapter),
        ids,
        np.array([kind for kind, _, _ in rows], np.int16),
        tuple(str(number).encode() for number in range(len(rows))),
        np.unique(ids),
    )
    ranking = engine.rank(space, vectors.query(engine.query_text(query), engine.adapter), query)
    return [ranking.score_of(number) if isinstance(ranking, Ranking) else None for number in range(len(tools))]


def _without(text: str, match: re.Match[str]) -> str:
    """The text without the word; spaces that then meet become one."""
    return _SPACES.sub(" ", text[: match.start()] + text[match.end() :]).strip()


def _name_without(name: str, match: re.Match[str]) -> str:
    """The name without a part of it; separators that then meet become one."""
    return _SEPARATORS.sub(r"\1", name[: match.start()] + name[match.end() :]).strip("_.:/- ")
