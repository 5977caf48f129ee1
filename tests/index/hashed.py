"""An embedder for tests of everything around a model: any text gets a unit vector that depends on it alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from index.embedder import Vector

DIMENSIONS = 8


class HashedEmbedder:
    """Remembers what it embedded; `failing` makes it refuse, `name` is its identity."""

    dimensions = DIMENSIONS
    adapter = text_adapter = ""

    def __init__(self, name: str = "hashed") -> None:
        self.name = name
        self.embedded: list[str] = []
        self.failing = False

    @property
    def identity(self) -> str:
        return self.name

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        return self._vector(text)

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        if self.failing:
            raise RuntimeError("the model stopped")
        self.embedded += texts
        return np.array([self._vector(text) for text in texts], np.float32).reshape(len(texts), self.dimensions)

    def close(self) -> None:
        """Nothing runs behind it."""

    def _vector(self, text: str) -> Vector:
        digest = hashlib.sha256(f"{self.name}\0{text}".encode()).digest()
        vector = np.frombuffer(digest[:DIMENSIONS], np.uint8).astype(np.float32) - 127.5
        unit: Vector = vector / np.linalg.norm(vector)
        return unit
