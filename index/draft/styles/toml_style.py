"""A text as a TOML string, in the kind that stands there if it can hold the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.draft.spot import Spot

_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_SPECIAL = re.compile('[\x00-\x1f\x7f-\x9f"\\\\\u2028\u2029\ufeff]')
_SPECIAL_IN_LINES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\\\\\u2028\u2029\ufeff]")
_NOT_LITERAL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_QUOTES = re.compile('"{3,}|"+$')


def candidates(spot: Spot, text: str) -> Iterator[str]:
    """The spellings to try, the present kind first, the basic string last."""
    opening = spot.ending if spot.token[3:5].startswith(("\n", "\r\n")) else ""
    if spot.style == "toml-literal" and "'" not in text and not _NOT_LITERAL.search(text):
        yield f"'{text}'"
    literal = "'''" not in text and not text.endswith("'") and not _NOT_LITERAL.search(text.replace("\n", ""))
    if spot.style == "toml-literal-multiline" and literal:
        yield f"'''{opening or _guard(text, spot)}{_lines(text, spot)}'''"
    if spot.style in ("toml-basic-multiline", "toml-literal-multiline"):
        escaped = _QUOTES.sub(_escape_run, _SPECIAL_IN_LINES.sub(_escape, text))
        yield f'"""{opening or _guard(text, spot)}{_lines(escaped, spot)}"""'
    yield basic_string(text)


def basic_string(text: str) -> str:
    """The basic string of a text, on one line."""
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _guard(text: str, spot: Spot) -> str:
    """TOML drops a line break right after the opening quotes, so a leading one needs another before it."""
    return spot.ending if text.startswith("\n") else ""


def _lines(text: str, spot: Spot) -> str:
    return text.replace("\n", spot.ending)


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\u{ord(match[0]):04X}")


def _escape_run(match: re.Match[str]) -> str:
    return '\\"' * len(match[0])
