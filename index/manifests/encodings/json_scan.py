"""JSON values and where they stand, with the standard library's own scanner, so that places cost no second parser.

Comments and trailing commas are blanked out with spaces first, which keeps every offset.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]  # untyped, but stable since Python 2.6
from typing import cast

Children = dict[str | int, tuple[int, int]]

_STRING = r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'
_COMMENTS = re.compile(_STRING + r"|(//[^\n]*+|/\*.*?(?:\*/|\Z))", re.DOTALL)
_COMMAS = re.compile(_STRING + r"|(,)(?=\s*+[}\]])", re.DOTALL)
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]', re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]*+")
_NOT_LINE_END = re.compile(r"[^\n]")
_LONGEST_INT = 400


def _number(digits: str) -> int | float:
    """Whole numbers beyond any use become floats: Python refuses to convert more than 4,300 digits."""
    return int(digits) if len(digits) <= _LONGEST_INT else float(digits)


DECODER = json.JSONDecoder(parse_int=_number)


def blank_comments(text: str) -> str:
    """`text` of the same length with comments and trailing commas turned into spaces."""

    def without_comment(match: re.Match[str]) -> str:
        return match[0] if match[1] is None else _NOT_LINE_END.sub(" ", match[1])

    def without_comma(match: re.Match[str]) -> str:
        return match[0] if match[1] is None else " "

    return _COMMAS.sub(without_comma, _COMMENTS.sub(without_comment, text))


def skip_space(text: str, at: int) -> int:
    """The offset of the next character that is no JSON whitespace."""
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def scan_value(text: str, at: int) -> tuple[object, int]:
    """The value that starts at `at`, and the offset after it.

    Raises:
        json.JSONDecodeError: it is not valid; `pos` says where.
        RecursionError: it is nested too deeply.
    """
    return DECODER.raw_decode(text, at)


def repeated_keys(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Each key that its object had already, and its offset, in the valid value between `start` and `end`."""
    try:
        _UNREPEATED.raw_decode(text, start)
    except _Repeated:
        yield from _repeated_keys(text, start, end)


def _repeated_keys(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    open_: list[set[str] | None] = []  # the keys of each object around, None for a list
    before = ""
    for match in _TOKENS.finditer(text, start, end):
        token = match[0]
        if token in "{[":
            open_.append(set() if token == "{" else None)
        elif token in "}]":
            open_.pop()
        elif token[0] == '"' and before in "{," and open_ and (keys := open_[-1]) is not None:
            key, _ = cast("tuple[str, int]", scanstring(text, match.start() + 1, True))
            if key in keys:
                yield key, match.start()
            keys.add(key)
        before = token


class _Repeated(Exception):
    """An object has a key twice; it never leaves this module."""


def _unrepeated(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise _Repeated


_UNREPEATED = json.JSONDecoder(parse_int=_number, object_pairs_hook=_unrepeated)


def children(text: str, at: int) -> Children:
    """Start and end of each member of the object or list at `at`, which is known to be valid; {} for a scalar.

    Of a key that is there twice the last one counts, as in the parsed value.
    """
    opening = text[at : at + 1]
    found: Children = {}
    if opening not in ("{", "["):
        return found
    at = skip_space(text, at + 1)
    while text[at] not in "}]":
        key: str | int = len(found)
        if opening == "{":
            key, at = cast("tuple[str, int]", scanstring(text, at + 1, True))
            at = skip_space(text, skip_space(text, at) + 1)
        _, end = scan_value(text, at)
        found[key] = (at, end)
        at = skip_space(text, end)
        if text[at] == ",":
            at = skip_space(text, at + 1)
    return found
