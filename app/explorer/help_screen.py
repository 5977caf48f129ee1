"""All keys, from the bindings themselves, and how to read the columns."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from app.explorer.cells import fit_end
from app.explorer.keys import GROUPS, rows

READING = (
    ("> ", "the selected tool, marked in all three columns; at the foot where its row is out of sight"),
    ("+2 -1", "places gained or lost since the last save, or since you pinned the rankings with b"),
    ("L3 S1", "in Fused: the tool's rank in the lexical and in the semantic ranking"),
    ("dim", "beyond what the engine answers: an agent would not see these"),
)


class HelpScreen(ModalScreen[None]):
    """Closed by any of its keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss(None)", "close", id="help.close")
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(help_text(), markup=False)

    def on_mount(self) -> None:
        self.query_one("#help").focus()


def help_text() -> Content:
    """The whole help as one text."""
    lines: list[Content] = []
    for group in GROUPS:
        lines.append(Content.styled(group.title, "bold $accent"))
        lines += [_row(keys, text) for keys, text in rows(group)]
        lines.append(Content(""))
    lines.append(Content.styled("Reading the columns", "bold $accent"))
    lines += [_row(sign, text) for sign, text in READING]
    return Content("\n").join(lines)


def _row(keys: str, text: str) -> Content:
    return Content.assemble("  ", (fit_end(keys, 20), "bold"), (text, "$foreground-muted"))
