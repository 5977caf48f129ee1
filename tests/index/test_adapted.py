"""Which queries are embedded with the adapter, and that vectors with and without it are never mixed up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from index.compare import compare
from index.embedder import Vector
from index.explain.explainer import Explainer
from index.explain.occlusion import VectorCache
from index.explain.semantic import NO_ADAPTER, SemanticExplanation
from index.profile import Part, Profile
from index.query import Query
from index.ranking import Ranking
from index.searcher import Searcher
from index.store.store import Store
from index.suite.query_vectors import QueryVectors
from tests.index.catalog import catalog, corpus, space

TOOLS = [("lamp", "Switches a lamp."), ("door", "Opens a door.")]


class AdaptedEmbedder:
    """Points a query along the first axis, and with its adapter towards the second; remembers what it embedded."""

    identity = name = "adapted"
    dimensions = 2

    def __init__(self, adapter: str = "one") -> None:
        self.adapter = adapter
        self.text_adapter = ""
        self.asked: list[tuple[str, float]] = []

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        self.asked.append((text, adapter))
        vector = np.array([1.0, adapter], np.float32)
        unit: Vector = vector / np.linalg.norm(vector)
        return unit

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        raise AssertionError("no tool is embedded here")

    def close(self) -> None:
        """Nothing runs behind it."""


def searcher_of(store: Store, embedder: AdaptedEmbedder, adapter: float) -> Searcher:
    """A profile with the adapter counting so much; each tool has one vector, along one of the axes."""
    options = {"adapter": adapter, "whole": 1.0, "name": 0.0, "sentence": 0.0}
    profile = Profile(f"{adapter}", "", Part("rrf"), semantic=Part("triptych", options))
    searcher = Searcher(profile, embedder, lambda _name: snapshot)
    assert searcher.semantic is not None
    snapshot = space(store, searcher.semantic, {"lamp": (1.0, 0.0), "door": (0.0, 1.0)})
    return searcher


@pytest.mark.parametrize(("adapter", "first"), [(0.0, "lamp"), (2.0, "door")])
def test_a_profile_says_how_much_the_adapter_counts(adapter: float, first: str) -> None:
    store, embedder = catalog(TOOLS), AdaptedEmbedder()
    answer = searcher_of(store, embedder, adapter).search(corpus(store), Query("dark"))
    assert embedder.asked == [("dark", adapter)]
    assert isinstance(answer.semantic, Ranking)
    names = dict(store.connection().execute("SELECT id, name FROM tools"))
    assert names[int(answer.semantic.ids[0])] == first


def test_profiles_share_a_vector_only_with_the_same_adapter() -> None:
    store, embedder = catalog(TOOLS), AdaptedEmbedder()
    searchers = [searcher_of(store, embedder, adapter) for adapter in (0.0, 2.0, 0.0, 2.0)]
    found = compare(searchers, corpus(store), Query("dark"))
    assert embedder.asked == [("dark", 0.0), ("dark", 2.0)]
    firsts = [int(column.answer.fused.ids[0]) for column in found.columns]
    assert firsts[0] == firsts[2] != firsts[1] == firsts[3]


def test_kept_query_vectors_are_told_apart_by_adapter_and_strength(tmp_path: Path) -> None:
    store = Store(tmp_path / "index.sqlite")
    try:
        first = QueryVectors(store, AdaptedEmbedder())
        kept = [first.get("dark", strength) for strength in (0.0, 1.0, 2.0)]
        first.save()
        again = AdaptedEmbedder()
        for strength, vector in zip((0.0, 1.0, 2.0), kept, strict=True):
            assert np.array_equal(QueryVectors(store, again).get("dark", strength), vector)
        assert again.asked == []
        another = AdaptedEmbedder("two")
        vectors = QueryVectors(store, another)
        vectors.get("dark", 0.0)
        vectors.get("dark", 1.0)
        assert another.asked == [("dark", 1.0)]
    finally:
        store.close()


def test_remembered_vectors_are_told_apart_by_strength() -> None:
    embedder = AdaptedEmbedder()
    cache = VectorCache(embedder)
    for strength in (0.0, 1.0, 0.0, 1.0):
        assert cache.query("dark", strength)[1] == pytest.approx(strength / (1 + strength**2) ** 0.5)
    assert embedder.asked == [("dark", 0.0), ("dark", 1.0)]


def test_an_explanation_asks_once_what_it_would_be_without_the_adapter() -> None:
    store, embedder = catalog(TOOLS), AdaptedEmbedder()
    searcher = searcher_of(store, embedder, 2.0)
    answer = searcher.search(corpus(store), Query("dark"))
    explainer = Explainer(corpus(store), searcher, searcher.space_of)
    found: dict[str, list[float | None]] = {}
    for tool_id, name in store.connection().execute("SELECT id, name FROM tools"):
        explained = explainer.explain(answer, tool_id)
        assert explained is not None and isinstance(explained.semantic, SemanticExplanation)
        found[name] = [explained.semantic.unadapted, explained.semantic.score]
    assert found["lamp"] == pytest.approx([1.0, 1 / 5**0.5])
    assert found["door"] == pytest.approx([0.0, 2 / 5**0.5])
    assert embedder.asked == [("dark", 2.0), ("dark", 0.0)]


def test_a_model_without_an_adapter_is_not_asked_again_and_that_is_told() -> None:
    store, embedder = catalog(TOOLS), AdaptedEmbedder(adapter="")
    searcher = searcher_of(store, embedder, 2.0)
    answer = searcher.search(corpus(store), Query("dark"))
    explained = Explainer(corpus(store), searcher, searcher.space_of).explain(answer, 1)
    assert explained is not None and isinstance(explained.semantic, SemanticExplanation)
    assert explained.semantic.unadapted is None
    assert NO_ADAPTER in explained.semantic.notes
    assert any("learned for another model" in sentence for sentence in explained.sentences)
    assert embedder.asked == [("dark", 2.0)]
