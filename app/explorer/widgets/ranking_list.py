"""The rows of one ranking. Only rows that look different are painted again: nothing else keeps up with typing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from app.explorer.keys import ACTIONS
from app.explorer.messages import RowsMissed, ToolChosen
from app.explorer.state import FUSED, Column, Facts
from app.explorer.widgets.painted import Painted
from app.explorer.widgets.row import Row, RowLayout, layout_for, row_for, strip_for, top_and_decimals


class RankingList(ScrollView, Painted, can_focus=True):
    """Shows a `Column`; the selection is a tool's id, not a row number, so it survives new results.

    `scrolled` is called when other rows came into view.
    """

    PREFIX = "ranking--"
    PARTS = (
        "row",
        "dim",
        "quiet",
        "bar",
        "mark",
        "up",
        "down",
        "selected",
        "selected-quiet",
        "selected-bar",
        "selected-up",
        "selected-down",
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ranking--{name}" for name in PARTS}
    BINDINGS: ClassVar[list[BindingType]] = [
        *ACTIONS.bindings,
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
        Binding("left", "screen.column(-1)", show=False),
        Binding("right", "screen.column(1)", show=False),
    ]

    def __init__(self, number: int, scrolled: Callable[[], None], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.number = number
        self._scrolled = scrolled
        self._column: Column | None = None
        self._facts: Mapping[int, Facts] = MappingProxyType({})
        self._selected: int | None = None
        self._rank_width = 3
        self._top, self._decimals = 0.0, 2
        self._painted: dict[int, tuple[Row, Strip]] = {}
        self._missed: tuple[int, ...] = ()

    # -- what is shown

    def show(self, column: Column, facts: Mapping[int, Facts], selected: int | None, rank_width: int) -> None:
        """Replace the ranking; rows that stay the same are not painted again."""
        self._column, self._facts, self._selected = column, facts, selected
        self._top, self._decimals = top_and_decimals(column)
        self._missed = ()
        if rank_width != self._rank_width:
            self._rank_width = rank_width
            self.forget()
        self._resize(len(column.ranking))
        self._repaint_changed()

    def add_facts(self, facts: Mapping[int, Facts]) -> None:
        """Facts of rows that were missed have arrived."""
        self._facts = MappingProxyType({**self._facts, **facts})
        self._repaint_changed()

    def select(self, tool_id: int | None) -> None:
        """Mark another tool, without moving the view."""
        if tool_id != self._selected:
            self._selected = tool_id
            self._repaint_changed()

    def reveal(self) -> None:
        """Scroll so far that the selected tool is in sight, if it is a hit."""
        at = self._selected_index()
        if at is None:
            return
        height, top = self._height, self.scroll_offset.y
        if at < top:
            self.scroll_to(y=at, animate=False, immediate=True)
        elif at >= top + height:
            self.scroll_to(y=at - height + 1, animate=False, immediate=True)

    @property
    def shows_selected(self) -> bool:
        """Whether the selected tool's own row is in sight."""
        at = self._selected_index()
        return at is not None and self.scroll_offset.y <= at < self.scroll_offset.y + self._height

    def row_of(self, tool_id: int) -> Row | None:
        """How a tool's row looks, in sight or not; None when nothing is known of it."""
        facts = self._facts.get(tool_id)
        if facts is None or self._column is None:
            return None
        return row_for(facts, self.number, self._top, self._decimals, selected=True, answered=self._column.answered)

    def strip_of(self, row: Row) -> Strip:
        """A row as this list paints it."""
        return strip_for(row, self._layout(self._width), self.parts)

    def _layout(self, width: int) -> RowLayout:
        return layout_for(width, self._rank_width, self.number == FUSED)

    # -- painting

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        held = self._painted.get(at)
        if held is not None:  # and up to date: `_repaint_changed` follows every change
            return held[1]
        row = self._row(at)
        if row is None:
            return Strip.blank(self._width, self.parts["row"])
        strip = self.strip_of(row)
        self._painted[at] = (row, strip)
        return strip

    def _row(self, at: int) -> Row | None:
        column = self._column
        if column is None or not 0 <= at < len(column.ranking):
            return None
        number = int(column.ranking.ids[at])
        return row_for(
            self._facts.get(number),
            self.number,
            self._top,
            self._decimals,
            selected=number == self._selected,
            answered=column.answered,
        )

    def _repaint_changed(self) -> None:
        top, area = self.scroll_offset.y, self.scrollable_content_region
        layout, styles = self._layout(area.width), self.parts
        missing: list[int] = []
        changed: list[int] = []
        for y, at in enumerate(range(top, top + area.height)):
            row = self._row(at)
            held = self._painted.get(at)
            if row is None:
                if held is not None:
                    del self._painted[at]
                    changed.append(y)
                continue
            if held is None or held[0] != row:
                self._painted[at] = (row, strip_for(row, layout, styles))
                changed.append(y)
            if self._column is not None and int(self._column.ranking.ids[at]) not in self._facts:
                missing.append(int(self._column.ranking.ids[at]))
        if changed:
            self.refresh(*(Region(0, first, area.width, count) for first, count in runs(changed)))
        if missing and tuple(missing) != self._missed:
            self._missed = tuple(missing)
            self.post_message(RowsMissed(self._missed))

    def forget(self) -> None:
        self._painted.clear()
        super().forget()

    # -- size and scrolling

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def _height(self) -> int:
        return self.scrollable_content_region.height

    def _resize(self, hits: int) -> None:
        """Set the scrolled size without the layout of the whole screen that assigning `virtual_size` would start."""
        if hits == self.virtual_size.height:
            return
        self.set_reactive(Widget.virtual_size, Size(self._width, hits))
        self.vertical_scrollbar.window_virtual_size = hits
        self.vertical_scrollbar.window_size = self._height
        self.vertical_scrollbar.refresh()
        if self.scroll_y > self.max_scroll_y:
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            for at in [at for at in self._painted if not 0 <= at - round(new_value) < self._height]:
                del self._painted[at]
            self._repaint_changed()
            self._scrolled()

    def on_resize(self, event: events.Resize) -> None:
        self._painted.clear()
        self.set_reactive(Widget.virtual_size, Size(self._width, len(self._column.ranking) if self._column else 0))
        self._repaint_changed()
        self._scrolled()

    # -- keys and mouse

    def action_move(self, step: int) -> None:
        at = self._selected_index()
        if at is None:
            self._choose(self.scroll_offset.y)
        else:
            self._choose(at + step)

    def action_page(self, direction: int) -> None:
        at = self._selected_index()
        self._choose((self.scroll_offset.y if at is None else at) + direction * max(1, self._height - 1))

    def action_edge(self, which: int) -> None:
        self._choose(0 if which == 0 else self._hits - 1)

    def on_click(self, event: events.Click) -> None:
        at = event.y + self.scroll_offset.y
        if at < self._hits:
            self._choose(at)

    @property
    def _hits(self) -> int:
        return len(self._column.ranking) if self._column is not None else 0

    def _choose(self, at: int) -> None:
        if self._column is None or not self._hits:
            return
        at = max(0, min(self._hits - 1, at))
        self._selected = int(self._column.ranking.ids[at])
        self.reveal()
        self.post_message(ToolChosen(self._selected, self.number))
        self._repaint_changed()

    def _selected_index(self) -> int | None:
        if self._column is None or self._selected is None:
            return None
        facts = self._facts.get(self._selected)
        rank = facts.ranks[self.number] if facts is not None else self._column.ranking.rank_of(self._selected)
        return rank - 1 if rank is not None and rank <= self._hits else None


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Rising numbers as (first, how many) of those that follow each other."""
    for _, run in groupby(enumerate(numbers), key=lambda entry: entry[1] - entry[0]):
        members = [number for _, number in run]
        yield members[0], len(members)
