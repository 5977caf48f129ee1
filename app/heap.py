"""What is freed goes back to the system: as it comes, glibc keeps it, in a heap for each of many threads."""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # numbers of malloc.h
_SPARE = 8 * 2**20
"""Bytes that the end of a heap may keep for the next to come."""
_BIG = 4 * 2**20
"""Bytes from which on a block is the system's own: those of vectors, but nothing that is made anew at every key."""


def return_freed_memory() -> None:
    """Give big blocks back as soon as they are freed. Call before the first is.

    glibc otherwise takes the size of each big block it sees freed, up to 32 MB, for one that is better kept: after some
    saves, the heaps of the threads that made snapshots of the vectors hold the room of a dozen of them.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none, and needs none
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _BIG)
            mallopt(_TRIM_THRESHOLD, _SPARE)
