"""Which tool of a file read again is which tool of the index, so that ids (and a user's selection) survive edits."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from index.tool import Tool


@dataclass(frozen=True, slots=True)
class Held:
    """A tool's row in the index, as far as matching needs it."""

    id: int
    name: str
    pointer: str


def match_tools(held: Sequence[Held], tools: Sequence[Tool]) -> tuple[int | None, ...]:
    """For each tool the id it keeps, or None for a new one.

    First those of the same name at the same place, then the same name, then the same place (a tool renamed).
    Equal candidates pair in order; every id is given at most once.
    """
    ids: list[int | None] = [None] * len(tools)
    left = dict.fromkeys(row.id for row in held)
    rounds: tuple[tuple[Callable[[Held], Hashable], Callable[[Tool], Hashable]], ...] = (
        (lambda row: (row.name, row.pointer), lambda tool: (tool.name, tool.place.pointer)),
        (lambda row: row.name, lambda tool: tool.name),
        (lambda row: row.pointer, lambda tool: tool.place.pointer),
    )
    for key_of_row, key_of_tool in rounds:
        waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for row in held:
            if row.id in left:
                waiting[key_of_row(row)].append(row.id)
        for number, tool in enumerate(tools):
            candidates = waiting.get(key_of_tool(tool)) if ids[number] is None else None
            if candidates:
                ids[number] = candidates.popleft()
                left.pop(ids[number], None)  # type: ignore[arg-type]
    return tuple(ids)
