"""A model of hashed words and manifests on disk, for tests that need a whole workspace."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from index.embedder import Vector


class WordEmbedder:
    """Unit vectors of hashed words: texts that share words are near each other. Remembers the queries it embedded."""

    identity = "words-48"
    name = "words"
    dimensions = 48
    adapter = text_adapter = ""

    def __init__(self) -> None:
        self.queries: list[str] = []
        self.broken = False

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        self.queries.append(text)
        return self._vector(text)

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        rows = [self._vector(text) for text in texts]
        return np.stack(rows) if rows else np.empty((0, self.dimensions), np.float32)

    def close(self) -> None:
        """Nothing runs behind it."""

    def _vector(self, text: str) -> Vector:
        if self.broken:
            raise RuntimeError("the model stopped")
        vector = np.full(self.dimensions, 0.02, np.float32)
        for word in re.findall(r"[a-z0-9]+", text.lower()):
            digest = hashlib.sha256(word.encode()).digest()
            vector[digest[0] % self.dimensions] += 1.0
            vector[digest[1] % self.dimensions] += 0.5
        unit: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit


def write_tools(path: Path, tools: Mapping[str, str]) -> None:
    """An MCP manifest with a tool for each name and description."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"name": name, "description": text, "inputSchema": {"type": "object"}} for name, text in tools.items()]
    path.write_text(json.dumps({"tools": rows}, indent=2, ensure_ascii=False), "utf-8")
