"""The two inputs: what an agent's tool_description and tool_keywords would say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Paste
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input, Static

from app.explorer.keys import TYPING
from app.explorer.widgets.painted import Unpainted
from app.explorer.widgets.text_line import TextLines

if TYPE_CHECKING:
    from index.text.next_letters import NextLetters

_ROOMY = 100
"""Cells from which on the right side has room for whole sentences."""


class QueryInput(Input):
    """An input line whose Down and Enter go to the results. Its cursor is still: what moves here are the rankings.

    `typed` is called with every change of its text, at once and not by a message: the ranking begins before the letter
    is painted.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(TYPING.bindings)

    virtual_size = Reactive(Size(0, 0))
    """As every widget's, but a longer text does not lay out the whole screen again: the input keeps its size."""

    def __init__(self, placeholder: str, id: str, typed: Callable[[], None]) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self._typed = typed

    def watch_value(self, value: str) -> None:
        self._typed()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()

    def likely(self, letters: NextLetters) -> list[str]:
        """What its text is likely to become with the next letter, the likeliest first."""
        before, after = self.value[: self.cursor_position], self.value[self.cursor_position :]
        return [f"{before}{letter}{after}" for letter in letters.after(before)]

    def _on_paste(self, event: Paste) -> None:
        """Lines become one: a task that was copied from somewhere often has several."""
        event.prevent_default()
        event.stop()
        lines = event.text.splitlines()
        self.replace(lines[0] if len(lines) == 1 else " ".join(map(str.strip, lines)).strip(), *self.selection)


class Field(Horizontal, Unpainted):
    """One line: a label, an input, what stands right of it."""


class Inputs(Vertical, Unpainted):
    """Task and Keywords, and to their right two lines about the answer.

    `typed` is called when the text of either changed.
    """

    def __init__(self, task: str, keywords: str, typed: Callable[[], None]) -> None:
        super().__init__(id="inputs")
        self._typed = typed
        self._is_filled = False
        self.description = QueryInput("what an agent would ask for", "task", self._text_changed)
        self.keywords = QueryInput("its keywords, if it sends any", "keywords", self._text_changed)
        self._start = (task, keywords)
        self._said = ("", "", "")
        self._asides = tuple(TextLines(to_right=True, classes="aside", id=f"aside-{number}") for number in range(2))

    def compose(self) -> ComposeResult:
        rows = (("Task", self.description), ("Keywords", self.keywords))
        for (label, field), aside in zip(rows, self._asides, strict=True):
            with Field(classes="field"):
                yield Static(label, classes="label", markup=False)
                yield field
                yield aside

    def on_mount(self) -> None:
        self.description.value, self.keywords.value = self._start
        self._is_filled = True

    def show_asides(self, profile: str, answer: str, more: str = "") -> None:
        """What stands right of the inputs; `more` ends the answer's line where there is room."""
        self._said = (profile, answer, more)
        self._show_asides()

    def on_resize(self) -> None:
        self._show_asides()

    def _show_asides(self) -> None:
        profile, answer, more = self._said
        texts = (profile, answer + more if self.size.width >= _ROOMY else answer)
        for aside, text in zip(self._asides, texts, strict=True):
            aside.show_lines([[(text, "quiet")]])

    def fill(self, task: str, keywords: str | None = None) -> None:
        """Type a task for the user, and keywords unless those are to stay."""
        if keywords is not None:
            self.keywords.value = keywords
        self.description.value = task
        self.description.cursor_position = len(task)

    def likely(self, letters: NextLetters) -> list[tuple[str, str]]:
        """What the next letter is likely to make of task and keywords, the likeliest first."""
        task, keywords = self.description, self.keywords
        if task.has_focus:
            return [(text, keywords.value) for text in task.likely(letters)]
        return [(task.value, text) for text in keywords.likely(letters)] if keywords.has_focus else []

    def _text_changed(self) -> None:
        if self._is_filled:
            self._typed()
