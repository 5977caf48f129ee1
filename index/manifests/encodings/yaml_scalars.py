"""Plain YAML scalars by the YAML 1.2 core schema: `no` and `on` stay words, as authors of tools mean them."""

from __future__ import annotations

import re
from collections.abc import Callable

_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBERS: tuple[tuple[re.Pattern[str], Callable[[str], object]], ...] = (
    (re.compile(r"[-+]?[0-9]{1,400}\Z"), int),
    (re.compile(r"0o[0-7]{1,400}\Z|0x[0-9a-fA-F]{1,400}\Z"), lambda text: int(text, 0)),
    (re.compile(r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?\Z"), float),
    (re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z"), lambda text: float(text.replace(".", ""))),
)


def plain_value(text: str) -> object:
    """What an untagged plain scalar stands for: None, a boolean, a number or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    return next((convert(text) for pattern, convert in _NUMBERS if pattern.match(text)), text)
