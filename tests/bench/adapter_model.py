"""The bundled model in PyTorch with a low-rank change of its weights, so that the change can be learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.convert import Source, target_name
from tests.bench.adapter_file import Change

PARTS = ("intermediate.dense", "output.dense")
"""Which layers are changed. With the attention's too, a query takes 16 % longer instead of 6."""
EPSILON = 1e-12


class AdaptedModel:
    """Token ids to unit vectors.

    `changes` are what is learned: for each of `PARTS` `down` (r, inputs) and `up` (outputs, r). `strength` is how often
    the change is added; with dropout `drop` on its input while `learning`.
    """

    def __init__(self, source: Source, rank: int, drop: float, seed: int) -> None:
        torch.manual_seed(seed)
        self.strength, self.learning = 1.0, False
        self._drop = drop
        self._weights = {name: torch.from_numpy(array.copy()) for name, array in source.weights.items()}
        self._layers, self._heads = source.config["num_hidden_layers"], source.config["num_attention_heads"]
        self.changes = {
            name: (_learned(torch.randn(rank, inputs) / sqrt(inputs)), _learned(torch.zeros(outputs, rank)))
            for name in (f"encoder.layer.{number}.{part}" for number in range(self._layers) for part in PARTS)
            for outputs, inputs in (self._weights[name + ".weight"].shape,)
        }

    @property
    def parameters(self) -> list[Tensor]:
        return [matrix for change in self.changes.values() for matrix in change]

    def named_changes(self) -> Mapping[str, Change]:
        """What was learned, by the weights' GGUF names."""
        return {
            str(target_name(name + ".weight")): (down.detach().numpy(), up.detach().numpy())
            for name, (down, up) in self.changes.items()
        }

    def embed(self, texts: Sequence[Sequence[int]]) -> Tensor:
        """Unit vectors, shape (texts, d), of texts given as token ids."""
        longest = max(map(len, texts))
        ids = torch.tensor([[*text, *(0 for _ in range(longest - len(text)))] for text in texts])
        there = torch.tensor([[at < len(text) for at in range(longest)] for text in texts])
        w = self._weights
        state = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:longest]
        state = self._norm("embeddings.LayerNorm", state + w["embeddings.token_type_embeddings.weight"][0])
        for number in range(self._layers):
            state = self._layer(f"encoder.layer.{number}.", state, there)
        mean = (state * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        return functional.normalize(mean, dim=1)

    def embed_all(self, texts: Sequence[Sequence[int]], batch: int = 64) -> np.ndarray:
        """Unit vectors of any number of texts, float32, nothing to be learned from them."""
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        out: list[Tensor] = []
        self.learning = False
        with torch.no_grad():
            for start in range(0, len(order), batch):
                out.append(self.embed([texts[at] for at in order[start : start + batch]]))
        vectors = np.empty((len(texts), out[0].shape[1]), np.float32)
        vectors[order] = torch.cat(out).numpy()
        return vectors

    def _layer(self, layer: str, state: Tensor, there: Tensor) -> Tensor:
        query, key, value = (self._split(self._dense(f"{layer}attention.self.{part}", state)) for part in _QKV)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=there[:, None, None, :])
        mixed = self._dense(layer + "attention.output.dense", mixed.transpose(1, 2).flatten(2))
        state = self._norm(layer + "attention.output.LayerNorm", state + mixed)
        inner = functional.gelu(self._dense(layer + "intermediate.dense", state))
        return self._norm(layer + "output.LayerNorm", state + self._dense(layer + "output.dense", inner))

    def _split(self, rows: Tensor) -> Tensor:
        return rows.unflatten(2, (self._heads, -1)).transpose(1, 2)

    def _dense(self, name: str, rows: Tensor) -> Tensor:
        plain = functional.linear(rows, self._weights[name + ".weight"], self._weights[name + ".bias"])
        if name not in self.changes:
            return plain
        down, up = self.changes[name]
        given = functional.dropout(rows, self._drop, training=self.learning)
        return plain + self.strength * functional.linear(functional.linear(given, down), up)

    def _norm(self, name: str, rows: Tensor) -> Tensor:
        weight, bias = self._weights[name + ".weight"], self._weights[name + ".bias"]
        return functional.layer_norm(rows, rows.shape[-1:], weight, bias, EPSILON)


_QKV = ("query", "key", "value")


def _learned(start: Tensor) -> Tensor:
    return start.requires_grad_()
