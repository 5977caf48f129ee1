"""The product that every semantic search is: one vector with every row of a matrix."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from index.embedder import Vector

_BLOCK = 8_192
"""Rows a thread takes at a time, the last one up to twice as many: a multiple of what BLAS handles together, and what
is left at the end stays there, so that no row's sum depends on the cuts."""
_MOST_THREADS = 4


def products(matrix: Vector, vector: Vector) -> Vector:
    """`matrix @ vector`, to the bit, for a matrix of shape (rows, dimensions); big ones on several threads.

    Reading the matrix takes the time: numpy's BLAS is kept to one thread, which a small matrix is best served by, and
    one core alone does not use what the memory gives.
    """
    rows = len(matrix)
    starts = range(0, rows - _BLOCK + 1, _BLOCK)
    if len(starts) < 2 or _threads() < 2:
        small: Vector = matrix @ vector
        return small
    found: Vector = np.empty(rows, np.float32)

    def fill(start: int) -> None:
        end = rows if start == starts[-1] else start + _BLOCK
        np.matmul(matrix[start:end], vector, out=found[start:end])

    list(_pool().map(fill, starts))
    return found


def _threads() -> int:
    return min(_MOST_THREADS, os.cpu_count() or 1)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_threads(), thread_name_prefix="triptych-product")
