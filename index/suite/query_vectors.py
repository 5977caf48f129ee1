"""Vectors of suite queries, embedded once: kept in memory and in the index, for every profile and run."""

from __future__ import annotations

import numpy as np

from index.embedder import Embedder, Vector
from index.errors import StoreError
from index.store.store import Store
from index.vectors.space import vector_key

_QUERY = "\0query\0"
_BATCH = 128


class QueryVectors:
    """Query texts to vectors, exactly those `embedder.embed_query` gives.

    Kept apart from the tools' vectors by a mark in the key, since a model may embed queries and passages differently,
    and by how much which adapter counts.
    Use from one thread; call `save` when a run ends.

    """

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._held: dict[bytes, Vector] = {}
        self._unsaved: list[bytes] = []
        self.embedded = 0

    def get(self, text: str, adapter: float = 0.0) -> Vector:
        """The vector of a query text, shape (d,). Raises RuntimeError when the model cannot answer."""
        how = f"{self._embedder.adapter} {adapter!r}\0" if adapter and self._embedder.adapter else ""
        key = vector_key(self._embedder.identity, _QUERY + how + text)
        vector = self._held.get(key)
        if vector is None:
            vector = self._stored(key)
        if vector is None:
            vector = self._embedder.embed_query(text, adapter)
            self.embedded += 1
            self._unsaved.append(key)
        self._held[key] = vector
        if len(self._unsaved) >= _BATCH:
            self.save()
        return vector

    def save(self) -> None:
        """Write what was newly embedded. An index that cannot be written costs the next run time, nothing else."""
        rows = [(key, self._held[key].astype(np.float32).tobytes()) for key in self._unsaved]
        self._unsaved.clear()
        if not rows:
            return
        try:
            with self._store.transaction() as connection:
                connection.executemany("INSERT OR IGNORE INTO vectors(key, vector) VALUES (?, ?)", rows)
        except StoreError:
            return

    def _stored(self, key: bytes) -> Vector | None:
        row = self._store.connection().execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        vector = np.frombuffer(row[0], np.float32)
        return vector if vector.shape == (self._embedder.dimensions,) else None
