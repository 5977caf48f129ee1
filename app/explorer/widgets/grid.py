"""A table that is painted line by line: only what is in sight costs anything, however long it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from app.explorer.cells import fit, fit_end, fit_right
from app.explorer.widgets.grid_layout import GAP, GridColumn, Placed, placed

STYLES = ("text", "quiet", "dim", "strong", "up", "down", "alert")
MARK = "> "
_ROOM = len(MARK)


class Cell(NamedTuple):
    """Text, safe to print and on one line, and the name of its style."""

    text: str
    style: str = "text"


@dataclass(frozen=True, slots=True)
class GridRow:
    """`key` says which thing the row is of, whatever its place; `cells` run beside the columns."""

    key: Hashable
    cells: tuple[Cell, ...]


@dataclass(eq=False)
class RowChosen(Message):
    """The selection moved to that row."""

    key: Hashable


@dataclass(eq=False)
class RowOpened(Message):
    """The user pressed Enter on that row, or clicked it twice."""

    key: Hashable


class Grid(ScrollView, can_focus=True, inherit_bindings=False):
    """The selection is a key, not a row number, so it survives new rows.

    `moved` is called when other rows came into view or another row was selected.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"grid--{name}" for name in (*STYLES, "selected", "mark")}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
    ]

    def __init__(self, moved: Callable[[], None]) -> None:
        super().__init__(classes="grid-list")
        self._moved = moved
        self._columns: tuple[GridColumn, ...] = ()
        self._rows: tuple[GridRow, ...] = ()
        self._at: dict[Hashable, int] = {}
        self._matters = 0
        self._places: tuple[Placed, ...] = ()
        self._styles: Mapping[str, Style] | None = None
        self.selected: Hashable = None

    def show(self, columns: Sequence[GridColumn], rows: Sequence[GridRow], matters: int) -> None:
        """Replace the table. A selected row that is gone gives way to the one now at its place."""
        before = self._at.get(self.selected)
        self._columns, self._rows, self._matters = tuple(columns), tuple(rows), matters
        self._at = {row.key: number for number, row in enumerate(self._rows)}
        if self.selected not in self._at:
            self.selected = self._rows[min(before or 0, len(self._rows) - 1)].key if self._rows else None
        self._arrange()

    def select(self, key: Hashable) -> None:
        """Select a row and bring it into sight."""
        if key in self._at:
            self.selected = key
            self._reveal()
            self.refresh()
            self._moved()

    @property
    def places(self) -> tuple[Placed, ...]:
        """Where the columns are, the mark's cells not counted."""
        return self._places

    @property
    def shows_selected(self) -> bool:
        at, top = self._at.get(self.selected), self.scroll_offset.y
        return at is not None and top <= at < top + self._height

    @property
    def selected_strip(self) -> Strip | None:
        """The selected row as it is painted, in sight or not."""
        at = self._at.get(self.selected)
        return self._strip(self._rows[at]) if at is not None else None

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        if not 0 <= at < len(self._rows):
            return Strip.blank(self._width, self._rich_styles()["text"])
        return self._strip(self._rows[at])

    def _strip(self, row: GridRow) -> Strip:
        styles = self._rich_styles()
        is_selected = row.key == self.selected
        over = styles["selected"] if is_selected else Style.null()
        segments = [Segment(MARK, styles["mark"]) if is_selected else Segment(" " * _ROOM, styles["text"])]
        end = 0
        for place in self._places:
            column, cell = self._columns[place.number], row.cells[place.number]
            segments.append(Segment(" " * (place.start - end), styles["text"] + over))
            cut = fit_right if column.right else fit if column.weight else fit_end
            segments.append(Segment(cut(cell.text, place.width), styles[cell.style] + over))
            end = place.start + place.width
        segments.append(Segment(" " * max(0, self._width - _ROOM - end), styles["text"] + over))
        return Strip(segments).adjust_cell_length(self._width, styles["text"])

    def _rich_styles(self) -> Mapping[str, Style]:
        if self._styles is None:
            self._styles = {
                name: self.get_component_rich_style(f"grid--{name}", partial=name == "selected")
                for name in (*STYLES, "selected", "mark")
            }
        return self._styles

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles = None

    # -- size and scrolling

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def _height(self) -> int:
        return self.scrollable_content_region.height

    def _arrange(self) -> None:
        self._places = placed(self._columns, max(0, self._width - _ROOM), self._matters) if self._columns else ()
        self.virtual_size = Size(self._width, len(self._rows))
        self.refresh()
        self._moved()

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._moved()

    def _reveal(self) -> None:
        at, top = self._at.get(self.selected), self.scroll_offset.y
        if at is None or not self._height:
            return
        if at < top:
            self.scroll_to(y=at, animate=False, immediate=True)
        elif at >= top + self._height:
            self.scroll_to(y=at - self._height + 1, animate=False, immediate=True)

    # -- keys and mouse

    def action_move(self, step: int) -> None:
        self._choose(self._at.get(self.selected, 0) + step)

    def action_page(self, direction: int) -> None:
        self._choose(self._at.get(self.selected, 0) + direction * max(1, self._height - 1))

    def action_edge(self, which: int) -> None:
        self._choose(0 if which == 0 else len(self._rows) - 1)

    def action_open(self) -> None:
        if self.selected is not None:
            self.post_message(RowOpened(self.selected))

    def on_click(self, event: events.Click) -> None:
        at = event.y + self.scroll_offset.y
        if at < len(self._rows):
            self._choose(at)
            if event.chain > 1:
                self.action_open()

    def _choose(self, at: int) -> None:
        if self._rows:
            key = self._rows[max(0, min(len(self._rows) - 1, at))].key
            self.select(key)
            self.post_message(RowChosen(key))


def heading_strip(
    columns: Sequence[GridColumn], places: Sequence[Placed], picked: int | None, width: int, styles: Mapping[str, Style]
) -> Strip:
    """The titles over their columns; the picked one, which the rows are sorted by, has an arrow."""
    segments = [Segment(" " * _ROOM, styles["quiet"])]
    end = 0
    for place in places:
        column = columns[place.number]
        is_picked = place.number == picked
        title = f"{column.title}↓" if is_picked else column.title
        cut = fit_right if column.right else fit_end
        segments.append(Segment(" " * (place.start - end), styles["quiet"]))
        segments.append(Segment(cut(title, place.width), styles["strong" if is_picked else "quiet"]))
        end = place.start + place.width
    return Strip(segments).adjust_cell_length(width, styles["quiet"])


def column_at(places: Sequence[Placed], x: int) -> int | None:
    """The number of the column at a cell of the grid."""
    for place in places:
        if place.start - GAP < x - _ROOM < place.start + place.width:
            return place.number
    return None
