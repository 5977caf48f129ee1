"""Text out of a manifest made safe to show: whatever it holds, a terminal only sees plain characters.

Nothing is dropped silently but the colour/text selector after a symbol, whose width terminals disagree on.
"""

from __future__ import annotations

import re

from rich.cells import cell_len, set_cell_size

from index.characters import COMBINING, CONTROL, INVISIBLE, SELECTOR, SURROGATES, codes_in

MOST_CHARACTERS = 100_000
"""What a detail pane shows of one text unless asked otherwise."""

_LOOSE_MARKS = re.compile(f"(?:^|(?<=[\n ]))[{COMBINING}]+|(?<=[{COMBINING}]{{3}})[{COMBINING}]+")
_LINE_BREAK = re.compile(r"\r\n|\n")
_TAB_WIDTH = 4


def visible_line(text: str, cells: int | None = None) -> str:
    """`text` on one line: line breaks as ↵, tabs as a space, everything that would not show itself as a symbol.

    With `cells`, at most that many terminal cells, the last one … where something was cut off.
    """
    if cells is not None:
        text = text[: 4 * max(cells, 0) + 64] + (" " if len(text) > 4 * max(cells, 0) + 64 else "")
    shown = _safe(_LINE_BREAK.sub("↵", text).replace("\t", " "))
    return shown if cells is None else clip(shown, cells)


def visible_text(text: str, most: int = MOST_CHARACTERS) -> str:
    """`text` with its lines kept and tabs expanded; what is beyond `most` characters is counted, not shown."""
    beyond = len(text) - most
    lines = _LINE_BREAK.split(text[:most] if beyond > 0 else text)
    shown = "\n".join(_safe(line.expandtabs(_TAB_WIDTH)) for line in lines)
    return f"{shown}… ({beyond:,} more characters)" if beyond > 0 else shown


def clip(shown: str, cells: int) -> str:
    """Already safe text cut to at most `cells` terminal cells, the last one … where something was cut off."""
    if cells <= 0:
        return ""
    if cell_len(shown) <= cells:
        return shown
    return set_cell_size(shown, cells - 1).rstrip() + "…"


def _safe(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return _LOOSE_MARKS.sub(_marks, SELECTOR.sub("", text)).translate(_SYMBOLS)


def _marks(match: re.Match[str]) -> str:
    """Marks with nothing to stand on get a dotted circle; of a stack, three are shown and the rest counted."""
    found = match[0]
    at_start = match.start() == 0 or match.string[match.start() - 1] in "\n "
    shown = "\u25cc" + found[:3] if at_start else ""
    beyond = len(found) - (3 if at_start else 0)
    return f"{shown}‹+{beyond} marks›" if beyond > 0 else shown


def _symbol(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"‹U+{code:04X}›"


_SYMBOLS = {code: _symbol(code) for code in codes_in(CONTROL + INVISIBLE + SURROGATES)}
