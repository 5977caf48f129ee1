"""A column: its heading, its list, and at the foot the selected tool when its row is out of sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.strip import Strip

from app.explorer.state import FUSED, SEMANTIC, Column, Facts
from app.explorer.widgets.heading import Heading
from app.explorer.widgets.painted import Painted, Unpainted
from app.explorer.widgets.ranking_list import RankingList


class RankingColumn(Vertical, Unpainted):
    """One of the three. `number` is its place, from 0."""

    def __init__(self, number: int) -> None:
        super().__init__(id=f"column-{number}", classes="column")
        self.number = number
        self.heading = Heading(number)
        self.list = RankingList(number, self._scrolled, id=f"list-{number}")
        self.foot = Foot()
        self._column: Column | None = None
        self._selected: int | None = None
        self._facts: Mapping[int, Facts] = {}

    def compose(self) -> ComposeResult:
        yield self.heading
        yield self.list
        yield self.foot

    def show(self, column: Column, facts: Mapping[int, Facts], selected: int | None, rank_width: int) -> None:
        self._column, self._selected, self._facts = column, selected, facts
        self.heading.show(column)
        self.list.show(column, facts, selected, rank_width)
        self._show_foot()

    def hold_back(self, why: str) -> None:
        """Say in the heading why the rows are still those of another query."""
        if self._column is not None:
            self.heading.show(replace(self._column, alert=why))

    def add_facts(self, facts: Mapping[int, Facts]) -> None:
        self._facts = {**self._facts, **facts}
        self.list.add_facts(facts)
        self._show_foot()

    def select(self, tool_id: int | None) -> None:
        self._selected = tool_id
        self.list.select(tool_id)
        self._show_foot()

    def _scrolled(self) -> None:
        self._show_foot()

    def _show_foot(self) -> None:
        if self._selected is None or self._column is None or self.list.shows_selected:
            self.foot.show(None)
            return
        row = self.list.row_of(self._selected)
        if row is not None and row.rank == "-":
            row = row._replace(note=self._why_missing(self._column))
        self.foot.show(self.list.strip_of(row) if row is not None else None)

    def _why_missing(self, column: Column) -> str:
        if column.absent or column.unavailable:
            return "not ranked"
        if self.number == FUSED:
            return "not answered"
        return "too far" if self.number == SEMANTIC and not column.alert and len(column.ranking) else "no match"


class Foot(Painted):
    """One line that is always there, so that nothing jumps when it is needed."""

    PREFIX = "foot--"
    PARTS = ("text",)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"foot--text"}

    def __init__(self) -> None:
        super().__init__(classes="foot")
        self._strip: Strip | None = None

    def show(self, strip: Strip | None) -> None:
        if strip is not self._strip:
            self._strip = strip
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._strip is None:
            return Strip.blank(width, self.parts["text"])
        return self._strip.adjust_cell_length(width, [segment.style for segment in self._strip][-1])
