"""Where the default profile's facets lie in a snapshot of vectors, and what of a big one is added up beforehand."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector
from index.vectors.product import products
from index.vectors.space import VectorSpace

BIG = 20_000
"""From this many tools on, facets that every tool has once are added up beforehand, and common words read."""


@dataclass(frozen=True, slots=True, eq=False)
class FacetRows:
    """The rows of one facet: `firsts` are where each tool's begin, counted from `start`; `places` are the tools."""

    weight: float
    start: int
    end: int
    firsts: NDArray[np.intp]
    places: NDArray[np.intp]

    @property
    def is_single(self) -> bool:
        """Whether no tool has more than one row."""
        return len(self.firsts) == self.end - self.start

    def add(self, sums: NDArray[np.float64], cosines: Vector) -> None:
        """Add each tool's best cosine, weighed, to its sum; `cosines` are those of the rows from `start` to `end`."""
        best = cosines if self.is_single else np.maximum.reduceat(cosines, self.firsts)
        sums[self.places] += self.weight * best


def layout(space: VectorSpace, weights: Mapping[int, float]) -> Iterator[FacetRows]:
    """The rows of each kind of facet that has a weight here, in the order of the weights."""
    by_id = np.argsort(space.order, kind="stable")
    for kind, weight in weights.items():
        start, end = (int(at) for at in np.searchsorted(space.kinds, (kind, kind + 1)))
        if start < end:
            ids = space.tool_ids[start:end]
            firsts = np.flatnonzero(np.r_[True, ids[1:] != ids[:-1]])
            places = by_id[np.searchsorted(space.order[by_id], ids[firsts])]
            yield FacetRows(weight, start, end, firsts, places)


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """Facets that are single rows of the same tools are one row: its product is the weighed sum of their cosines.

    `matrix` (float32, shape (n, d)) are the sums' rows, `places` their tools, `others` the facets that are left.
    """

    matrix: Vector
    places: NDArray[np.intp]
    others: tuple[FacetRows, ...]

    def scores(self, space: VectorSpace, vector: Vector) -> NDArray[np.float64]:
        """The score of each tool of `space.order`: equal to that of `plain_scores` but for float32's rounding."""
        sums = np.zeros(len(space.order))
        sums[self.places] = products(self.matrix, vector)
        for rows in self.others:
            rows.add(sums, products(space.matrix[rows.start : rows.end], vector))
        return sums


def plain_scores(space: VectorSpace, facets: Sequence[FacetRows], vector: Vector) -> NDArray[np.float64]:
    """The score of each tool of `space.order`. A facet a tool does not have counts as cosine 0."""
    cosines = products(space.matrix, vector)
    sums = np.zeros(len(space.order))
    for rows in facets:
        if rows.weight:
            rows.add(sums, cosines[rows.start : rows.end])
    return sums


def fold(space: VectorSpace, facets: Sequence[FacetRows]) -> Folded | None:
    """Add up what can be; None where that saves nothing."""
    counting = [rows for rows in facets if rows.weight]
    single = [rows for rows in counting if rows.is_single]
    alike = [rows for rows in single if np.array_equal(rows.places, single[0].places)]
    if len(alike) < 2:
        return None
    matrix = alike[0].weight * space.matrix[alike[0].start : alike[0].end]
    for rows in alike[1:]:
        for start in range(0, len(matrix), _BLOCK):  # so that what is multiplied is small and stays near
            end = min(start + _BLOCK, len(matrix))
            matrix[start:end] += rows.weight * space.matrix[rows.start + start : rows.start + end]
    return Folded(matrix, alike[0].places, tuple(rows for rows in counting if rows not in alike))


_BLOCK = 4_096


class Folds:
    """One folded layout for each big snapshot, made in a thread once a second query asks for the same weights.

    One, whatever searches there are: it takes a third of the snapshot's memory again. A snapshot is not kept alive.
    """

    def __init__(self, big: int = BIG) -> None:
        self._big = big
        self._lock = threading.Lock()
        self._asked: weakref.WeakKeyDictionary[VectorSpace, tuple[float, ...]] = weakref.WeakKeyDictionary()
        self._made: weakref.WeakKeyDictionary[VectorSpace, Folded | None] = weakref.WeakKeyDictionary()
        self.thread: threading.Thread | None = None

    def of(self, space: VectorSpace, facets: Sequence[FacetRows]) -> Folded | None:
        """The snapshot folded with these weights, if it is by now."""
        if len(space.order) < self._big or space.missing:
            return None
        weights = tuple(rows.weight for rows in facets)
        with self._lock:
            held = self._asked.setdefault(space, ())
            if not held:
                self._asked[space] = weights
            elif held == weights:
                if space in self._made:
                    return self._made[space]
                self._made[space] = None
                self.thread = threading.Thread(target=self._make, args=(space, facets), name="triptych-fold")
                self.thread.daemon = True
                self.thread.start()
        return None

    def _make(self, space: VectorSpace, facets: Sequence[FacetRows]) -> None:
        made = fold(space, facets)
        with self._lock:
            self._made[space] = made


FOLDS = Folds()
"""The process's."""
