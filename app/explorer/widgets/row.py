"""One row of a ranking: what it holds, how wide its parts are, and the strip it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from app.explorer.cells import bar, decimals_for, fit, fit_end, fit_right, score_text
from app.explorer.state import FUSED, LEXICAL, SEMANTIC, Column, Facts
from app.explorer.widgets.painted import Line

MARK = ">"
SCORE_WIDTH = 5
ORIGIN_WIDTH = 9
MOVE_WIDTH = 3


class Row(NamedTuple):
    """All that decides how a row looks: equal rows are the same strip."""

    rank: str
    move: str
    name: str
    server: str
    fraction: float
    score: str
    origin: str
    selected: bool = False
    dimmed: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """Cells of each part for a column's width: rank, name (with the server in its rest when `server` is 0), ...

    Movement stands before the rank (`move` cells), or, where room is short and `move` is 0, in the place of the bar
    or of the name's end.
    """

    width: int
    move: int
    rank: int
    name: int
    server: int
    bar: int
    score: int
    origin: int


@lru_cache(64)
def layout_for(width: int, rank: int, fused: bool) -> RowLayout:
    """The widths for a column: numbers first, then the name; the bar and the server take what can be spared."""
    move = MOVE_WIDTH if width >= 48 else 0
    fixed = 1 + move + 1 + rank + 1  # mark, move, gap, rank, gap
    origin = ORIGIN_WIDTH + 1 if fused else 0
    score = SCORE_WIDTH + 1 if not fused or width >= 48 else 0
    free = width - fixed - origin - score
    bars = 0
    if not fused or width >= 60:
        bars = 1 + (MOVE_WIDTH if not move else 4 if free < 30 else 6 if free < 48 else 10)
    free -= bars
    server = 0
    if free >= 28:
        server = 1 + min(20, free // 3 + 2)
    return RowLayout(width, move, rank, max(1, free - server), server, bars, score, origin)


def row_for(facts: Facts | None, column: int, top: float, decimals: int, *, selected: bool, answered: int) -> Row:
    """A hit as a row; `top` is the column's best score, `answered` how many hits the real engine returns."""
    if facts is None:
        return Row("", "", "…", "", 0.0, "", "", selected)
    rank, score = facts.ranks[column], facts.scores[column]
    return Row(
        f"{rank:,}" if rank is not None else "-",
        _move_text(facts, column),
        facts.name,
        facts.server,
        round(score / top, 3) if score is not None and top > 0 else 0.0,
        score_text(score, decimals) if score is not None else "",
        _origin(facts) if column == FUSED else "",
        selected,
        rank is None or rank > answered,
    )


def top_and_decimals(column: Column) -> tuple[float, int]:
    """The best score of a column, which bars are measured by, and the decimals its scores show."""
    top = float(column.ranking.scores[0]) if len(column.ranking) else 0.0
    return top, decimals_for(top)


def strip_for(row: Row, layout: RowLayout, styles: Mapping[str, Style]) -> Strip:
    """The row at exactly the layout's width."""
    base = styles["selected" if row.selected else "dim" if row.dimmed else "row"]
    quiet = styles["selected-quiet" if row.selected else "quiet"]
    mark = MARK if row.selected else " "
    segments = [Segment(mark, styles["mark"] if row.selected else base)]
    if layout.move:
        segments.append(Segment(fit_right(row.move, layout.move), _move_style(row, styles)))
    segments.append(Segment(fit_right(row.rank, layout.rank + 1) + " ", quiet))
    if row.note:
        rest = layout.width - 1 - layout.move - 1 - layout.rank - 1
        note = min(rest, len(row.note) + 1)
        segments += [Segment(fit(row.name, rest - note), base), Segment(fit_right(row.note, note), quiet)]
        return Line(segments, layout.width)
    moved = bool(row.move) and not layout.move
    if moved and not layout.bar:
        layout = replace(layout, name=max(1, layout.name - 1 - MOVE_WIDTH))
    segments += _name_parts(row, layout, base, quiet)
    if moved:
        segments.append(Segment(fit_right(row.move, 1 + MOVE_WIDTH), _move_style(row, styles)))
    elif layout.bar:
        segments += [
            Segment(" ", base),
            Segment(bar(row.fraction, layout.bar - 1), styles["selected-bar" if row.selected else "bar"]),
        ]
    if layout.score:
        segments.append(Segment(fit_right(row.score, layout.score), base))
    if layout.origin:
        segments.append(Segment(" " + fit_end(row.origin, layout.origin - 1), quiet))
    return Line(segments, layout.width)


def _name_parts(row: Row, layout: RowLayout, base: Style, quiet: Style) -> list[Segment]:
    if layout.server:
        return [Segment(fit(row.name, layout.name), base), Segment(" " + fit_end(row.server, layout.server - 1), quiet)]
    name = fit(row.name, layout.name).rstrip(" ")
    spare = layout.name - cell_len(name)
    if spare < 1 + min(5, cell_len(row.server)):
        return [Segment(name + " " * spare, base)]
    return [Segment(name + " ", base), Segment(fit_right(row.server, spare - 1), quiet)]


def _move_text(facts: Facts, column: int) -> str:
    if facts.moves is None:
        return ""
    move = facts.moves[column]
    if move is None:
        return "new" if facts.ranks[column] is not None else ""
    return "" if move == 0 else f"{max(-99, min(99, move)):+d}"


def _move_style(row: Row, styles: Mapping[str, Style]) -> Style:
    if row.move.startswith("-"):
        return styles["selected-down" if row.selected else "down"]
    return styles["selected-up" if row.selected else "up"]


def _origin(facts: Facts) -> str:
    lexical, semantic = facts.ranks[LEXICAL], facts.ranks[SEMANTIC]
    return f"{_short('L', lexical)} {_short('S', semantic)}"


def _short(letter: str, rank: int | None) -> str:
    text = f"{letter}{rank}" if rank is not None and rank < 1000 else f"{letter}-" if rank is None else f"{letter}1k+"
    return text.ljust(4)[:4]
