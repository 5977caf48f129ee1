"""A plain BERT forward pass in numpy, mean pooled: what the shipped model is checked against."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.convert import Source

Array = NDArray[np.float32]
_AT = np.linspace(-6, 6, 60_001)
_ERF = np.array([erf(x) for x in _AT])


def embed(source: Source, ids: Sequence[int]) -> Array:
    """The unit vector of one text's token ids."""
    w, config = source.weights, source.config
    state = w["embeddings.word_embeddings.weight"][list(ids)]
    state = state + w["embeddings.position_embeddings.weight"][: len(ids)]
    state = state + w["embeddings.token_type_embeddings.weight"][0]
    state = _norm(w, "embeddings.LayerNorm", state)
    for number in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}."
        mixed = _dense(w, layer + "attention.output.dense", _attention(w, layer, state, config["num_attention_heads"]))
        state = _norm(w, layer + "attention.output.LayerNorm", state + mixed)
        inner = _dense(w, layer + "intermediate.dense", state)
        inner = 0.5 * inner * (1 + np.interp(inner / sqrt(2), _AT, _ERF).astype(np.float32))
        state = _norm(w, layer + "output.LayerNorm", state + _dense(w, layer + "output.dense", inner))
    mean = state.mean(axis=0)
    unit: Array = (mean / np.linalg.norm(mean)).astype(np.float32)
    return unit


def _attention(w: dict[str, Any], layer: str, state: Array, heads: int) -> Array:
    def split(part: str) -> Array:
        rows = _dense(w, f"{layer}attention.self.{part}", state)
        return rows.reshape(len(state), heads, -1).transpose(1, 0, 2)

    query, key, value = split("query"), split("key"), split("value")
    scores = query @ key.transpose(0, 2, 1) / np.float32(sqrt(query.shape[-1]))
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    mixed: Array = (shares @ value).transpose(1, 0, 2).reshape(len(state), -1)
    return mixed


def _dense(w: dict[str, Any], name: str, rows: Array) -> Array:
    out: Array = rows @ w[name + ".weight"].T + w[name + ".bias"]
    return out


def _norm(w: dict[str, Any], name: str, rows: Array) -> Array:
    centred = rows - rows.mean(axis=-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
    out: Array = scaled * w[name + ".weight"] + w[name + ".bias"]
    return out
