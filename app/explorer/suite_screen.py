"""The suite: each query with its tool's ranks, the totals above, what changed beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from app.explorer.keys import TESTING
from app.explorer.pane import SessionScreen
from app.explorer.session import Session
from app.explorer.suite_table import COLUMNS, about_case, rows_of, state_of, totals_table
from app.explorer.tuning import Tuning
from app.explorer.widgets.grid import RowChosen, RowOpened
from app.explorer.widgets.grid_pane import GridPane
from app.explorer.widgets.key_line import KeyLine
from index.query import Query
from index.visible import visible_line

_NONE = """There is no suite here yet.

A suite is a list of queries with the tools they should find, in a file of its own:

    queries:
      - query: create an issue in jira
        keywords: [jira, ticket]
        expect: jira_create_issue

Go back, type a query, select the tool that should answer, and press a: suite.yaml is made for you.
Any suite.yaml or NAME.suite.yaml (also .jsonl, .json, .csv) in the directory is found."""


class SuiteScreen(SessionScreen):
    """Args:
    tuning: holds the suite's outcome.
    load: told which query to bring into the explorer, and the id of the tool to select there.
    open_at: opens a file at a line.

    """

    BINDINGS: ClassVar[list[BindingType]] = list(TESTING.bindings)

    def __init__(
        self, tuning: Tuning, load: Callable[[Query, int | None], None], open_at: Callable[[str, int], None]
    ) -> None:
        super().__init__(id="suite")
        self.tuning = tuning
        self.failing_only = False
        self._load = load
        self._open_at = open_at
        self._title = Static("", id="suite-title", classes="screen-title", markup=False)
        self._totals = Static("", id="suite-totals", markup=False)
        self.table = GridPane(id="suite-table")
        self._about = Static("", id="suite-about", markup=False)

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._totals
        yield self.table
        yield self._about
        yield KeyLine()

    def on_mount(self) -> None:
        self.tuning.want_suite()
        self.show()
        self.table.grid.focus()

    def show_session(self, session: Session) -> None:
        """The profile or the catalog may be another: `Tuning` runs the suite by itself."""
        self.show()

    def show(self) -> None:
        """Show what the board holds; the selected query stays selected."""
        board = self.tuning.board
        with self.app.batch_update():
            self.show_title()
            self._totals.update(self._teaching() if board.shown is None else totals_table(board))
            self.table.show(COLUMNS, rows_of(board, failing_only=self.failing_only))
            self.table.display = board.shown is not None
            self._show_about()

    def show_title(self) -> None:
        """The first line alone: progress changes often."""
        board = self.tuning.board
        files = ", ".join(board.read.suite.sources) if board.read is not None else "reading …"
        state = state_of(board, self.tuning.session.profile, failing_only=self.failing_only)
        self._title.update(
            Content.assemble(
                ("Suite", "bold"),
                "  ",
                visible_line(files),
                (f"  ·  {visible_line(state)}", "$foreground-muted"),
            )
        )

    def _teaching(self) -> str:
        read = self.tuning.board.read
        if read is None or read.suite.cases:
            return "\nRunning …"
        if read.suite.sources:
            return "\nNo query of the suite can be read; the problems (!) say why."
        return "\n" + _NONE

    def _show_about(self) -> None:
        key = self.table.selected
        self._about.update(about_case(self.tuning.board, key) if isinstance(key, int) else "")

    def on_row_chosen(self, event: RowChosen) -> None:
        self._show_about()

    def on_row_opened(self, event: RowOpened) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Bring the query into the explorer."""
        key, ran = self.table.selected, self.tuning.board.ran
        if isinstance(key, int) and ran is not None:
            expected = ran.expected[key]
            self.dismiss(None)
            self._load(ran.outcome.cases[key].case.query, expected[0] if expected else None)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_failing(self) -> None:
        self.failing_only = not self.failing_only
        self.show()

    def action_profile(self, step: int) -> None:
        self.tuning.session.cycle_profile(step)
        self.tuning.refresh_suite()
        self.show()

    def action_file(self) -> None:
        key, ran = self.table.selected, self.tuning.board.ran
        if isinstance(key, int) and ran is not None:
            case = ran.outcome.cases[key].case
            self._open_at(case.source, case.line)
