"""Which texts are computed together, and the memory through which llama.cpp gets their tokens."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

import llama_cpp
import numpy as np

MOST_TEXTS = 32
"""Texts computed together at most."""


def packs(lengths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Groups the positions of texts so that each group has at most `room` tokens, or is one longer text alone.

    Longest first, so that lanes that share the work end together.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    group: list[int] = []
    filled = 0
    for i in order:
        if group and (filled + lengths[i] > room or len(group) == MOST_TEXTS):
            yield group
            group, filled = [], 0
        group.append(i)
        filled += lengths[i]
    if group:
        yield group


class Batch:
    """llama.cpp's batch over numpy memory, filled without a Python loop over tokens.

    Args:
        room: tokens it holds at most.

    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._tokens = np.zeros(room, np.int32)
        self._positions = np.zeros(room, np.int32)
        self._sequences = np.zeros(room, np.int32)
        self._ones = np.ones(room, np.int32)
        self._wanted = np.ones(room, np.int8)
        first = self._sequences.ctypes.data
        self._pointers = np.arange(first, first + 4 * room, 4, dtype=np.uintp)
        self._native = llama_cpp.llama_batch(
            n_tokens=0,
            token=_pointer(self._tokens, ctypes.c_int32),
            embd=None,
            pos=_pointer(self._positions, ctypes.c_int32),
            n_seq_id=_pointer(self._ones, ctypes.c_int32),
            seq_id=_pointer(self._pointers, ctypes.POINTER(ctypes.c_int32)),
            logits=_pointer(self._wanted, ctypes.c_int8),
        )

    def fill(self, texts: Sequence[Sequence[int]]) -> llama_cpp.llama_batch:
        """The batch of these texts' tokens; text i is sequence i. Valid until the next call."""
        at = 0
        for sequence, tokens in enumerate(texts):
            end = at + len(tokens)
            self._tokens[at:end] = tokens
            self._positions[at:end] = np.arange(len(tokens))
            self._sequences[at:end] = sequence
            at = end
        self._native.n_tokens = at
        return self._native


def _pointer(array: np.ndarray, kind: type) -> ctypes._Pointer:  # type: ignore[type-arg]
    return ctypes.cast(array.ctypes.data, ctypes.POINTER(kind))
