"""Names that are declared more than once, over all manifests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from index.manifests.codes import BY_CODE
from index.problem import Problem
from index.visible import visible_line


@dataclass(frozen=True, slots=True)
class Named:
    """A tool as far as duplicates go."""

    name: str
    server: str
    source: str
    line: int = 1
    column: int = 1


def duplicate_remarks(tools: Iterable[Named], *, silence: frozenset[str] = frozenset()) -> tuple[Problem, ...]:
    """A remark on every tool whose name was declared before, in the given order.

    T001 when it was in the same file by the same server, else T002; either says where the earlier one stands.
    """
    first: dict[str, Named] = {}
    first_here: dict[tuple[str, str, str], Named] = {}
    problems: list[Problem] = []
    for tool in tools:
        earlier_here = first_here.setdefault((tool.name, tool.server, tool.source), tool)
        earlier = first.setdefault(tool.name, tool)
        if earlier_here is not tool:
            problems.append(_problem("T001", tool, earlier_here))
        elif earlier is not tool:
            problems.append(_problem("T002", tool, earlier))
    return tuple(problem for problem in problems if problem.code not in silence)


def _problem(code: str, tool: Named, earlier: Named) -> Problem:
    name, place = visible_line(tool.name, 80), f"{earlier.source}:{earlier.line}"
    by = "" if earlier.server == tool.server else f" by {visible_line(earlier.server, 40)}"
    message = f"{name} is declared{by} at {place} already."
    return Problem(code, BY_CODE[code].severity, tool.source, message, tool.line, tool.column, tool.name)
