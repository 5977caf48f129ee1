"""The vectors of one space, in memory: a frozen snapshot that searches read while the next one is being made."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector


def vector_key(identity: str, text: str) -> bytes:
    """The key of a text's vector under one model: sha256 of both, 32 bytes."""
    return hashlib.sha256(identity.encode() + b"\0" + text.encode("utf-8", "replace")).digest()


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class VectorSpace:
    """Rows sorted by (kind, tool's catalog order, number).

    `matrix` is float32, shape (m, d), rows of unit length; `tool_ids` int64 and `kinds` int16, shape (m,), say whose
    and which facet each row is; `keys` their vector keys. `order` (int64, shape (n,)) are the ids of all tools with
    every facet embedded, in catalog order. `missing` counts tools whose facets are not all embedded yet.
    `revision` is the store's generation the snapshot was read at.
    """

    matrix: Vector
    tool_ids: NDArray[np.int64]
    kinds: NDArray[np.int16]
    keys: tuple[bytes, ...]
    order: NDArray[np.int64]
    missing: int = 0
    revision: int = -1

    @staticmethod
    def empty(dimensions: int, missing: int = 0, revision: int = -1) -> VectorSpace:
        return VectorSpace(
            np.empty((0, dimensions), np.float32),
            np.empty(0, np.int64),
            np.empty(0, np.int16),
            (),
            np.empty(0, np.int64),
            missing,
            revision,
        )
