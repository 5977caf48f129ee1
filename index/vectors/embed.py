"""Missing vectors, made in small resumable steps."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from index.embedder import Embedder, text_identity
from index.engines.base import SemanticEngine
from index.store.store import Store
from index.vectors.facets import (
    Texts,
    departed_spaces,
    known_keys,
    open_space,
    texts_of,
    tools_without_facets,
    tools_without_vectors,
    write_facets,
)

_FIRST_SLICE = 16
_LARGEST_SLICE = 128
_SLICE_SECONDS = 0.15
"""How long a slice should keep the model busy: the longest a cancel, or more urgent texts, have to wait."""
_TOOLS = 256
UNUSED_KEPT = 20_000
"""Vectors no tool refers to any more that are kept (30 MB at 384 dimensions): undoing an edit costs nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step in a space: `done` tools complete of the `total` that lacked something when the work began.

    `embedded` texts were sent to the model in it.
    """

    space: str
    done: int
    total: int
    embedded: int


SpaceKey = tuple[int, int]
"""A space: how often the index file was replaced, and the space's id in it."""


class SpaceWork:
    """What one space lacks, worked off step by step. Use from one thread, and stop whenever you like.

    Each step commits vectors, and the facets of the tools they complete, together. That all known facets have their
    vectors is checked once for a space: `sound` holds those found so, and is added to when all is done.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        engine: SemanticEngine,
        embedder: Embedder,
        definition: str,
        *,
        sound: set[SpaceKey] | None = None,
    ) -> None:
        self._store = store
        self._name = name
        self._engine = engine
        self._embedder = embedder
        self._definition = definition
        self._slice = _FIRST_SLICE
        self._sound = set() if sound is None else sound

    def steps(self, first: Sequence[int] = ()) -> Iterator[Step]:
        """Work: the tools in `first`, then the others in catalog order.

        Raises:
            RuntimeError: the model cannot answer.
            StoreError: the index cannot be written.

        """
        identity = text_identity(self._embedder, self._engine.text_adapter)
        with self._store.transaction() as connection:
            space_id = open_space(connection, self._name, identity, self._definition)
        missing = tools_without_facets(connection, space_id)
        key = (self._store.epoch, space_id)
        if key not in self._sound:
            missing += tools_without_vectors(connection, space_id, self._embedder.dimensions * 4)
            connection.unmap()  # each vector's page was looked at
        asked = set(first)
        early = [tool_id for tool_id in missing if tool_id in asked]
        late = [tool_id for tool_id in missing if tool_id not in asked]
        done = 0
        for ids in (early, late):
            for start in range(0, len(ids), _TOOLS):
                chunk = ids[start : start + _TOOLS]
                texts = texts_of(connection, self._engine, identity, chunk)
                for complete, embedded in self._work(connection, space_id, texts):
                    yield Step(self._name, done + complete, len(missing), embedded)
                done += len(chunk)
        self._sound.add(key)

    def _work(self, connection: sqlite3.Connection, space_id: int, texts: Texts) -> Iterator[tuple[int, int]]:
        """Embed what some tools lack, slice by slice; gives tools complete so far and texts embedded just now."""
        known = known_keys(connection, list(texts.by_key), self._embedder.dimensions * 4)
        due = [key for key in texts.by_key if key not in known]
        lacking = {tool_id: {key for _, key in facets if key not in known} for tool_id, facets in texts.facets.items()}
        complete = [tool_id for tool_id, keys in lacking.items() if not keys]
        if complete:
            self._write(space_id, texts, complete, {})
            yield len(complete), 0
        count, at = len(complete), 0
        while at < len(due):
            part = due[at : at + self._slice]
            at += len(part)
            vectors = self._embed([texts.by_key[key] for key in part])
            ready = []
            for tool_id, keys in lacking.items():
                if keys:
                    keys.difference_update(part)
                    if not keys:
                        ready.append(tool_id)
            self._write(space_id, texts, ready, dict(zip(part, vectors, strict=True)))
            count += len(ready)
            yield count, len(part)

    def _embed(self, texts: Sequence[str]) -> list[bytes]:
        started = time.perf_counter()
        vectors = self._embedder.embed_passages(texts, self._engine.text_adapter)
        pace = _SLICE_SECONDS / max(time.perf_counter() - started, 0.001)
        self._slice = max(_FIRST_SLICE, min(_LARGEST_SLICE, round(self._slice * min(pace, 2))))
        return [np.asarray(vector, np.float32).tobytes() for vector in vectors]

    def _write(self, space_id: int, texts: Texts, ready: Sequence[int], vectors: dict[bytes, bytes]) -> None:
        with self._store.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO vectors(key, vector) VALUES (?, ?)", list(vectors.items()))
            write_facets(connection, space_id, texts, ready)
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'vectors'")


def prune(store: Store, names: Collection[str], keep: int = UNUSED_KEPT) -> int:
    """Delete the oldest vectors that no facet of any model refers to, down to `keep` of them; how many went.

    `names` are the spaces of all profiles: of others, only the newest stay. Cheap while there is nothing to do: facets
    are at least as many as the vectors they refer to.
    """
    connection = store.connection()
    if departed := departed_spaces(connection, names):
        with store.transaction():
            connection.executemany("DELETE FROM spaces WHERE id = ?", [(number,) for number in departed])
    vectors, facets = connection.execute(
        "SELECT (SELECT count(*) FROM vectors), (SELECT count(*) FROM facets)"
    ).fetchone()
    if vectors - facets <= keep:
        return 0
    with store.transaction():
        unused = connection.execute(
            "SELECT count(*) FROM vectors WHERE key NOT IN (SELECT key FROM facets)"
        ).fetchone()[0]
        surplus = max(0, unused - keep)
        connection.execute(
            "DELETE FROM vectors WHERE id IN (SELECT id FROM vectors WHERE key NOT IN (SELECT key FROM facets) "
            "ORDER BY id LIMIT ?)",
            (surplus,),
        )
    return int(surplus)
