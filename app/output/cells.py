"""Text laid out in terminal cells: wide characters count for two."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from index.visible import visible_line


def left(text: str, cells: int) -> str:
    """Text from a manifest, made safe, cut or filled up to exactly `cells`."""
    shown = visible_line(text, cells)
    return shown + " " * (cells - cell_len(shown))


def right(text: str, cells: int) -> str:
    """Our own text, filled up from the left."""
    return " " * (cells - cell_len(text)) + text


def table(rows: Sequence[Sequence[str]], *, numbers: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Rows of safe text as aligned lines; columns in `numbers` are set to the right. No trailing spaces."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            right(text, width) if number in numbers else text + " " * (width - cell_len(text))
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(cells).rstrip())
    return lines
