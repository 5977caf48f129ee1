"""Snapshots of a vector space out of the index; what the previous one holds is not read again."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector
from index.vectors.space import VectorSpace

T = TypeVar("T")

_CHUNK = 500
_MANY = 0.25
"""The share of all vectors from which on reading the whole table is faster than looking each one up."""


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
        kept = np.flatnonzero(_kept(connection, catalog, previous))
        known = np.unique(previous.tool_ids[kept]) if previous is not None else np.empty(0, np.int64)
        wanted = None if previous is None else catalog[np.isin(catalog, known, invert=True)]
        fresh = _facets(connection, space_id, wanted)
        matrix = _vectors(connection, fresh, catalog, dimensions)
        bare = _without_texts(connection, space_id)
    finally:
        connection.execute("COMMIT")
    if previous is None:
        ids, kinds, keys = fresh.ids, fresh.kinds, fresh.keys
    else:
        ids = np.concatenate((previous.tool_ids[kept], fresh.ids))
        kinds = np.concatenate((previous.kinds[kept], fresh.kinds))
        keys = [*map(previous.keys.__getitem__, kept.tolist()), *fresh.keys]
    present = np.isin(catalog, ids)
    order = catalog[present]
    sequence = np.lexsort((_positions(catalog, ids), kinds))
    return VectorSpace(
        matrix if previous is None else _merged(previous.matrix, kept, matrix, sequence),
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


@dataclass(slots=True)
class _Facets:
    """Rows of `facets`, in the order of tool and number."""

    ids: NDArray[np.int64]
    kinds: NDArray[np.int16]
    keys: list[bytes]

    def without(self, tools: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Drop the rows of those tools; which rows stay."""
        stays = np.isin(self.ids, tools, invert=True)
        self.ids, self.kinds = self.ids[stays], self.kinds[stays]
        self.keys = [key for key, stay in zip(self.keys, stays.tolist(), strict=True) if stay]
        return stays


def _facets(connection: sqlite3.Connection, space_id: int, wanted: NDArray[np.int64] | None) -> _Facets:
    """The facets of all tools, or of those in `wanted`."""
    rows = [row for row in _facet_rows(connection, space_id, wanted) if row[1] >= 0]
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    return _Facets(ids, np.fromiter((row[1] for row in rows), np.int16, len(rows)), [row[2] for row in rows])


def _facet_rows(
    connection: sqlite3.Connection, space_id: int, wanted: NDArray[np.int64] | None
) -> Iterator[tuple[int, int, bytes]]:
    sql = "SELECT tool_id, kind, key FROM facets WHERE space_id = ? {} ORDER BY tool_id, number"
    if wanted is None:
        yield from connection.execute(sql.format(""), (space_id,))
        return
    for part in _parts(sorted(wanted.tolist())):
        marks = ",".join("?" * len(part))
        yield from connection.execute(sql.format(f"AND tool_id IN ({marks})"), (space_id, *part))


def _vectors(connection: sqlite3.Connection, facets: _Facets, catalog: NDArray[np.int64], dimensions: int) -> Vector:
    """The vectors of the facets; tools that lack one are dropped from `facets`.

    Its rows are in the order of a snapshot, by kind and catalog order, which saves sorting them once more.
    """
    rows_of: dict[bytes, list[int]] = defaultdict(list)
    for row, key in enumerate(facets.keys):
        rows_of[key].append(row)
    place = np.empty(len(facets.keys), np.intp)
    place[np.lexsort((_positions(catalog, facets.ids), facets.kinds))] = np.arange(len(facets.keys))
    places = place.tolist()
    matrix = np.empty((len(facets.keys), dimensions), np.float32)
    is_there = np.zeros(len(facets.keys), np.bool_)
    for key, blob in _blobs(connection, tuple(rows_of)):
        if len(blob) == dimensions * 4:
            vector = np.frombuffer(blob, np.float32)
            for row in rows_of.get(key, ()):
                matrix[places[row]] = vector
                is_there[row] = True
    if is_there.all():
        return matrix
    stays = facets.without(np.unique(facets.ids[~is_there]))
    kept: Vector = matrix[np.sort(place[stays])]
    return kept


def _blobs(connection: sqlite3.Connection, keys: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Vectors by key: these, or all where that is faster."""
    total = int(connection.execute("SELECT count(*) FROM vectors").fetchone()[0])
    if len(keys) > _MANY * total:
        yield from connection.execute("SELECT key, vector FROM vectors ORDER BY id")
        return
    for part in _parts(keys):
        marks = ",".join("?" * len(part))
        yield from connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part)


def _merged(held: Vector, kept: NDArray[np.intp], fresh: Vector, sequence: NDArray[np.intp]) -> Vector:
    """The rows `kept` of `held`, then the fresh ones, in `sequence`; fresh rows have its order among themselves."""
    is_fresh = sequence >= len(kept)
    if not len(kept):
        return fresh
    merged: Vector = held.take(kept[np.where(is_fresh, 0, sequence)], axis=0)
    merged[is_fresh] = fresh
    return merged


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))


def _without_texts(connection: sqlite3.Connection, space_id: int) -> NDArray[np.int64]:
    """Tools for which the engine embeds nothing: they are not missing."""
    rows = connection.execute("SELECT tool_id FROM facets WHERE space_id = ? AND kind < 0", (space_id,))
    return np.fromiter((row[0] for row in rows), np.int64)


def _positions(catalog: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.intp]:
    """Where each id stands in the catalog. Every id must be in it."""
    by_id = np.argsort(catalog, kind="stable")
    return by_id[np.searchsorted(catalog, ids, sorter=by_id)]
