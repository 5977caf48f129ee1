"""What later views plug into: panes below the columns, and screens over them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from app.explorer.keys import ACTIONS, HELP
from app.explorer.session import Session


class Pane(VerticalScroll, can_focus=True):
    """Shows something about the selected tool, below the columns. One pane shows at a time.

    A new pane is a subclass listed in `app.explorer.pane_list`, and a key in `keys.ACTIONS` whose action is
    `screen.pane('its-id')`. It is made when it first comes up. `show_session` is called a moment after the selection or
    the rankings changed, and when the pane comes up; what it needs beyond the session it asks a worker of its own for.
    """

    PANE_ID: ClassVar[str]
    DELAY: ClassVar[float] = 0.12
    """Seconds the rankings must have been still before it is shown the session: 0 for one that only asks a thread."""

    BINDINGS: ClassVar[list[BindingType]] = list(ACTIONS.bindings)

    def __init__(self) -> None:
        super().__init__(id=self.PANE_ID, classes="pane")

    def show_session(self, session: Session) -> None:
        """Show what the session holds now."""
        raise NotImplementedError

    @property
    def is_settled(self) -> bool:
        """Whether it shows all it was asked for; a pane with a worker or a timer of its own says so here."""
        return True

    def step(self, step: int) -> None:
        """Show the next (1) or the previous (-1) of what the pane shows one at a time; most have one thing only."""


class SessionScreen(Screen[None]):
    """A full screen that follows the session: `show_session` is called whenever something in it changed."""

    BINDINGS: ClassVar[list[BindingType]] = [HELP]

    def show_session(self, session: Session) -> None:
        """Show what the session holds now."""
        raise NotImplementedError
