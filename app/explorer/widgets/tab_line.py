"""The three columns as tabs, where the terminal is too narrow for them: with the selected tool's rank in each."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widget import Widget

from app.explorer.messages import ColumnPicked
from app.explorer.state import TITLES

Ranks = tuple[int | None, int | None, int | None]


class TabLine(Widget):
    """One line; the picked tab is bracketed as well as coloured."""

    def __init__(self) -> None:
        super().__init__(id="tabs")
        self._picked = 0
        self._ranks: Ranks | None = None

    def show(self, picked: int, ranks: Ranks | None) -> None:
        """`ranks` are the selected tool's; None when nothing is selected."""
        if (picked, ranks) != (self._picked, self._ranks):
            self._picked, self._ranks = picked, ranks
            self.refresh()

    def render(self) -> Content:
        parts: list[Content] = []
        for number, text in enumerate(self._texts()):
            style = "bold $accent" if number == self._picked else "$foreground-muted"
            parts.append(Content.styled(f"[{text}]" if number == self._picked else f" {text} ", style))
        return Content(" ").join(parts)

    def on_click(self, event: events.Click) -> None:
        start = 0
        for number, text in enumerate(self._texts()):
            if start <= event.x < start + len(text) + 3:
                self.post_message(ColumnPicked(number))
                return
            start += len(text) + 3

    def _texts(self) -> list[str]:
        if self._ranks is None:
            return list(TITLES)
        return [
            f"{title} {'-' if rank is None else f'{rank:,}'}" for title, rank in zip(TITLES, self._ranks, strict=True)
        ]
