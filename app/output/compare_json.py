"""`compare --json`: every profile's answer to one query."""

from __future__ import annotations

from typing import Any

from app.output.find_json import dropped_data, query_data, rewrites_data, tokens_data
from index.compare import Cell, Column, Comparison
from index.ranking import Unavailable


def compare_data(comparison: Comparison) -> dict[str, Any]:
    """The whole comparison as JSON data; a rank is null where a profile does not rank the tool."""
    names = [column.profile.name for column in comparison.columns]
    return {
        "query": query_data(comparison.query),
        "profiles": [_column(column) for column in comparison.columns],
        "tools": [
            {
                "tool": row.tool.name,
                "server": row.tool.server,
                "source": row.tool.place.source,
                "ranks": {name: _cell(cell) for name, cell in zip(names, row.cells, strict=True)},
            }
            for row in comparison.rows
        ],
    }


def _column(column: Column) -> dict[str, Any]:
    semantic = column.answer.semantic
    return {
        "profile": column.profile.name,
        "approximate": column.profile.approximate,
        "answered": len(column.found.tools),
        "total": column.answer.fused.total,
        "dropped": dropped_data(column.dropped),
        "rewrites": rewrites_data(column.rewrites),
        "notes": list(column.answer.fused.notes),
        "unavailable": semantic.reason if isinstance(semantic, Unavailable) else None,
        "answer": "full" if column.found.full else "thin",
        "answer_tokens": column.found.answer_tokens,
        "token_metrics": tokens_data(column.found),
    }


def _cell(cell: Cell | None) -> dict[str, Any] | None:
    return None if cell is None else {"rank": cell.rank, "answered": cell.answered}
