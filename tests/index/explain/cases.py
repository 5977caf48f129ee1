"""Profiles over catalogs in memory, explained: what the tests of explanations share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from index.corpus import corpus_of
from index.embedder import Vector
from index.explain.explainer import Explainer
from index.explain.explanation import Explanation
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import SemanticExplanation
from index.profile import Profile, parse_profile
from index.query import Query
from index.ranking import Answer
from index.searcher import Searcher
from index.store.store import Store
from index.store.tools import iter_tools
from index.vectors.space import VectorSpace


def lexical(engine: str, options: str = "") -> Profile:
    """A profile of one lexical engine."""
    text = f'name = "p"\n[lexical]\nengine = "{engine}"\n{options}\n[fusion]\nmethod = "alone"\n'
    return parse_profile(text, source="p.toml")


def both(lexical_table: str, semantic_table: str, fusion: str, limit: int = 3) -> Profile:
    text = (
        f'name = "p"\nlimit = {limit}\n[lexical]\n{lexical_table}\n[semantic]\n{semantic_table}\n[fusion]\n{fusion}\n'
    )
    return parse_profile(text, source="p.toml")


class HashEmbedder:
    """Unit vectors of hashed words: no model, and shared words make texts near."""

    identity = "hash-32"
    name = "hash"
    dimensions = 32
    adapter = text_adapter = ""

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        row: Vector = self.embed_passages([text])[0]
        return row

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        self.embedded += texts
        rows = np.full((len(texts), self.dimensions), 0.01, np.float32)
        for number, text in enumerate(texts):
            for word in re.findall(r"[a-z0-9]+", text.lower()):
                rows[number, hashlib.sha256(word.encode()).digest()[0] % self.dimensions] += 1
        unit: Vector = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        return unit

    def close(self) -> None:
        """Nothing runs behind it."""


class Bench:
    """One store and one profile: searches and explains."""

    def __init__(self, store: Store, profile: Profile, embedder: HashEmbedder | None = None) -> None:
        self.store = store
        self.embedder = embedder
        self.searcher = Searcher(profile, embedder, self.space)
        self.corpus = corpus_of(store)
        self.without: frozenset[str] = frozenset()
        """Names of tools that have no vector yet."""

    def space(self, _name: str) -> VectorSpace:
        assert self.searcher.semantic is not None and self.embedder is not None
        rows = []
        tools = list(iter_tools(self.store.connection()))
        known = [(number, tool) for number, tool in tools if tool.name not in self.without]
        for place, (number, tool) in enumerate(known):
            for part, facet in enumerate(self.searcher.semantic.facets(tool)):
                rows.append((facet.kind, place, part, number, facet.text))
        rows.sort()
        return VectorSpace(
            HashEmbedder().embed_passages([row[4] for row in rows]),
            np.array([row[3] for row in rows], np.int64),
            np.array([row[0] for row in rows], np.int16),
            tuple(str(row).encode() for row in range(len(rows))),
            np.array([number for number, _ in known], np.int64),
            len(tools) - len(known),
        )

    def search(self, description: str = "", *keywords: str) -> Answer:
        return self.searcher.search(self.corpus, Query(description, keywords))

    def id_of(self, name: str) -> int:
        return next(number for number, tool in iter_tools(self.store.connection()) if tool.name == name)

    def explain(self, name: str, description: str = "", *keywords: str) -> Explanation:
        return self.explained(self.search(description, *keywords), self.id_of(name))

    def explained(self, answer: Answer, tool_id: int) -> Explanation:
        found = Explainer(self.corpus, self.searcher, self.space).explain(answer, tool_id)
        assert found is not None
        return found


def words(found: Explanation) -> LexicalExplanation:
    assert isinstance(found.lexical, LexicalExplanation)
    return found.lexical


def meaning(found: Explanation) -> SemanticExplanation:
    assert isinstance(found.semantic, SemanticExplanation)
    return found.semantic
