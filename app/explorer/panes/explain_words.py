"""The ranking by words in the explain pane: what each word of the query adds, down to the score."""

from __future__ import annotations

from textual.content import Content

from app.explorer.cells import bar
from app.explorer.panes.explain_blocks import QUIET, Cell, paragraph, row, title
from app.output.explain_text import came_from, found_in
from index.explain.figures import WordSums, points, word_sums
from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.wording import ordinal
from index.ranking import Unavailable
from index.visible import visible_line

_BAR = 8
_LONGEST_WORD = 14


def words_block(lexical: LexicalExplanation | Unavailable | None, width: int) -> list[Content]:
    """Nothing where the profile does not rank by words."""
    if lexical is None:
        return []
    if isinstance(lexical, Unavailable):
        return title("By words", visible_line(lexical.reason), width)
    if lexical.score is None:
        lines = title("By words", "no hit", width)
    else:
        lines = title(
            "By words",
            f"{points(lexical.score)} points, {ordinal(lexical.rank or 0)} of {lexical.total:,}; rare words add more",
            width,
        )
    if lexical.words:
        lines += _table(lexical, width)
    for entry in lexical.dropped:
        if entry.why != "already there":
            lines += paragraph(f"{visible_line(entry.word)}: left out: {entry.why}", width, indent=0)
    return lines


def _table(lexical: LexicalExplanation, width: int) -> list[Content]:
    sums = word_sums(lexical)
    rows = [
        (
            visible_line(share.word),
            came_from(share),
            found_in(share),
            f"{share.df:,} of {lexical.tools:,}",
            adds if lexical.exact else "",
        )
        for share, adds in zip(lexical.telling, sums.parts, strict=True)
    ]
    head = ("word", "from", "found in", "in tools", "points")
    word, source, _, tools, adds = (max(len(cells[at]) for cells in (head, *rows)) + 1 for at in range(5))
    word, adds = min(word, _LONGEST_WORD), max(adds, len(sums.total) + 1)
    bars = _BAR if width >= 70 else 0
    widths = (word, source, max(9, width - word - source - tools - adds - bars), tools, adds)
    top = max(share.contribution for share in lexical.words)
    lines = _row(head, widths, (QUIET,) * 5)
    for share, cells in zip(lexical.telling, rows, strict=True):
        lines += _word(share, cells, widths, top, bars)
    if lexical.exact and lexical.score is not None:
        lines += _sums(lexical, sums, sum(widths))
    return lines


def _word(share: WordShare, cells: tuple[str, ...], widths: tuple[int, ...], top: float, bars: int) -> list[Content]:
    style = "" if share.is_found else "$text-warning"
    first, *rest = _row(cells, widths, (f"bold {style}".strip(), QUIET, style, QUIET, style))
    if bars and top > 0:
        first = Content.assemble(first, (bar(share.contribution / top, bars - 1), "$primary-muted"))
    return [first, *rest]


def _row(cells: tuple[str, ...], widths: tuple[int, ...], styles: tuple[str, ...]) -> list[Content]:
    parts = zip(cells, widths, styles, strict=True)
    return row([Cell(text, width, style, at > 2) for at, (text, width, style) in enumerate(parts)])


def _sums(lexical: LexicalExplanation, sums: WordSums, width: int) -> list[Content]:
    """The sum; below it the factors, and what they make of it."""
    number = len(sums.total) + 2
    if not lexical.factors:
        return row([Cell("sum, as shown in the list", width - number, QUIET), Cell(sums.total, number, "bold", True)])
    lines = row([Cell("sum", width - number, QUIET), Cell(sums.total, number, "", True)])
    for factor, value in zip(lexical.factors, sums.factors, strict=True):
        text = f"{factor.name}: {factor.why}"
        lines += row([Cell(text, width - number - 2, QUIET), Cell(f"x {value}", number + 2, "", True)])
    return [*lines, *row([Cell("score", width - number, QUIET), Cell(sums.score, number, "bold", True)])]
