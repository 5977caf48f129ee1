"""What the core asks of an embedding model. `models/` satisfies it; neither imports the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


@runtime_checkable
class Embedder(Protocol):
    """Texts to unit vectors. Methods may be called from several threads.

    Raises:
        RuntimeError: (or a subclass) from either embed method when the model cannot answer; the message is shown
            to the user, and the caller may try again later.

    """

    @property
    def identity(self) -> str:
        """Changes whenever any vector could: hash of the file and of pooling, prefixes and truncation."""

    @property
    def name(self) -> str:
        """The model's name for people."""

    @property
    def dimensions(self) -> int:
        """Length d of every vector."""

    @property
    def adapter(self) -> str:
        """Identity of the adapter that was learned for queries of the model, "" where there is none."""

    @property
    def text_adapter(self) -> str:
        """The same of the one for tools' texts."""

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        """One query, shape (d,), float32, unit length. `adapter` is how much the adapter counts, if there is one."""

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        """Many texts, shape (len(texts), d), float32, each row of unit length and independent of its neighbours."""

    def close(self) -> None:
        """End whatever runs behind it. Safe to call twice."""


def text_identity(embedder: Embedder, adapter: float) -> str:
    """Changes whenever a text's vector could, the adapter counting so much."""
    if not adapter or not embedder.text_adapter:
        return embedder.identity
    return f"{embedder.identity} {adapter!r} {embedder.text_adapter}"
