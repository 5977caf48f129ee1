"""All drafts, a row each."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from app.explorer.cells import count
from app.explorer.draft_desk import DraftDesk
from app.explorer.keys import DRAFTS
from app.explorer.pane import SessionScreen
from app.explorer.session import Session
from app.explorer.widgets.grid import Cell, GridRow, RowOpened
from app.explorer.widgets.grid_layout import GridColumn
from app.explorer.widgets.grid_pane import GridPane
from app.explorer.widgets.key_line import KeyLine
from index.draft.draft import Draft, ToolKey
from index.draft.match import SAME
from index.visible import visible_line

_COLUMNS = (
    GridColumn("tool", 30, 18, weight=2),
    GridColumn("manifest", 30, 14, weight=2),
    GridColumn("edited", 30, 16, weight=2),
    GridColumn("in the manifest", 16, 10),
)
_CELLS = 120


class DraftsScreen(SessionScreen):
    """Args:
    desk: holds the drafts.
    edit: told which tool's draft to bring up.
    discard: told which draft to drop.

    """

    BINDINGS: ClassVar[list[BindingType]] = list(DRAFTS.bindings)

    def __init__(self, desk: DraftDesk, edit: Callable[[Draft], None], discard: Callable[[ToolKey], None]) -> None:
        super().__init__(id="drafts")
        self._desk, self._edit, self._discard = desk, edit, discard
        self._title = Static("", classes="screen-title", markup=False)
        self.table = GridPane(id="drafts-table")

    def compose(self) -> ComposeResult:
        yield self._title
        yield self.table
        yield KeyLine()

    def on_mount(self) -> None:
        self.show()
        self.table.grid.focus()

    def show_session(self, session: Session) -> None:
        self.show()

    def show(self) -> None:
        """Show the desk's drafts."""
        drafts = self._desk.book.drafts
        more = "select a tool and press e to begin one" if not drafts else count(len(drafts), "draft")
        self._title.update(Content.assemble(("Drafts", "bold"), "  ", (more, "$foreground-muted")))
        self.table.show(_COLUMNS, tuple(map(self._row, drafts)))

    def _row(self, draft: Draft) -> GridRow:
        state = self._desk.state_of(draft)
        edited = ", ".join(field.label for field, _ in draft.edits)
        cells = (
            Cell(visible_line(draft.key.name, _CELLS)),
            Cell(visible_line(draft.key.source, _CELLS), "quiet"),
            Cell(visible_line(edited, _CELLS)),
            Cell("as it was" if state == SAME else state, "quiet" if state == SAME else "alert"),
        )
        return GridRow(draft.key, cells)

    def _selected(self) -> Draft | None:
        key = self.table.selected
        return self._desk.book.of(key) if isinstance(key, ToolKey) else None

    def on_row_opened(self, event: RowOpened) -> None:
        self.action_open()

    def action_open(self) -> None:
        draft = self._selected()
        if draft is not None:
            self.dismiss(None)
            self._edit(draft)

    def action_discard(self) -> None:
        draft = self._selected()
        if draft is not None:
            self._discard(draft.key)
            self.show()

    def action_back(self) -> None:
        self.dismiss(None)
