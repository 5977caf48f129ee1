"""A comparison of all profiles as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from app.output.cells import table
from app.output.find_text import words_line
from index.compare import Cell, Column, Comparison
from index.ranking import Ranking
from index.visible import visible_line

_NAME_CELLS = 40
_SERVER_CELLS = 20


def compare_lines(comparison: Comparison, marked: frozenset[int] = frozenset()) -> Iterator[str]:
    """A line a tool, a column a profile; a rank beyond what the engine answers is in brackets.

    Tools in `marked` carry a `>`.
    """
    head = ["", "tool", "server", *(_title(column) for column in comparison.columns)]
    rows = [
        [
            ">" if row.tool_id in marked else "",
            visible_line(row.tool.name, _NAME_CELLS),
            visible_line(row.tool.server, _SERVER_CELLS),
            *map(_rank, row.cells),
        ]
        for row in comparison.rows
    ]
    yield from table([head, *rows], numbers=frozenset(range(3, len(head))))
    if not rows:
        yield "No profile finds a tool for this query."
    yield ""
    yield from table([_summary(column) for column in comparison.columns], numbers=frozenset({1, 2}))
    if any(column.profile.approximate for column in comparison.columns):
        yield "~ approximates its engine"
    if any(cell is not None and not cell.answered for row in comparison.rows for cell in row.cells):
        yield "(n) ranked, but beyond what the engine answers"


def _title(column: Column) -> str:
    return f"{visible_line(column.profile.name)}{'~' if column.profile.approximate else ''}"


def _rank(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return f"{cell.rank} " if cell.answered else f"({cell.rank})"


def _summary(column: Column) -> list[str]:
    kind = "full" if column.found.full else "thin"
    lexical = column.answer.lexical
    remarks = [words_line(lexical) if isinstance(lexical, Ranking) else "", *column.answer.fused.notes]
    count = len(column.found.tools)
    return [
        _title(column),
        f"{count} {'tool' if count == 1 else 'tools'}",
        f"{column.found.answer_tokens:,} tokens {kind}",
        "; ".join(visible_line(remark) for remark in remarks if remark),
    ]
