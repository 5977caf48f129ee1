"""What saving a draft would write, before it is written; or why it cannot be."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from index.visible import visible_text

Choice = Literal["save", "anew", "no"]


class DiffScreen(ModalScreen[Choice]):
    """Dismissed with what the user chose. `title` must be safe to print, the diff need not be."""

    def __init__(self, title: str, more: str, diff: str) -> None:
        super().__init__(classes="ask")
        self._title, self._more, self._diff = title, more, diff

    def compose(self) -> ComposeResult:
        with Vertical(classes="ask-box -large"):
            yield Static(self._title, markup=False, classes="ask-question")
            yield Static(self._more, markup=False, classes="ask-more")
            with VerticalScroll(classes="diff"):
                yield Static(diff_content(self._diff), markup=False)
            yield Footer(show_command_palette=False, compact=True)


class SaveScreen(DiffScreen):
    """Nothing stands in the way."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter,ctrl+s", "dismiss('save')", "save", key_display="⏎", tooltip="Write it", id="save.yes"),
        Binding("n,escape", "dismiss('no')", "not now", key_display="esc", tooltip="Keep the draft", id="save.no"),
    ]


class ConflictScreen(DiffScreen):
    """The manifest changed under the draft; the diff is from the file as it is to what the draft would make of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "dismiss('anew')", "use on the new version", tooltip="Begin the draft anew there", id="save.anew"),
        Binding("n,escape", "dismiss('no')", "not now", key_display="esc", tooltip="Keep the draft", id="conflict.no"),
    ]


def diff_content(diff: str) -> Content:
    """A unified diff; the signs say what colours say."""
    lines = []
    for line in visible_text(diff).split("\n"):
        style = "$text-success" if line.startswith("+") else "$text-error" if line.startswith("-") else ""
        if line.startswith(("+++", "---", "@@")) or not style:
            style = "$foreground-muted"
        lines.append(Content.styled(line, style))
    return Content("\n").join(lines)
