"""Reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009), with the rank counted from 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.engines.base import CatalogOrder, Fusion, Options
from index.engines.options import read_options
from index.ranking import IdArray, Ranking, ScoreArray
from index.registry import fusion


@dataclass(frozen=True, slots=True)
class RrfOptions:
    """`k` damps the leading ranks; `per_arm` is how many hits of each arm take part (None: all)."""

    k: float = 60
    per_arm: int | None = None


class Rrf:
    """score = sum over the arms of 1 / (k + rank), rank from 0; ties in catalog order."""

    def __init__(self, options: RrfOptions) -> None:
        if options.k <= 0:
            raise ValueError("option 'k' must be above 0")
        if options.per_arm is not None and options.per_arm < 1:
            raise ValueError("option 'per_arm' must be at least 1")
        self._options = options

    def fuse(self, lexical: Ranking | None, semantic: Ranking | None, limit: int, order: CatalogOrder) -> Ranking:
        arms = [arm.ids[: self._options.per_arm] for arm in (lexical, semantic) if arm is not None]
        ids, scores = self._sums(arms)
        best = np.lexsort((order(ids), -scores))
        return Ranking("rrf", ids[best], scores[best], len(ids), answered=min(limit, len(ids)))

    def _sums(self, arms: list[IdArray]) -> tuple[IdArray, ScoreArray]:
        if not arms:
            return np.empty(0, np.int64), np.empty(0, np.float64)
        ids, inverse = np.unique(np.concatenate(arms), return_inverse=True)
        shares = np.concatenate([1 / (self._options.k + np.arange(len(arm))) for arm in arms])
        sums = np.zeros(len(ids))
        np.add.at(sums, inverse.ravel(), shares)
        return ids, sums


@fusion("rrf")
def build(options: Options) -> Fusion:
    return Rrf(read_options(RrfOptions, options))
