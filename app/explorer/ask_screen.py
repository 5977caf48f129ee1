"""Small questions over a screen: yes or no, or a line of text."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from app.explorer.widgets.key_line import KeyLine


class ConfirmScreen(ModalScreen[bool]):
    """Dismissed with the answer. The texts must be safe to print."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "yes", key_display="y", tooltip="Do it", id="confirm.yes"),
        Binding("n,escape", "dismiss(False)", "no", key_display="n", tooltip="Leave it", id="confirm.no"),
    ]

    def __init__(self, question: str, more: str = "") -> None:
        super().__init__(classes="ask")
        self._question, self._more = question, more

    def compose(self) -> ComposeResult:
        with Vertical(classes="ask-box"):
            yield Static(self._question, markup=False, classes="ask-question")
            if self._more:
                yield Static(self._more, markup=False, classes="ask-more")
            yield KeyLine(indent=0)


class LineScreen(ModalScreen[str | None]):
    """Dismissed with the text, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", "accept", key_display="⏎", tooltip="Take the text", id="line.accept", priority=True),
        Binding("escape", "dismiss(None)", "cancel", key_display="esc", tooltip="Leave it", id="line.cancel"),
    ]

    def __init__(self, question: str, text: str) -> None:
        super().__init__(classes="ask")
        self._question, self._text = question, text
        self._input = Input(text, compact=True)

    def compose(self) -> ComposeResult:
        with Vertical(classes="ask-box"):
            yield Static(self._question, markup=False, classes="ask-question")
            yield self._input
            yield KeyLine(indent=0)

    def action_accept(self) -> None:
        self.dismiss(self._input.value.strip() or None)
