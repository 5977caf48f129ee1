"""A vector space as it would be with drafts: the snapshot with some tools' rows replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from index.embedder import Vector
from index.engines.base import CatalogOrder
from index.vectors.space import VectorSpace


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One facet's vector, shape (d,), with its kind and key."""

    kind: int
    key: bytes
    vector: Vector


def overlaid(space: VectorSpace, changed: Mapping[int, tuple[Row, ...]], order: CatalogOrder) -> VectorSpace:
    """The space with each changed tool's rows replaced by the given ones, in their order; () leaves the tool out.

    The result is laid out exactly as a snapshot of the changed catalog would be, so that sums come out the same.
    """
    if not changed:
        return space
    ids = np.array(sorted(changed), np.int64)
    rows = [(tool_id, row) for tool_id, own in changed.items() for row in own]
    keep = np.isin(space.tool_ids, ids, invert=True)
    tool_ids = np.concatenate((space.tool_ids[keep], np.array([tool_id for tool_id, _ in rows], np.int64)))
    kinds = np.concatenate((space.kinds[keep], np.array([row.kind for _, row in rows], np.int16)))
    keys = [key for key, kept in zip(space.keys, keep.tolist(), strict=True) if kept] + [row.key for _, row in rows]
    added = np.stack([row.vector for _, row in rows]) if rows else np.empty((0, space.matrix.shape[1]), np.float32)
    matrix = np.concatenate((space.matrix[keep], added))
    sequence = np.lexsort((order(tool_ids), kinds))
    present = np.union1d(np.setdiff1d(space.order, ids), np.unique(tool_ids[len(space.tool_ids[keep]) :]))
    waiting = np.setdiff1d(ids, space.order)
    return VectorSpace(
        matrix[sequence],
        tool_ids[sequence],
        kinds[sequence],
        tuple(keys[number] for number in sequence.tolist()),
        present[np.argsort(order(present), kind="stable")],
        max(0, space.missing - len(waiting)),
        space.revision,
    )
