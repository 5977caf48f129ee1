"""A comparison of all profiles as a table: what its columns and rows say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from app.explorer.cells import count, fit, fit_end
from app.explorer.views import BIG, BIG_DEPTH
from app.explorer.widgets.grid import Cell, GridRow
from app.explorer.widgets.grid_layout import GridColumn
from index.compare import Cell as Place
from index.compare import Column, Comparison, Row, compare
from index.query import Query
from index.ranking import Ranking, Unavailable
from index.searcher import Searcher
from index.visible import visible_line
from index.workspace import Workspace

BEST: int = 0
"""The number of the column whose order is that of the best rank anywhere: the tools' names."""
_PROFILES: int = 2
_LEAST = 7
_WORDS_SHOWN = 8
_NAME_CELLS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """One query through every profile. `alerts` run beside its columns: what is not ready yet, "" where all is."""

    comparison: Comparison
    alerts: tuple[str, ...]


class Comparer:
    """Compares for one thread; keeps its searchers."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._searchers: dict[str, Searcher] = {}

    def compare(self, query: Query, selected: int | None) -> Compared:
        """Every profile's answer; the selected tool has a row in any case."""
        workspace = self._workspace
        for name, profile in workspace.profiles.items():
            if name not in self._searchers or self._searchers[name].profile != profile:
                self._searchers[name] = workspace.searcher(name)
        searchers = [self._searchers[name] for name in workspace.profiles]
        depth = BIG_DEPTH if workspace.status().tools > BIG else None
        tools = () if selected is None else (selected,)
        comparison = compare(searchers, workspace.corpus(), query, tool_ids=tools, depth=depth)
        alerts = (self._alert(searcher, column) for searcher, column in zip(searchers, comparison.columns, strict=True))
        return Compared(comparison, tuple(alerts))

    def _alert(self, searcher: Searcher, column: Column) -> str:
        if isinstance(column.answer.semantic, Unavailable):
            return visible_line(f"by meaning: {column.answer.semantic.reason}")
        if searcher.semantic is None or self._workspace.embedder is None:
            return ""
        space = self._workspace.space(searcher.semantic.space)
        if isinstance(space, Unavailable) or not space.missing:
            return ""
        held = len(space.order)
        return f"{count(held)} of {count(held + space.missing)} tools embedded so far"


def columns_of(compared: Compared) -> tuple[GridColumn, ...]:
    """The tool's name and server, then a column a profile."""
    profiles = tuple(
        GridColumn(title, max(len(title) + 1, _LEAST), _LEAST, right=True, slides=True)
        for title in map(title_of, compared.comparison.columns)
    )
    return (GridColumn("tool", 30, 18, weight=3), GridColumn("server", 14, 10, weight=1, gives_way=True), *profiles)


def title_of(column: Column) -> str:
    """The profile's name, with ~ where it approximates its engine."""
    return visible_line(column.profile.name) + ("~" if column.profile.approximate else "")


def rows_of(compared: Compared, picked: int) -> tuple[GridRow, ...]:
    """The tools in the order of the picked column."""
    comparison = compared.comparison
    rows = comparison.rows if picked < _PROFILES else comparison.sorted_by(picked - _PROFILES)
    return tuple(_row(row, picked) for row in rows)


def sorting(compared: Compared, picked: int) -> str:
    """What the rows are sorted by, in words."""
    if picked < _PROFILES:
        return "by best rank anywhere"
    return f"by {title_of(compared.comparison.columns[picked - _PROFILES])}"


def next_picked(compared: Compared, picked: int, step: int) -> int:
    """The next column to sort by: the tool's name, then the profiles, round and round."""
    choices: list[int] = [BEST, *range(_PROFILES, _PROFILES + len(compared.comparison.columns))]
    at = choices.index(picked) if picked in choices else 0
    return choices[(at + step) % len(choices)]


def _row(row: Row, picked: int) -> GridRow:
    places = (_place(cell, number + _PROFILES == picked) for number, cell in enumerate(row.cells))
    tool = row.tool
    names = (Cell(visible_line(tool.name, _NAME_CELLS)), Cell(visible_line(tool.server, _NAME_CELLS), "quiet"))
    return GridRow(row.tool_id, (*names, *places))


def _place(place: Place | None, is_picked: bool) -> Cell:
    """A rank beyond the answer is dim and in brackets; the others keep a cell free where the bracket would be."""
    if place is None:
        return Cell("")
    if not place.answered:
        return Cell(f"({place.rank:,})", "dim")
    return Cell(f"{place.rank:,} ", "strong" if place.rank == 1 or is_picked else "text")


def answers(compared: Compared, picked: int) -> Content:
    """Below the table: what each profile's answer costs, and what its engine made of the words."""
    columns = compared.comparison.columns
    names = max((len(title_of(column)) for column in columns), default=0)
    costs = [_cost(column) for column in columns]
    width = max(map(len, costs), default=0)
    lines = []
    for number, (column, cost, alert) in enumerate(zip(columns, costs, compared.alerts, strict=True)):
        is_picked = number + _PROFILES == picked
        parts: list[str | Content | tuple[str, str]] = [
            (fit_end(title_of(column), names), "bold $accent" if is_picked else "bold"),
            "  ",
            (fit(cost, width), "$foreground-muted"),
        ]
        if alert:
            parts.append((f"  ! {alert}", "$text-warning"))
        words = " · ".join(words_of(column))
        parts.append(f"  {words}" if words else ("  words as they are", "$foreground-disabled"))
        lines.append(Content.assemble(*parts))
    return Content("\n").join(lines)


def words_of(column: Column) -> Iterator[str]:
    """What the profile's lexical engine did to the query's words: corrected, expanded, dropped."""
    if column.answer.lexical is None:
        yield "by meaning alone"
        return
    if not isinstance(column.answer.lexical, Ranking):
        return
    corrected = [rewrite for rewrite in column.rewrites if rewrite.kind == "corrected"]
    for rewrite in corrected:
        yield visible_line(f"corrected {rewrite.word} → {_listed(rewrite.to)}")
    for why in dict.fromkeys(entry.why for entry in column.dropped):
        words = tuple(entry.word for entry in column.dropped if entry.why == why)
        yield visible_line(f"dropped {_listed(words)} ({why})")
    for rewrite in column.rewrites:
        if rewrite not in corrected:
            yield visible_line(f"{rewrite.word} + {_listed(rewrite.to)} ({rewrite.kind})")


def _cost(column: Column) -> str:
    kind = "full" if column.found.full else "thin"
    return f"{count(len(column.found.tools), 'tool')}, {count(column.found.answer_tokens)} tokens {kind}"


def _listed(words: tuple[str, ...]) -> str:
    beyond = len(words) - _WORDS_SHOWN
    return ", ".join(words[:_WORDS_SHOWN]) + (f" and {beyond} more" if beyond > 0 else "")
