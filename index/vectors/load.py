"""Snapshots of a vector space out of the index; what the previous one holds is not read again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector
from index.vectors.space import VectorSpace

_CHUNK = 2_000


def load_space(
    connection: sqlite3.Connection, space_id: int, dimensions: int, previous: VectorSpace | None = None
) -> VectorSpace:
    """Read a space as one consistent state of the index.

    Only tools that changed since `previous` or were incomplete in it are read from the file.
    """
    connection.execute("BEGIN")
    try:
        generation = int(connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])
        catalog = _catalog(connection)
        kept = _kept(connection, catalog, previous)
        known = np.unique(previous.tool_ids[kept]) if previous is not None else np.empty(0, np.int64)
        wanted = None if previous is None else catalog[np.isin(catalog, known, invert=True)]
        ids, kinds, keys, matrix = _read(connection, space_id, dimensions, wanted)
        bare = _without_texts(connection, space_id)
    finally:
        connection.execute("COMMIT")
    if previous is not None:
        ids = np.concatenate((previous.tool_ids[kept], ids))
        kinds = np.concatenate((previous.kinds[kept], kinds))
        keys = [key for key, keep in zip(previous.keys, kept.tolist(), strict=True) if keep] + keys
        matrix = np.concatenate((previous.matrix[kept], matrix))
    present = np.isin(catalog, ids)
    order = catalog[present]
    sequence = np.lexsort((_positions(catalog, ids), kinds))
    return VectorSpace(
        matrix[sequence],
        ids[sequence],
        kinds[sequence],
        tuple(keys[number] for number in sequence.tolist()),
        order,
        len(catalog) - len(order) - int(np.isin(catalog, bare).sum()),
        generation,
    )


def _catalog(connection: sqlite3.Connection) -> NDArray[np.int64]:
    rows = connection.execute(
        "SELECT t.id FROM manifests m JOIN tools t ON t.manifest_id = m.id ORDER BY m.path, t.position, t.id"
    )
    return np.fromiter((row[0] for row in rows), np.int64)


def _kept(
    connection: sqlite3.Connection, catalog: NDArray[np.int64], previous: VectorSpace | None
) -> NDArray[np.bool_]:
    """Which rows of `previous` still hold: their tools are there and have not changed since."""
    if previous is None:
        return np.empty(0, np.bool_)
    changed = connection.execute("SELECT id FROM tools WHERE revision > ?", (previous.revision,))
    fresh = np.fromiter((row[0] for row in changed), np.int64)
    return np.isin(previous.tool_ids, catalog) & np.isin(previous.tool_ids, fresh, invert=True)


def _read(
    connection: sqlite3.Connection, space_id: int, dimensions: int, wanted: NDArray[np.int64] | None
) -> tuple[NDArray[np.int64], NDArray[np.int16], list[bytes], Vector]:
    """The rows of complete tools, in order of tool id and number; all tools, or those in `wanted`."""
    ids: list[int] = []
    kinds: list[int] = []
    keys: list[bytes] = []
    blocks: list[Vector] = []
    blobs: list[bytes] = []
    for _, group in groupby(_rows(connection, space_id, wanted), key=itemgetter(0)):
        rows = list(group)
        if any(row[3] is None or len(row[3]) != dimensions * 4 for row in rows if row[1] >= 0):
            continue
        for tool_id, kind, key, blob in rows:
            if kind >= 0 and blob is not None:
                ids.append(tool_id)
                kinds.append(kind)
                keys.append(key)
                blobs.append(blob)
        if len(blobs) >= _CHUNK:
            blocks.append(_block(blobs, dimensions))
            blobs = []
    blocks.append(_block(blobs, dimensions))
    return np.array(ids, np.int64), np.array(kinds, np.int16), keys, np.concatenate(blocks)


def _rows(
    connection: sqlite3.Connection, space_id: int, wanted: NDArray[np.int64] | None
) -> Iterable[tuple[int, int, bytes, bytes | None]]:
    sql = (
        "SELECT f.tool_id, f.kind, f.key, v.vector FROM facets f LEFT JOIN vectors v ON v.key = f.key "
        "WHERE f.space_id = ? {} ORDER BY f.tool_id, f.number"
    )
    if wanted is None:
        yield from connection.execute(sql.format(""), (space_id,))
        return
    numbers = sorted(wanted.tolist())
    for start in range(0, len(numbers), 500):
        part = numbers[start : start + 500]
        marks = ",".join("?" * len(part))
        yield from connection.execute(sql.format(f"AND f.tool_id IN ({marks})"), (space_id, *part))


def _without_texts(connection: sqlite3.Connection, space_id: int) -> NDArray[np.int64]:
    """Tools for which the engine embeds nothing: they are not missing."""
    rows = connection.execute("SELECT tool_id FROM facets WHERE space_id = ? AND kind < 0", (space_id,))
    return np.fromiter((row[0] for row in rows), np.int64)


def _block(blobs: list[bytes], dimensions: int) -> Vector:
    return np.frombuffer(b"".join(blobs), np.float32).reshape(-1, dimensions)


def _positions(catalog: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.intp]:
    """Where each id stands in the catalog. Every id must be in it."""
    by_id = np.argsort(catalog, kind="stable")
    return by_id[np.searchsorted(catalog, ids, sorter=by_id)]
