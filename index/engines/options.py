"""Reading an engine's or a fusion's options from its profile: wrong ones are errors, never ignored."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from math import isfinite
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read_options(kind: type[T], options: Mapping[str, Any]) -> T:
    """An instance of the options dataclass `kind`: its fields are the options known, its types what they must be.

    Types may be str, bool, int, float, `tuple[X, ...]` (a TOML array), `X | None`.

    Raises:
        ValueError: an unknown option, one of the wrong type, or one that is missing; the message names it.

    """
    hints = get_type_hints(kind)
    known = [entry.name for entry in fields(kind)]  # type: ignore[arg-type]
    for name, value in options.items():
        if name not in hints:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(sorted(known)) or 'none'}"
            raise ValueError(f"unknown option {name!r}; {hint}")
        if not _fits(value, hints[name]):
            raise ValueError(f"option {name!r} must be {_words(hints[name])}, not {value!r}")
    values = {name: _value(value, hints[name]) for name, value in options.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(str(error).split("() ")[-1]) from error


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) is tuple:
        return isinstance(value, list | tuple) and all(_fits(item, get_args(hint)[0]) for item in value)
    if get_origin(hint) in (Union, types.UnionType):
        return any(_fits(value, option) for option in get_args(hint))
    if isinstance(value, bool):
        return hint is bool
    return isinstance(value, int | float) and isfinite(value) if hint is float else isinstance(value, hint)


def _value(value: Any, hint: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return float(value) if hint is float else value


def _words(hint: Any) -> str:
    if get_origin(hint) is tuple:
        return f"a list, each item {_words(get_args(hint)[0])}"
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(_words(option) for option in get_args(hint) if option is not type(None))
    return {str: "text", bool: "true or false", int: "a whole number", float: "a number"}.get(hint, str(hint))
