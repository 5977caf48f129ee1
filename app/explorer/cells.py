"""Text in terminal cells: everything that is cut, padded or drawn to an exact width."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len, set_cell_size

ELLIPSIS = "…"


@lru_cache(16_384)
def fit(text: str, width: int) -> str:
    """Exactly `width` cells. A longer text loses its middle: tool names differ at both ends."""
    if width <= 0:
        return ""
    length = cell_len(text)
    if length <= width:
        return text + " " * (width - length)
    if width < 8:
        return set_cell_size(set_cell_size(text, width - 1).rstrip() + ELLIPSIS, width)
    tail_width = (width - 1) * 2 // 5
    tail = _last_cells(text, tail_width)
    return set_cell_size(set_cell_size(text, width - 1 - cell_len(tail)) + ELLIPSIS + tail, width)


@lru_cache(16_384)
def fit_end(text: str, width: int) -> str:
    """Exactly `width` cells. A longer text loses its end."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, width - 1) + ELLIPSIS, width)


def fit_right(text: str, width: int) -> str:
    """Exactly `width` cells, the text at the right edge."""
    length = cell_len(text)
    return " " * (width - length) + text if length <= width else fit_end(text, width)


@lru_cache(4096)
def bar(fraction: float, width: int) -> str:
    """A thin bar of exactly `width` cells in halves of a cell; anything above zero shows at least half a cell."""
    halves = round(max(0.0, min(1.0, fraction)) * width * 2)
    if fraction > 0:
        halves = max(1, halves)
    full, rest = divmod(halves, 2)
    return ("━" * full + "╸" * rest).ljust(width)


def decimals_for(top: float) -> int:
    """How many decimals a column of scores shows, so that its points are in line: by its best score."""
    size = abs(top)
    for limit, decimals in ((0.1, 4), (1.0005, 3), (100, 2), (1000, 1)):
        if size < limit:
            return decimals
    return 0


def score_text(score: float, decimals: int) -> str:
    """At most five cells for the scores of real engines: `9.31`, `0.712`, and where it must be short `.0167`."""
    text = f"{score:.{decimals}f}"
    return text.replace("0.", ".", 1) if len(text) > 5 and text.startswith(("0.", "-0.")) else text


def count(number: int, noun: str = "") -> str:
    """`1,240 tools`, `1 tool`; without a noun the number alone."""
    if not noun:
        return f"{number:,}"
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def milliseconds(elapsed: float) -> str:
    """Two digits that matter: `<0.1 ms`, `0.8 ms`, `14 ms`, `1.2 s`."""
    if elapsed < 0.05:
        return "<0.1 ms"
    if elapsed >= 1000:
        return f"{elapsed / 1000:.1f} s"
    return f"{elapsed:.1f} ms" if elapsed < 9.95 else f"{elapsed:.0f} ms"


def _last_cells(text: str, width: int) -> str:
    """The longest end of the text that has at most `width` cells, not starting inside a combined character."""
    start = len(text)
    while start > 0 and cell_len(text[start - 1 :]) <= width:
        start -= 1
    while start < len(text) and cell_len(text[start]) == 0:
        start += 1
    return text[start:]
