"""What saving a draft would write, before it is written; or why it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from app.explorer.widgets.key_line import KeyLine
from index.visible import visible_text

_LONG, _AROUND = 200, 60
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
            yield KeyLine(indent=0)


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
    for line in shortened(visible_text(diff).split("\n")):
        style = "$text-success" if line.startswith("+") else "$text-error" if line.startswith("-") else ""
        if line.startswith(("+++", "---", "@@")) or not style:
            style = "$foreground-muted"
        lines.append(Content.styled(line, style))
    return Content("\n").join(lines)


def shortened(lines: Sequence[str]) -> list[str]:
    """The lines of a diff; of a long line that was replaced, what differs and a little around it (minified JSON)."""
    found = list(lines)
    for at in range(len(found) - 1):
        old, new = found[at], found[at + 1]
        if max(len(old), len(new)) <= _LONG or not (old.startswith("-") and new.startswith("+")):
            continue
        before = _shared(old[1:], new[1:])
        most = min(len(old), len(new)) - 1 - before
        after = min(most, _shared(old[:0:-1], new[:0:-1]))
        found[at : at + 2] = (_around(line, before, after) for line in (old, new))
    return found


def _around(line: str, before: int, after: int) -> str:
    """A line of a diff without all but `_AROUND` of the `before` and `after` characters at its ends."""
    start, end = max(1, 1 + before - _AROUND), min(len(line), len(line) - after + _AROUND)
    return f"{line[0]}{'…' if start > 1 else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
