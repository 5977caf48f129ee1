"""The last line: what keys do now. Painted as one line, since it changes with every move of the focus.

Textual's own footer makes a widget for every key anew each time, and those it made before are never freed.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.screen import Screen
from textual.strip import Strip

from app.explorer.widgets.painted import Line, Painted


class ShownKey(NamedTuple):
    """A key to press, how it is written, and what it does."""

    key: str
    shown: str
    does: str

    @property
    def width(self) -> int:
        """Cells of the key, a space and what it does."""
        return cell_len(self.shown) + 1 + cell_len(self.does)


class KeyLine(Painted):
    """Shows the keys of its screen that are bound to be shown. A click is a press of the key.

    `indent` are the cells before the first one. Keys that have no room are left out.
    """

    PREFIX = "keys--"
    PARTS = ("key", "text")
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"keys--{name}" for name in PARTS}

    def __init__(self, indent: int = 1) -> None:
        super().__init__(classes="keys")
        self._indent = indent
        self.keys: tuple[ShownKey, ...] = ()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _bindings_changed(self, screen: Screen[Any]) -> None:
        if not self.is_attached or screen is not self.screen:
            return
        by_action: dict[str, ShownKey] = {}
        for _, binding, enabled, _ in screen.active_bindings.values():
            if binding.show and enabled:
                key = ShownKey(binding.key, self.app.get_key_display(binding), binding.description)
                by_action.setdefault(binding.action, key)
        keys = tuple(by_action.values())
        if keys != self.keys:
            self.keys = keys
            self.refresh()

    def render_line(self, y: int) -> Strip:
        styles, width = self.parts, self.size.width
        segments = [Segment(" " * self._indent, styles["text"])]
        end = self._indent
        for start, key in self._placed():
            segments += [
                Segment(" " * (start - end), styles["text"]),
                Segment(key.shown, styles["key"]),
                Segment(f" {key.does}", styles["text"]),
            ]
            end = start + key.width
        segments.append(Segment(" " * (width - end), styles["text"]))
        return Line(segments, width)

    def on_click(self, event: events.Click) -> None:
        for start, key in self._placed():
            if start <= event.x < start + key.width:
                self.app.simulate_key(key.key)

    def _placed(self) -> list[tuple[int, ShownKey]]:
        """The keys there is room for, with the cell each begins at."""
        wide = self._indent + sum(key.width + 2 for key in self.keys) - 2
        gap = 2 if wide <= self.size.width else 1
        placed, start = [], self._indent
        for key in self.keys:
            if start + key.width > self.size.width:
                break
            placed.append((start, key))
            start += key.width + gap
        return placed
