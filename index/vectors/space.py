"""The vectors of one space, in memory: a frozen snapshot that searches read while the next one is being made."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector


def vector_key(identity: str, text: str) -> bytes:
    """The key of a text's vector under one model: sha256 of both, 32 bytes."""
    return hashlib.sha256(identity.encode() + b"\0" + text.encode("utf-8", "replace")).digest()


@dataclass(frozen=True, slots=True, eq=False)
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
    def empty(dimensions: int, missing: int = 0) -> VectorSpace:
        return VectorSpace(
            np.empty((0, dimensions), np.float32),
            np.empty(0, np.int64),
            np.empty(0, np.int16),
            (),
            np.empty(0, np.int64),
            missing,
        )


def load_space(
    connection: sqlite3.Connection, name: str, dimensions: int, previous: VectorSpace | None = None
) -> VectorSpace:
    """Read a space; vectors that `previous` already holds are taken from there instead of the file."""
    generation = int(connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])
    rows = connection.execute(
        "SELECT f.tool_id, f.kind, f.key, v.id FROM facets f JOIN tools t ON t.id = f.tool_id "
        "JOIN manifests m ON m.id = t.manifest_id LEFT JOIN vectors v ON v.key = f.key "
        "WHERE f.space = ? ORDER BY f.kind, m.path, t.position, f.tool_id, f.number",
        (name,),
    ).fetchall()
    total = int(connection.execute("SELECT count(*) FROM tools").fetchone()[0])
    partial = {row[0] for row in rows if row[3] is None}
    rows = [row for row in rows if row[0] not in partial]
    held = {key: number for number, key in enumerate(previous.keys)} if previous is not None else {}
    matrix = np.empty((len(rows), dimensions), np.float32)
    for number, (_, _, key, vector_id) in enumerate(rows):
        at = held.get(key)
        if previous is not None and at is not None:
            matrix[number] = previous.matrix[at]
        else:
            blob = connection.execute("SELECT vector FROM vectors WHERE id = ?", (vector_id,)).fetchone()[0]
            matrix[number] = np.frombuffer(blob, np.float32)
    tool_ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    kinds = np.fromiter((row[1] for row in rows), np.int16, len(rows))
    order = np.array(list(dict.fromkeys(tool_ids[kinds == kinds[0]].tolist())) if rows else [], np.int64)
    return VectorSpace(matrix, tool_ids, kinds, tuple(row[2] for row in rows), order, total - len(order), generation)
