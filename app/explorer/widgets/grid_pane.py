"""A grid with its headings, and at the foot the selected row while it is out of sight."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from app.explorer.widgets.grid import Grid, GridRow, column_at, heading_strip
from app.explorer.widgets.grid_layout import GridColumn, Placed
from app.explorer.widgets.ranking_column import Foot


@dataclass(eq=False)
class HeadingPicked(Message):
    """The user clicked a column's title."""

    number: int


class GridPane(Vertical):
    """Shows rows; `picked` is the column they are sorted by, which stays in sight."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, classes="grid")
        self.head = GridHead()
        self.grid = Grid(self._follow)
        self.foot = Foot()
        self._columns: tuple[GridColumn, ...] = ()
        self._picked: int | None = None

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.grid
        yield self.foot

    def show(self, columns: Sequence[GridColumn], rows: Sequence[GridRow], picked: int | None = None) -> None:
        self._columns, self._picked = tuple(columns), picked
        self.grid.show(columns, rows, picked or 0)

    @property
    def selected(self) -> Hashable:
        """The key of the selected row, None without rows."""
        return self.grid.selected

    def select(self, key: Hashable) -> None:
        self.grid.select(key)

    def _follow(self) -> None:
        self.head.show(self._columns, self.grid.places, self._picked)
        self.foot.show(None if self.grid.shows_selected else self.grid.selected_strip)


class GridHead(Widget):
    """One line of titles."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"grid--quiet", "grid--strong"}

    def __init__(self) -> None:
        super().__init__(classes="grid-head")
        self._shown: tuple[tuple[GridColumn, ...], tuple[Placed, ...], int | None] = ((), (), None)

    def show(self, columns: tuple[GridColumn, ...], places: tuple[Placed, ...], picked: int | None) -> None:
        if (columns, places, picked) != self._shown:
            self._shown = (columns, places, picked)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        styles = {name: self.get_component_rich_style(f"grid--{name}") for name in ("quiet", "strong")}
        columns, places, picked = self._shown
        return heading_strip(columns, places, picked, self.size.width, styles)

    def on_click(self, event: events.Click) -> None:
        number = column_at(self._shown[1], event.x)
        if number is not None:
            self.post_message(HeadingPicked(number))
