"""The arithmetic of an explanation, as the pane shows it beside the sentences."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from app.explorer.panes.explain_blocks import QUIET, Cell, row, title
from app.explorer.panes.explain_meaning import meaning_block
from app.explorer.panes.explain_words import words_block
from app.output.together import together_rows
from index.explain.explanation import Explanation
from index.explain.wording import ordinal

_LABEL = 12


def numbers(found: Explanation, width: int) -> Content:
    """Words, then meaning: one block below the other, at most `width` cells."""
    blocks = (words_block(found.lexical, width), meaning_block(found.semantic, width))
    return Content("\n\n").join([Content("\n").join(block) for block in blocks if block])


def together(found: Explanation, width: int) -> Content:
    """How the two became one, beside the first tool's numbers; empty where one alone decides."""
    fusion = found.fusion
    if fusion.method == "alone":
        return Content("")
    place = "not ranked" if fusion.rank is None else ordinal(fusion.rank)
    lines = title("Together", f"{place}; the first {fusion.answered} are answered", width)
    if fusion.rank is None:
        return Content("\n").join(lines)
    rows = together_rows(found)
    own = max(cell_len(cells[1]) for cells in rows) + 2
    own = max(12, min(own, (width - _LABEL) // 2))
    for at, cells in enumerate(rows):
        styles = (QUIET,) * 3 if not at else (QUIET, "bold" if cells[0] == "sum" else "", "")
        widths = (_LABEL, own, max(8, width - _LABEL - own))
        lines += row([Cell(*parts) for parts in zip(cells, widths, styles, strict=False)])
    return Content("\n").join(lines)
