"""Values out of a manifest made into clean strings."""

from __future__ import annotations

import json
import math
import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set: how long lists of keys are kept readable."""
    return frozenset(text.split())


def clean(text: str) -> str:
    """`text` with lone surrogates replaced by U+FFFD, so that every string is valid Unicode."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def compact_json(value: object) -> str:
    """`value` as valid JSON without spaces; numbers JSON cannot say (NaN, infinity) become null.

    Raises:
        RecursionError: it is nested too deeply.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"), default=str)
    return clean(text)


def _finite(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_finite(inner) for inner in value]
    return value


DEEPEST = 100
"""Lists and objects nested deeper than this are not read, in any encoding."""

TOO_DEEP = f"It is nested deeper than {DEEPEST} levels."


def too_deep(value: object) -> bool:
    """Whether `value` is nested deeper than `DEEPEST`; every later step may then recurse without a care."""
    level = [value]
    for _ in range(DEEPEST + 1):
        inside: list[object] = []
        for outer in level:
            inner = outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ()
            inside.extend(value for value in inner if isinstance(value, (dict, list)))
        if not inside:
            return False
        level = inside
    return True


def kind(value: object) -> str:
    """What JSON calls the type of `value`, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    for python_type, name in ((str, "a string"), ((int, float), "a number"), (list, "a list"), (dict, "an object")):
        if isinstance(value, python_type):
            return name
    return "something else"
