"""Tools' texts embedded with the model's adapter: in a space of their own, never mixed with those without it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from index.draft.draft import Draft, Field
from index.draft.what_if import WhatIf
from index.embedder import Embedder, Vector
from index.explain.explainer import Explainer
from index.explain.occlusion import VectorCache
from index.explain.semantic import SemanticExplanation
from index.profile import Part, Profile
from index.query import Query
from index.ranking import Ranking
from index.suite.case import Case, Suite
from index.suite.runner import SuiteRunner
from index.vectors.space import VectorSpace
from index.workspace import Workspace

TOOLS = {"set_light": "Switch a lamp on. Dim it.", "open_door": "Open the door."}
QUERY = Query("it is dark")


class AdaptedEmbedder:
    """Any text gets a vector that depends on it and on how much the adapter counts; remembers texts by strength."""

    identity = name = "adapted"
    dimensions = 8

    def __init__(self, adapter: str = "one") -> None:
        self.adapter = self.text_adapter = adapter
        self.texts: list[tuple[str, float]] = []

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        counts = f"{self.adapter} {adapter}" if self.adapter and adapter else ""
        digest = hashlib.sha256(f"{counts}\0{text}".encode()).digest()
        vector = np.frombuffer(digest[: self.dimensions], np.uint8).astype(np.float32) - 127.5
        unit: Vector = vector / np.linalg.norm(vector)
        return unit

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        self.texts += [(text, adapter) for text in texts]
        rows = [self.embed_query(text, adapter) for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), self.dimensions)

    def close(self) -> None:
        """Nothing runs behind it."""


def profile(name: str, **options: Any) -> Profile:
    return Profile(name, "", Part("rrf"), semantic=Part("triptych", options))


PROFILES = {
    "plain": profile("plain"),
    "half": profile("half", text_adapter=0.5),
    "whole": profile("whole", text_adapter=1.0, adapter=1.0),
}


def opened(folder: Path, embedder: Embedder, index: Path | None = None) -> Workspace:
    (folder / "home.json").write_text(
        json.dumps({"tools": [{"name": name, "description": text} for name, text in TOOLS.items()]})
    )
    workspace = Workspace(folder, index_path=index, profiles=PROFILES, embedder=embedder)
    workspace.sync()
    workspace.embed()
    return workspace


@pytest.fixture
def embedder() -> AdaptedEmbedder:
    return AdaptedEmbedder()


@pytest.fixture
def workspace(tmp_path: Path, embedder: AdaptedEmbedder) -> Iterator[Workspace]:
    workspace = opened(tmp_path, embedder)
    yield workspace
    workspace.close()


def space_of(workspace: Workspace, name: str) -> VectorSpace:
    engine = workspace.searcher(name).semantic
    assert engine is not None
    space = workspace.space(engine.space)
    assert isinstance(space, VectorSpace)
    return space


def texts_of(workspace: Workspace, name: str) -> list[str]:
    """The texts of a profile's space, in the order of its rows."""
    engine = workspace.searcher(name).semantic
    assert engine is not None
    tools = workspace.tools(workspace.find_tool("set_light") + workspace.find_tool("open_door")).values()
    facets = [facet for tool in tools for facet in engine.facets(tool)]
    return [facet.text for facet in sorted(facets, key=lambda facet: facet.kind)]


@pytest.mark.parametrize(("name", "strength"), [("plain", 0.0), ("half", 0.5), ("whole", 1.0)])
def test_each_strength_has_vectors_of_its_own(
    workspace: Workspace, embedder: AdaptedEmbedder, name: str, strength: float
) -> None:
    texts = texts_of(workspace, name)
    assert {text for text, counted in embedder.texts if counted == strength} == set(texts)
    assert np.array_equal(space_of(workspace, name).matrix, embedder.embed_passages(texts, strength))


def test_another_adapter_is_another_model_for_adapted_texts_alone(tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite"
    opened(tmp_path, AdaptedEmbedder("one"), index).close()
    again, another = AdaptedEmbedder("one"), AdaptedEmbedder("two")
    opened(tmp_path, again, index).close()
    assert again.texts == []
    workspace = opened(tmp_path, another, index)
    try:
        assert {strength for _, strength in another.texts} == {0.5, 1.0}
        half = another.embed_passages(texts_of(workspace, "half"), 0.5)
        assert np.array_equal(space_of(workspace, "half").matrix, half)
    finally:
        workspace.close()


def test_without_an_adapter_all_share_the_plain_vectors(tmp_path: Path) -> None:
    embedder = AdaptedEmbedder("")
    workspace = opened(tmp_path, embedder)
    try:
        assert len(embedder.texts) == len({text for text, _ in embedder.texts})
        assert np.array_equal(space_of(workspace, "whole").matrix, space_of(workspace, "plain").matrix)
    finally:
        workspace.close()


def test_drafts_are_embedded_alike(workspace: Workspace, embedder: AdaptedEmbedder) -> None:
    (number,) = workspace.find_tool("open_door")
    tool = workspace.tools([number])[number]
    draft = Draft.begin(tool).edited(tool, Field("description"), "Unlock the gate.")
    embedder.texts.clear()
    WhatIf(workspace).answer((draft,), "half", QUERY)
    assert {text for text, _ in embedder.texts} >= {"Unlock the gate."}
    assert {strength for _, strength in embedder.texts} == {0.5}


def test_remembered_texts_are_told_apart_by_strength(embedder: AdaptedEmbedder) -> None:
    cache = VectorCache(embedder)
    found = [cache.passages(["a"], strength) for strength in (0.0, 1.0, 0.0, 1.0)]
    assert embedder.texts == [("a", 0.0), ("a", 1.0)]
    assert not np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])
    assert np.array_equal(found[1], found[3])


@pytest.mark.parametrize("name", ["half", "whole"])
def test_an_explanation_tells_the_score_without_it(workspace: Workspace, name: str) -> None:
    corpus, scores = workspace.corpus(), {}
    for which in (name, "plain"):
        searcher = workspace.searcher(which)
        answer = searcher.search(corpus, QUERY)
        assert isinstance(answer.semantic, Ranking)
        scores[which] = dict(zip(answer.semantic.ids.tolist(), answer.semantic.scores.tolist(), strict=True))
        explainer = Explainer(corpus, searcher, workspace.space)
        for tool_id in scores[which]:
            found = explainer.explain(answer, tool_id)
            assert found is not None and isinstance(found.semantic, SemanticExplanation)
            assert found.semantic.sum == pytest.approx(scores[which][tool_id], abs=1e-6)
            if which == name:
                scores["before"] = scores.get("before", {}) | {tool_id: found.semantic.unadapted}
            else:
                assert found.semantic.unadapted is None
    assert scores["before"] == pytest.approx(scores["plain"], abs=1e-6)
    assert scores["before"] != pytest.approx(scores[name], abs=1e-3)


def test_a_baseline_tells_the_adapter_of_texts_alone(tmp_path: Path) -> None:
    digests: dict[str, set[str]] = {"plain": set(), "half": set()}
    for adapter in ("one", "two"):
        workspace = opened(tmp_path, AdaptedEmbedder(adapter))
        try:
            for name, found in digests.items():
                outcome = SuiteRunner(workspace).run(Suite((Case(QUERY, ("set_light",)),)), name)
                assert outcome is not None
                found.add(outcome.model)
        finally:
            workspace.close()
    assert (len(digests["plain"]), len(digests["half"])) == (1, 2)
