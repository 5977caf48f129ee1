"""The heading of a column."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events

from app.explorer.cells import count, fit_end, fit_right, milliseconds
from app.explorer.messages import ColumnPicked
from app.explorer.state import FUSED, LEXICAL, TITLES, Column
from app.explorer.widgets.text_line import Part, TextLines

_HOW = {
    "scores": "scores: both scores added",
    "rrf": "rrf: good ranks in both win",
    "quota": "quota: places for each list",
    "lexical alone": "lexical alone: the list as it is",
    "semantic alone": "semantic alone: the list as it is",
}
"""What a fusion does, in a few plain words."""


class Heading(TextLines):
    """Two lines: title, hits and time; then what is amiss, the engine and which text it searched for.

    In one line, where the tabs tell the title, without it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(classes="heading")
        self.number = number
        self._texts = ("", "", "", "")

    def show(self, column: Column) -> None:
        self._texts = heading_texts(column, self.number)
        self._arrange()

    def on_mount(self) -> None:
        self._arrange()

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def on_click(self, event: events.Click) -> None:
        self.post_message(ColumnPicked(self.number))

    def _arrange(self) -> None:
        numbers, engine, note, alert = self._texts
        title, width = TITLES[self.number], self.content_size.width
        second: list[Part] = [(f"{alert}  ", "alert")] if alert else []
        second.append((f"{engine} · {note}" if note else engine, "quiet"))
        if self.content_size.height == 1:
            room = max(0, width - cell_len(numbers) - 2)
            text = "".join(part for part, _ in second)
            first = [(fit_end(text, room), "alert" if alert else "quiet"), (f"  {numbers}", "quiet")]
            self.show_lines([first])
        else:
            self.show_lines([[(title, "title"), (fit_right(numbers, max(0, width - len(title))), "quiet")], second])


def heading_texts(column: Column, number: int) -> tuple[str, str, str, str]:
    """(hits and time, engine and input, what the engine says, what is amiss) of a column."""
    if column.absent:
        return "", column.absent, "", ""
    if column.unavailable:
        return "", "", "", column.unavailable
    ranking = column.ranking
    hits = f"{count(ranking.total)} {'match' if number == LEXICAL else 'ranked'}"
    if ranking.answered is not None:
        first = "first " if ranking.answered < ranking.total else ""
        hits = f"{first}{count(ranking.answered)} answered"
    measured = ranking.elapsed_ms > 0  # a played session's clock stands still
    numbers = f"{hits} · {milliseconds(ranking.elapsed_ms)}" if measured else hits
    engine = _HOW.get(column.engine, column.engine) if number == FUSED else f"engine {column.engine}"
    if ranking.input:
        engine = f"{engine} ← {ranking.input.replace('description', 'task', 1)}"
    return numbers, engine, column.note, column.alert
