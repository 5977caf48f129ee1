"""Vectors: right, of unit length, and the same in any company."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from models.convert import Source
from models.embedder import GgufEmbedder, Settings, open_embedder
from tests.models import reference
from tests.models.conftest import SHIPPED
from tests.models.texts import PLAIN, TEXTS

LENGTHS = tuple(" ".join(PLAIN * 12)[: 17 * n + 1] for n in range(24))
"""Texts of 3 to about 120 tokens, across the border of 64 above which they are computed alone."""


def test_cosine_to_the_reference_pass(embedder: GgufEmbedder, source: Source, published: Path) -> None:
    tokenizer = Tokenizer.from_file(str(published / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    texts = [*TEXTS, "a long text, " * 30]
    vectors = embedder.embed_passages(texts)
    for text, vector in zip(texts, vectors, strict=True):
        assert vector @ reference.embed(source, tokenizer.encode(text).ids) >= 0.9999, text


def test_shapes_and_lengths(embedder: GgufEmbedder) -> None:
    vectors = embedder.embed_passages(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions) == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-6
    assert embedder.embed_query("a").shape == (384,)
    assert embedder.embed_passages([]).shape == (0, 384)


def test_a_vector_is_the_same_in_any_batch() -> None:
    one_lane = open_embedder(SHIPPED, settings=Settings(bulk_lanes=1))
    two_lanes = open_embedder(SHIPPED, settings=Settings(bulk_lanes=2))
    texts = [*LENGTHS, *TEXTS]
    try:
        alone = np.stack([one_lane.embed_query(text) for text in texts])
        together = two_lanes.embed_passages(texts)
        order = np.random.default_rng(7).permutation(len(texts))
        shuffled = one_lane.embed_passages([texts[i] for i in order])
    finally:
        one_lane.close()
        two_lanes.close()
    assert np.abs(alone - together).max() < 1e-6
    assert np.abs(alone[order] - shuffled).max() < 1e-6


def test_very_long_and_broken_texts(embedder: GgufEmbedder) -> None:
    texts = ["x" * 100_000, "delete the file " * 6_250, "\0" * 100_000, "中" * 100_000, "\ud83d\udc00 a"]
    vectors = embedder.embed_passages(texts)
    assert np.isfinite(vectors).all()
    start = embedder.embed_query("delete the file " * 200)
    assert np.abs(vectors[1] - start).max() < 1e-6  # cut at the model's positions
    assert np.abs(embedder.embed_query(texts[1]) - start).max() < 1e-6
