"""All profiles side by side: a row a tool, a column a profile, and below what each engine made of the words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from app.explorer.cells import count
from app.explorer.compare_table import BEST, Compared, answers, columns_of, next_picked, rows_of, sorting
from app.explorer.keys import COMPARING
from app.explorer.pane import SessionScreen
from app.explorer.session import Session
from app.explorer.tuning import Tuning
from app.explorer.widgets.grid import RowOpened
from app.explorer.widgets.grid_pane import GridPane, HeadingPicked
from app.explorer.widgets.key_line import KeyLine
from index.visible import visible_line


class CompareScreen(SessionScreen):
    """Follows the session's query and catalog.

    Args:
        tuning: asked for the comparison.
        show_tool: told which tool to select in the rankings, when the user goes there.

    """

    BINDINGS: ClassVar[list[BindingType]] = list(COMPARING.bindings)

    def __init__(self, tuning: Tuning, show_tool: Callable[[int], None]) -> None:
        super().__init__(id="compare")
        self.tuning = tuning
        self.compared: Compared | None = None
        self.picked = BEST
        self._show_tool = show_tool
        self._first = tuning.session.selected
        self._title = Static("", id="compare-title", classes="screen-title", markup=False)
        self._table = GridPane(id="compare-table")
        self._answers = Static("", id="compare-answers", markup=False)

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._table
        with VerticalScroll(id="compare-foot"):
            yield self._answers
        yield KeyLine()

    def on_mount(self) -> None:
        self._show_title()
        self._table.grid.focus()
        self.tuning.compare()

    def show_session(self, session: Session) -> None:
        """The catalog or its vectors changed: compare again; the table stays until the new one is there."""
        self.tuning.compare()

    @property
    def selected(self) -> int | None:
        """The id of the tool whose row is selected."""
        key = self._table.selected
        return key if isinstance(key, int) else self._first

    def show(self, compared: Compared) -> None:
        """Replace the table; the selected tool stays selected."""
        selected = self.selected
        self.compared = compared
        self._show_rows()
        if selected is not None:
            self._table.select(selected)

    def _show_rows(self) -> None:
        if self.compared is None:
            return
        with self.app.batch_update():
            self._table.show(columns_of(self.compared), rows_of(self.compared, self.picked), self.picked)
            self._answers.update(answers(self.compared, self.picked))
            self._show_title()

    def _show_title(self) -> None:
        query = self.tuning.session.query
        asked = visible_line(query.description)
        words = f"  [{visible_line(', '.join(query.keywords))}]" if query.keywords else ""
        state = "comparing …"
        if query.is_empty:
            state = "no query: go back and type one"
        elif self.compared is not None:
            rows = len(self.compared.comparison.rows)
            state = f"{count(rows, 'tool')}, {sorting(self.compared, self.picked)}"
        self._title.update(
            Content.assemble(
                ("Compare", "bold"),
                "  ",
                asked,
                (words, "$foreground-muted"),
                (f"  ·  {state}", "$foreground-muted"),
            )
        )

    def action_sort(self, step: int) -> None:
        if self.compared is not None:
            self._pick(next_picked(self.compared, self.picked, step))

    def action_back(self) -> None:
        self.dismiss(None)

    def on_row_opened(self, event: RowOpened) -> None:
        self.action_open()

    def action_open(self) -> None:
        self.dismiss(None)
        if self.selected is not None:
            self._show_tool(self.selected)

    def on_heading_picked(self, event: HeadingPicked) -> None:
        self._pick(event.number)

    def _pick(self, number: int) -> None:
        self.picked = number
        self._show_rows()
