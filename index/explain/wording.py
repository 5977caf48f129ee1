"""Small pieces of plain English that sentences and advice are made of."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 6


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a`, `b` and `c`; each word once, at most six, the rest counted."""
    known = [f"`{word}`" for word in dict.fromkeys(words)]
    if len(known) > _MOST:
        known = [*known[: _MOST - 1], f"{len(known) - _MOST + 1} more"]
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} {joint} {known[-1]}" if known else ""


def plain(text: str) -> str:
    """A text that is not ours, to stand between backticks."""
    return text.replace("`", "'")


def number(value: float) -> str:
    """A score or a difference of scores, with the digits that matter."""
    size = abs(value)
    return f"{value:.2f}" if size >= 1 else f"{value:.3f}" if size >= 0.01 or not size else f"{value:.5f}"


def ordinal(rank: int) -> str:
    """1st, 2nd, 3rd, 11th, 1,021st."""
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank:,}{ending}"


def are(words: Iterable[str]) -> str:
    """The verb for that many different words."""
    return "is" if len(set(words)) == 1 else "are"


def tools(count: int, total: int) -> str:
    """How many tools have something: "3 of 278 tools"."""
    return f"{count:,} of {total:,} tools"
