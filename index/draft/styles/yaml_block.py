"""A text as a YAML block scalar, literal or folded, with the indentation and the header comment that are there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.draft.spot import Spot

_HEADER = re.compile(r"[|>]([-+0-9]*)([^\r\n]*)")
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_LEAD = re.compile(r"[ ]*(?:[-?:][ ]+)*")
_FOLD = re.compile(r"(?<=[^ \t]) (?=[^ \t])")
_NARROWEST, _WIDEST = 40, 120


def candidates(spot: Spot, text: str) -> Iterator[str]:
    """The spellings to try: the present style, then the literal one. None where no block scalar can hold the text."""
    header = _HEADER.match(spot.token)
    if header is None or _UNFIT.search(text) or not text.strip("\n"):
        return
    column = len(_LEAD.match(spot.before)[0])  # type: ignore[index]  # the pattern matches anything
    body = spot.token[header.end() :].lstrip("\r\n")
    indent = _indent(header[1], spot.token[header.end() :], column)
    core = text.rstrip("\n")
    chomp, more = _ending(spot, len(text) - len(core))
    indicator = str(indent - column) if _needs_indicator(core, header[1], body) else ""
    widths = {"|": 0, ">": _width(spot.token, indent)}
    for mark in dict.fromkeys((spot.token[0], "|")):
        lines = _folded(core, widths[mark] - indent) if mark == ">" else core.split("\n")
        if lines is None or (indicator and not 1 <= indent - column <= 9):
            continue
        written = [" " * indent + line if line else "" for line in lines]
        for extra in more:
            yield spot.ending.join([f"{mark}{indicator}{chomp}{header[2]}", *written]) + spot.ending * extra


def _indent(indicators: str, rest: str, column: int) -> int:
    digits = re.sub(r"\D", "", indicators)
    if digits:
        return column + int(digits)
    first = next((line for line in rest.split("\n") if line.strip()), "")
    spaces = len(first) - len(first.lstrip(" "))
    return spaces if spaces > 0 else column + 2


def _needs_indicator(core: str, indicators: str, body: str) -> bool:
    """A first line that starts with a space would be taken for deeper indentation."""
    first = next((line for line in core.split("\n") if line), "")
    blank = core.split("\n", 1)[0].strip(" ") == ""
    return (
        first.startswith((" ", "\t"))
        or (blank and " " in core.split("\n", 1)[0])
        or any(character.isdigit() for character in indicators)
    )


def _ending(spot: Spot, breaks: int) -> tuple[str, tuple[int, ...]]:
    """The chomping indicator for a text that ends with so many line breaks, and how many to add to those behind."""
    behind = re.match(r"[ \t]*(?:\r?\n[ \t]*(?=\r?\n|\Z))*", spot.content[spot.end :])
    blank = behind[0].count("\n") if behind else 0
    at_end = not spot.content[spot.end :].strip()
    if breaks == 0:
        return "-", (0,)
    if breaks == 1:
        return "", (0, 1) if at_end else (0,)
    needed = breaks - 1 - blank
    return "+", tuple(extra for extra in (needed, needed + 1) if extra >= 0)


def _width(token: str, indent: int) -> int:
    """The width the present folded text keeps to."""
    longest = max((len(line.rstrip()) for line in token.split("\n")[1:]), default=0)
    return max(_NARROWEST + indent, min(longest, _WIDEST)) if longest else _WIDEST


def _folded(core: str, width: int) -> list[str] | None:
    """The lines of a folded scalar: broken at single spaces, an empty line for each line break. None if it cannot."""
    lines: list[str] = []
    for number, line in enumerate(core.split("\n")):
        if line.startswith((" ", "\t")) or line.endswith((" ", "\t")):
            return None
        if number:
            lines.append("")
        row = ""
        for word in _FOLD.split(line):
            if row and len(row) + 1 + len(word) > width:
                lines.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        if row:
            lines.append(row)
    return lines
