"""The adapter: what it does to what is embedded with it, to nothing else, and files that are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.adapter import AdapterFile, read_adapter
from models.convert import Source, target_name
from models.embedder import GgufEmbedder, Settings, open_embedder
from models.errors import EmbeddingFailed, ModelFileError
from models.facts import file_sha256, read_facts
from models.llama import LlamaModel
from tests.bench.adapter_file import Change, write_adapter
from tests.models import reference
from tests.models.conftest import SHIPPED

TEXTS = ["refund a customer's payment", "it is dark in the hallway"]
RANK = 4


def made_up(source: Source, seed: int = 1) -> dict[str, Change]:
    """A change of every dense weight, by its published name."""
    random = np.random.default_rng(seed)
    return {
        name: (
            random.normal(0, 0.05, (RANK, weight.shape[1])).astype(np.float16).astype(np.float32),
            random.normal(0, 0.05, (weight.shape[0], RANK)).astype(np.float16).astype(np.float32),
        )
        for name, weight in source.weights.items()
        if name.startswith("encoder.layer.") and weight.ndim == 2
    }


def both(path: Path) -> Settings:
    """The same adapter for queries and for texts."""
    return Settings(AdapterFile(path), AdapterFile(path))


@pytest.fixture(scope="module")
def changes(source: Source) -> dict[str, Change]:
    return made_up(source)


@pytest.fixture(scope="module")
def path(changes: dict[str, Change], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("adapter") / "adapter.gguf"
    named = {str(target_name(name)): change for name, change in changes.items()}
    write_adapter(made, named, file_sha256(SHIPPED), RANK)
    return made


@pytest.fixture(scope="module")
def adapted(path: Path) -> Iterator[GgufEmbedder]:
    opened = open_embedder(SHIPPED, settings=both(path))
    yield opened
    opened.close()


@pytest.mark.parametrize("strength", [1.0, 0.5])
def test_vectors_are_those_of_the_changed_weights(
    adapted: GgufEmbedder, source: Source, changes: dict[str, Change], path: Path, strength: float
) -> None:
    tokens = LlamaModel(SHIPPED, read_facts(SHIPPED), 1)
    weights = dict(source.weights)
    for name, (down, up) in changes.items():
        weights[name] = weights[name] + strength * (up @ down)
    for text in TEXTS:
        expected = reference.embed(replace(source, weights=weights), tokens.tokens(text))
        plain = reference.embed(source, tokens.tokens(text))
        found = adapted.embed_query(text, strength)
        assert found @ expected > 0.9999
        assert plain @ expected < 0.999  # so that the line above says something


def test_texts_are_embedded_with_it_like_queries_in_any_batch(adapted: GgufEmbedder, path: Path) -> None:
    many = [f"{text} {number}" for number in range(20) for text in TEXTS]
    alone = np.array([adapted.embed_query(text, 0.5) for text in many])
    assert np.abs(adapted.embed_passages(many, 0.5) - alone).max() < 1e-6
    two = open_embedder(SHIPPED, settings=Settings(text_adapter=AdapterFile(path), bulk_lanes=2))
    try:
        assert np.abs(two.embed_passages(many, 0.5) - alone).max() < 1e-6
        assert np.abs(two.embed_passages(many, 1.0) - alone).max() > 1e-3
        assert np.abs(two.embed_passages(many, 0.5) - alone).max() < 1e-6  # back to the strength before
    finally:
        two.close()


def test_queries_and_texts_without_it_are_embedded_as_ever(adapted: GgufEmbedder) -> None:
    plain = open_embedder(SHIPPED)
    try:
        before = adapted.embed_query(TEXTS[0])
        assert not np.array_equal(adapted.embed_query(TEXTS[0], 1.0), before)
        assert np.array_equal(adapted.embed_query(TEXTS[0]), before)
        assert np.array_equal(plain.embed_query(TEXTS[0]), before)
        assert np.array_equal(plain.embed_query(TEXTS[0], 1.0), before)  # it has none
        assert np.array_equal(adapted.embed_passages(TEXTS), plain.embed_passages(TEXTS))
        assert adapted.identity == plain.identity
    finally:
        plain.close()


def test_the_identity_is_that_of_the_file(adapted: GgufEmbedder, path: Path, embedder: GgufEmbedder) -> None:
    assert adapted.adapter == adapted.text_adapter == read_adapter(AdapterFile(path)).identity == file_sha256(path)
    assert embedder.adapter == ""


def test_one_of_another_model_is_not_used(changes: dict[str, Change], tmp_path: Path) -> None:
    path = tmp_path / "adapter.gguf"
    write_adapter(path, {str(target_name(name)): change for name, change in changes.items()}, "another", RANK)
    told: list[str] = []
    opened = open_embedder(
        SHIPPED,
        lambda kind, message: told.append(message),
        both(path),
    )
    try:
        assert opened.adapter == ""
        assert np.array_equal(opened.embed_query(TEXTS[0], 1.0), opened.embed_query(TEXTS[0]))
        assert told == []
    finally:
        opened.close()


@pytest.mark.parametrize("content", [None, b"", b"not a model", b"GGUF\3\0\0\0"])
def test_a_damaged_file_is_told_and_queries_go_without(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "adapter.gguf"
    if content is not None:
        path.write_bytes(content)
    told: list[tuple[str, str]] = []
    opened = open_embedder(
        SHIPPED,
        lambda kind, message: told.append((kind, message)),
        both(path),
    )
    try:
        assert opened.adapter == ""
        assert opened.embed_query(TEXTS[0], 1.0).shape == (384,)
        assert [kind for kind, _ in told] == ["no_adapter"] * 2
        assert str(path) in told[0][1]
    finally:
        opened.close()


@pytest.mark.parametrize("damage", ["cut off", "changed"])
def test_one_with_another_hash_is_told_and_queries_go_without(path: Path, tmp_path: Path, damage: str) -> None:
    """Its header is whole, and llama.cpp would refuse it or take it for what it is not."""
    whole = path.read_bytes()
    damaged = tmp_path / "adapter.gguf"
    damaged.write_bytes(whole[:-5000] if damage == "cut off" else whole[:-5000] + b"\xff" * 5000)
    told: list[str] = []
    settings = Settings(adapter=AdapterFile(damaged, file_sha256(path)))
    opened = open_embedder(SHIPPED, lambda _kind, message: told.append(message), settings)
    try:
        assert opened.adapter == ""
        assert np.array_equal(opened.embed_query(TEXTS[0], 1.0), opened.embed_query(TEXTS[0]))
        assert told == [f"the model goes without an adapter: {damaged} is damaged"]
    finally:
        opened.close()


def test_a_model_is_no_adapter() -> None:
    with pytest.raises(ModelFileError, match="is not an adapter of a model"):
        read_adapter(AdapterFile(SHIPPED))


def test_an_adapter_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "adapter.gguf"
    wrong = (np.ones((RANK, 7), np.float32), np.ones((9, RANK), np.float32))
    write_adapter(path, {"blk.0.attn_q.weight": wrong}, file_sha256(SHIPPED), RANK)
    model = LlamaModel(SHIPPED, read_facts(SHIPPED), 1, path)
    with pytest.raises(EmbeddingFailed, match="cannot load the adapter"):
        model.embed(TEXTS, query=True, adapter=1.0)
    assert model.embed(TEXTS, query=True).shape == (2, 384)
