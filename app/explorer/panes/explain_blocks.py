"""Pieces the explain pane's numbers are made of: titles, and tables whose cells wrap instead of being cut."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from rich.console import Console
from rich.text import Text
from textual.content import Content

from app.explorer.cells import fit, fit_right

QUIET = "$foreground-muted"
_CONSOLE = Console(file=io.StringIO(), width=200)


class Cell(NamedTuple):
    """A text in `width` cells; `right` puts it at the right edge."""

    text: str
    width: int
    style: str = ""
    right: bool = False


@lru_cache(4_096)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """The text in lines of at most `width` cells, broken between words where that is possible."""
    lines = Text(text).wrap(_CONSOLE, max(4, width))
    return tuple(line.plain.rstrip() for line in lines) or ("",)


def row(cells: Sequence[Cell]) -> list[Content]:
    """One row of a table, as many lines as its longest cell needs; a cell's last column stays free."""
    columns = [wrapped(cell.text, cell.width - 1) for cell in cells]
    return [
        Content.assemble(*[_padded(text or "", cell) for text, cell in zip(line, cells, strict=True)])
        for line in zip_longest(*columns)
    ]


def paragraph(text: str, width: int, style: str = QUIET, indent: int = 2) -> list[Content]:
    """A text below a row."""
    return [Content.styled(" " * indent + line, style) for line in wrapped(text, width - indent)]


def title(text: str, value: str, width: int) -> list[Content]:
    """A block's name, and what it comes to."""
    first, *rest = wrapped(value, width - len(text) - 2)
    indent = " " * (len(text) + 2)
    return [Content.assemble((text, "bold $accent"), f"  {first}"), *(Content(indent + line) for line in rest)]


def _padded(text: str, cell: Cell) -> tuple[str, str]:
    return (fit_right(text, cell.width - 1) + " " if cell.right else fit(text, cell.width), cell.style)
