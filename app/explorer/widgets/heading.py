"""The heading of a column."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.widget import Widget

from app.explorer.cells import count, milliseconds
from app.explorer.messages import ColumnPicked
from app.explorer.state import TITLES, Column


class Heading(Widget):
    """Two lines: title, hits and time; then what is amiss, the engine and which text it searched for.

    In one line, where the tabs tell the title, without it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(classes="heading")
        self.number = number
        self._shown: tuple[str, ...] = (TITLES[number], "", "", "", "")

    def show(self, column: Column) -> None:
        shown = (TITLES[self.number], *heading_texts(column))
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def render(self) -> Content:
        title, numbers, engine, note, alert = self._shown
        width = self.content_size.width
        second = Content.assemble((alert, "$text-warning"), "  " if alert else "", (engine, "$foreground-muted"))
        if note:
            second = Content.assemble(second, (f" · {note}", "$foreground-muted"))
        if self.content_size.height == 1:
            room = width - cell_len(numbers) - 2
            return Content.assemble(
                second.truncate(room, ellipsis=True, pad=True), "  ", (numbers, "$foreground-muted")
            )
        first = Content.assemble((title, "bold"), " ", (numbers.rjust(width - len(title) - 1), "$foreground-muted"))
        return Content("\n").join([first, second.truncate(width, ellipsis=True)])

    def on_click(self, event: events.Click) -> None:
        self.post_message(ColumnPicked(self.number))


def heading_texts(column: Column) -> tuple[str, str, str, str]:
    """(hits and time, engine and input, what the engine says, what is amiss) of a column."""
    if column.absent:
        return "", column.absent, "", ""
    if column.unavailable:
        return "", column.engine, "", column.unavailable
    ranking = column.ranking
    numbers = f"{count(ranking.total)} · {milliseconds(ranking.elapsed_ms)}"
    if ranking.answered is not None and ranking.answered < ranking.total:
        numbers = f"{count(ranking.answered)} of {numbers}"
    engine = f"{column.engine} ← {ranking.input}" if ranking.input else column.engine
    return numbers, engine, column.note, column.alert
