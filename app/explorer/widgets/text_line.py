"""Lines of plain text that change at every key: painted without laying anything out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from app.explorer.cells import fit_end
from app.explorer.widgets.painted import Line, Painted

Part = tuple[str, str]
"""Text, safe to print and without line breaks, and the name of its style: "text", "title", "quiet" or "alert"."""


class TextLines(Painted):
    """One list of parts a line; what does not fit is cut at the end. Its size comes from the style sheet.

    `to_right` puts every line at the right edge.
    """

    PREFIX = "line--"
    PARTS = ("text", "title", "quiet", "alert")
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"line--{name}" for name in PARTS}

    def __init__(self, *, to_right: bool = False, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._to_right = to_right
        self._lines: tuple[tuple[Part, ...], ...] = ()

    def show_lines(self, lines: Sequence[Sequence[Part]]) -> None:
        """Replace the text; nothing is painted when it is the same."""
        new = tuple(tuple(line) for line in lines)
        if new != self._lines:
            self._lines = new
            self.refresh()

    def render_line(self, y: int) -> Strip:
        styles, width = self.parts, self.size.width
        parts = self._lines[y] if y < len(self._lines) else ()
        segments: list[Segment] = []
        left = width
        for text, name in parts:
            shown = text if cell_len(text) <= left else fit_end(text, left)
            segments.append(Segment(shown, styles[name]))
            left -= cell_len(shown)
            if left <= 0:
                break
        if left > 0:
            space = Segment(" " * left, styles["text"])
            segments = [space, *segments] if self._to_right else [*segments, space]
        return Line(segments, width)
