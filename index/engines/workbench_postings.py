"""The index of the per-word scorer: from a word to the tools that hold it, kept up to date tool by tool."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.corpus import Corpus
from index.engines.workbench_words import Words

POSITION_BITS = 20
"""A name's word is known by (slot << POSITION_BITS) + its position in the name."""

_CHUNK = 500
Slots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Held:
    """One tool as it stands in the postings."""

    tool_id: int
    revision: int
    name: str
    name_words: tuple[str, ...]
    server_words: tuple[str, ...]
    description_words: Counter[str]


@dataclass(frozen=True, slots=True, eq=False)
class WordSlots:
    """Where one word stands: arrays of slots; `name_codes` and `description_counts` run beside theirs."""

    name: Slots
    name_codes: Slots
    server: Slots
    description: Slots
    description_counts: NDArray[np.float64]


class Postings:
    """Tools by slot (a small number that is used again when its tool goes) and slots by word.

    `size` slots are in use or free; arrays over slots have that length. `counts` is how often each word occurs in
    the catalog. `changed` is raised by every update, for those who keep what they worked out.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._slots: dict[int, int] = {}
        self._held: list[_Held | None] = []
        self._free: list[int] = []
        self._names: dict[str, dict[int, list[int]]] = defaultdict(dict)
        self._servers: dict[str, set[int]] = defaultdict(set)
        self._descriptions: dict[str, dict[int, int]] = defaultdict(dict)
        self._arrays: dict[str, WordSlots] = {}
        self.counts: Counter[str] = Counter()
        self.changed = 0

    def __len__(self) -> int:
        return len(self._slots)

    @property
    def size(self) -> int:
        return len(self._held)

    def update(self, corpus: Corpus) -> None:
        """Take in what differs from the catalog: tools by (id, revision)."""
        rows = dict(corpus.connection.execute("SELECT id, revision FROM tools").fetchall())
        gone = [tool_id for tool_id in self._slots if tool_id not in rows]
        fresh = [tool_id for tool_id, revision in rows.items() if self._revision(tool_id) != revision]
        if gone or fresh:
            self.changed += 1  # first: an interrupted update is taken up again, but has changed something
        for tool_id in gone:
            self._remove(tool_id)
        for start in range(0, len(fresh), _CHUNK):
            part = fresh[start : start + _CHUNK]
            marks = ",".join("?" * len(part))
            query = f"SELECT id, revision, name, server, description FROM tools WHERE id IN ({marks})"
            for row in corpus.connection.execute(query, part):
                self._remove(row[0])
                self._add(*row)

    def slots_of(self, word: str) -> WordSlots:
        """Where a word stands."""
        arrays = self._arrays.get(word)
        if arrays is None:
            arrays = self._arrays[word] = self._array(word)
        return arrays

    def tool_ids(self) -> Slots:
        """Tool id by slot; -1 for a free one."""
        return np.array([-1 if held is None else held.tool_id for held in self._held], np.int64)

    def names(self) -> list[str]:
        """Name by slot; "" for a free one."""
        return ["" if held is None else held.name for held in self._held]

    def lengths(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Words in the name and in the description, by slot; 0 for a free one."""
        names = [0 if held is None else len(held.name_words) for held in self._held]
        descriptions = [0 if held is None else held.description_words.total() for held in self._held]
        return np.array(names, np.float64), np.array(descriptions, np.float64)

    def _revision(self, tool_id: int) -> int | None:
        slot = self._slots.get(tool_id)
        held = None if slot is None else self._held[slot]
        return None if held is None else held.revision

    def _add(self, tool_id: int, revision: int, name: str, server: str, description: str) -> None:
        tokens = self._words.tokens
        held = _Held(tool_id, revision, name, tuple(tokens(name)), tuple(tokens(server)), Counter(tokens(description)))
        if self._free:
            slot = self._free.pop()
            self._held[slot] = held
        else:
            slot = len(self._held)
            self._held.append(held)
        self._slots[tool_id] = slot
        for position, word in enumerate(held.name_words):
            self._names[word].setdefault(slot, []).append(position)
        for word in held.server_words:
            self._servers[word].add(slot)
        for word, count in held.description_words.items():
            self._descriptions[word][slot] = count
        self._count(held, 1)

    def _remove(self, tool_id: int) -> None:
        slot = self._slots.pop(tool_id, None)
        held = None if slot is None else self._held[slot]
        if slot is None or held is None:
            return
        self._held[slot] = None
        self._free.append(slot)
        for word in held.name_words:
            self._names[word].pop(slot, None)
        for word in held.server_words:
            self._servers[word].discard(slot)
        for word in held.description_words:
            self._descriptions[word].pop(slot, None)
        self._count(held, -1)

    def _count(self, held: _Held, sign: int) -> None:
        for words in (Counter(held.name_words), Counter(held.server_words), held.description_words):
            for word, count in words.items():
                self.counts[word] += sign * count
                self._arrays.pop(word, None)
                if not self.counts[word]:
                    del self.counts[word]

    def _array(self, word: str) -> WordSlots:
        names = self._names.get(word, {})
        descriptions = self._descriptions.get(word, {})
        codes = [(slot << POSITION_BITS) + position for slot, places in names.items() for position in places]
        return WordSlots(
            np.array(list(names), np.int64),
            np.array(codes, np.int64),
            np.array(list(self._servers.get(word, ())), np.int64),
            np.array(list(descriptions), np.int64),
            np.array(list(descriptions.values()), np.float64),
        )
