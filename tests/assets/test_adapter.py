"""The adapters that ship belong to the model that ships, work through the whole default profile, and are explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from app.assets import PROFILES, QUERY_ADAPTER, QUERY_ADAPTER_SHA256, TEXT_ADAPTER, TEXT_ADAPTER_SHA256, asset
from index.embedder import Embedder
from index.explain.explainer import Explainer
from index.explain.occlusion import VectorCache, effects
from index.explain.semantic import SemanticExplanation
from index.explain.sentences import sentences
from index.profile import Part, Profile, load_profiles
from index.query import Query
from index.ranking import Ranking
from index.workspace import Workspace
from models.adapter import AdapterFile, read_adapter
from models.embedder import GgufEmbedder
from tests.bench.bundled import bundled_model
from tests.index.hashed import HashedEmbedder

QUERY = Query("I can't see a thing in the hallway.")
TOOLS = """{"tools": [
 {"name": "set_light", "description": "Switch a lamp on or off. Dims it, too."},
 {"name": "set_heating", "description": "Set the temperature of a room."},
 {"name": "list_rooms", "description": "List the rooms of the house, such as kitchen or hallway."},
 {"name": "open_door", "description": "Unlock the front door for a visitor."}]}"""


@pytest.fixture(scope="module")
def model() -> Iterator[GgufEmbedder]:
    embedder = bundled_model()
    yield embedder
    embedder.close()


def plain(profile: Profile) -> Profile:
    """The profile without the adapter."""
    assert profile.semantic is not None
    options = {**profile.semantic.options, "adapter": 0.0, "text_adapter": 0.0}
    return replace(profile, name="plain", semantic=Part(profile.semantic.name, MappingProxyType(options)))


def workspace_of(folder: Path, embedder: Embedder) -> Workspace:
    (folder / "home.json").write_text(TOOLS)
    ours = load_profiles(asset(PROFILES))["triptych"]
    workspace = Workspace(folder, profiles={"triptych": ours, "plain": plain(ours)}, embedder=embedder)
    workspace.sync()
    workspace.embed()
    return workspace


def explained(workspace: Workspace, profile: str) -> list[tuple[float, SemanticExplanation, str]]:
    """Each tool's score, its explanation and that in words."""
    corpus, searcher = workspace.corpus(), workspace.searcher(profile)
    answer = searcher.search(corpus, QUERY)
    assert isinstance(answer.semantic, Ranking)
    found = []
    for tool_id in sorted(answer.semantic.ids.tolist()):
        whole = Explainer(corpus, searcher, workspace.space).explain(answer, tool_id)
        assert whole is not None and isinstance(whole.semantic, SemanticExplanation)
        found.append((answer.semantic.score_of(tool_id) or 0.0, whole.semantic, " ".join(sentences(whole))))
    return found


def test_they_were_learned_for_the_bundled_model(model: GgufEmbedder) -> None:
    assert model.adapter == read_adapter(AdapterFile(asset(QUERY_ADAPTER))).identity == QUERY_ADAPTER_SHA256
    assert model.text_adapter == read_adapter(AdapterFile(asset(TEXT_ADAPTER))).identity == TEXT_ADAPTER_SHA256


def test_scores_with_it_are_explained_to_the_last_digit(tmp_path: Path, model: GgufEmbedder) -> None:
    workspace = workspace_of(tmp_path, model)
    try:
        with_it, without = explained(workspace, "triptych"), explained(workspace, "plain")
    finally:
        workspace.close()
    for (score, found, words), (before, found_before, words_before) in zip(with_it, without, strict=True):
        assert found.sum == pytest.approx(score, abs=1e-6)
        assert found.unadapted == pytest.approx(before, abs=1e-6)
        assert found_before.unadapted is None
        assert ("adapter" in words, "adapter" in words_before) == (True, False)
    assert max(abs(score - before) for (score, *_), (before, *_) in zip(with_it, without, strict=True)) > 0.02
    lead = [scores[0][0] - max(score for score, _, _ in scores[1:]) for scores in (with_it, without)]
    assert lead[0] > lead[1] + 0.02  # the lamp, for one who only says that it is dark


def test_effects_of_words_are_measured_with_it(tmp_path: Path, model: GgufEmbedder) -> None:
    """Leaving the same word out of the query moves the score by another amount than without it."""
    workspace = workspace_of(tmp_path, model)
    try:
        moved = []
        for profile in ("triptych", "plain"):
            engine = workspace.searcher(profile).semantic
            assert engine is not None
            tool = workspace.corpus().connection.execute("SELECT id FROM tools WHERE name = 'set_light'").fetchone()[0]
            first = next(effects(engine, VectorCache(model), QUERY, workspace.tools([tool])[tool]))
            moved.append(np.array([effect.effect for effect in first]))
        assert np.abs(moved[0] - moved[1]).max() > 1e-3
    finally:
        workspace.close()


def test_another_model_goes_without_it_and_says_so(tmp_path: Path) -> None:
    workspace = workspace_of(tmp_path, HashedEmbedder())
    try:
        for (score, found, _), (before, _, _) in zip(
            explained(workspace, "triptych"), explained(workspace, "plain"), strict=True
        ):
            assert score == before
            assert found.unadapted is None
            assert "without the adapters, which were learned for another model" in found.notes
    finally:
        workspace.close()
