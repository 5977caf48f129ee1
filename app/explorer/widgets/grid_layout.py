"""How the columns of a grid share its width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GAP = 2
"""Cells between two columns."""


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column by its title.

    `width` is what it would like to have in cells, `least` what it can do with. A column with a `weight` takes part
    of what is left over. One that `gives_way` is left out where there is no room for it; those that `slide` are shown
    as many as fit, the column that matters among them. `right` puts texts at the right edge.
    """

    title: str
    width: int
    least: int = 0
    weight: int = 0
    right: bool = False
    gives_way: bool = False
    slides: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A column on the screen: its number in the grid, where it begins and how many cells it has."""

    number: int
    start: int
    width: int


def placed(columns: Sequence[GridColumn], total: int, matters: int = 0) -> tuple[Placed, ...]:
    """The columns that are shown in `total` cells, from the left; `matters` is the number of one that must be."""
    shown = list(range(len(columns)))
    for number in reversed(range(len(columns))):
        if _needed(columns, shown) <= total:
            break
        if columns[number].gives_way:
            shown.remove(number)
    shown = _slid(columns, shown, total, matters)
    widths = _widths(columns, shown, total)
    found, start = [], 0
    for number in shown:
        found.append(Placed(number, start, widths[number]))
        start += widths[number] + GAP
    return tuple(found)


def _least(column: GridColumn) -> int:
    return column.least or column.width


def _needed(columns: Sequence[GridColumn], shown: Sequence[int]) -> int:
    return sum(_least(columns[number]) for number in shown) + GAP * (len(shown) - 1)


def _slid(columns: Sequence[GridColumn], shown: list[int], total: int, matters: int) -> list[int]:
    """Leave out sliding columns until the rest fits: first those right of the one that matters, then those left."""
    while _needed(columns, shown) > total:
        sliding = [number for number in shown if columns[number].slides and number != matters]
        if not sliding:
            break
        shown.remove(sliding[-1] if sliding[-1] > matters else sliding[0])
    return shown


def _widths(columns: Sequence[GridColumn], shown: Sequence[int], total: int) -> dict[int, int]:
    """Every column's least, then what it would like, fixed ones first, then the rest by weight."""
    widths = {number: _least(columns[number]) for number in shown}
    free = total - sum(widths.values()) - GAP * (len(shown) - 1)
    growing = [number for number in shown if columns[number].width > widths[number]]
    while free > 0 and growing:
        number = min(growing, key=lambda at: (columns[at].weight > 0, widths[at] / columns[at].width, at))
        widths[number] += 1
        free -= 1
        if widths[number] >= columns[number].width:
            growing.remove(number)
    weights = sum(columns[number].weight for number in shown)
    if free > 0 and weights:
        last = [number for number in shown if columns[number].weight][-1]
        for number in shown:
            widths[number] += free * columns[number].weight // weights
        widths[last] += total - sum(widths.values()) - GAP * (len(shown) - 1)
    return widths
