"""The way from a document's root to a value: object keys and list positions, and their RFC 6901 form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Steps = tuple[str | int, ...]


def to_pointer(steps: Steps) -> str:
    """The JSON pointer of `steps` ("" is the whole document)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def pointer_tokens(pointer: str) -> tuple[str, ...]:
    """The unescaped reference tokens of a JSON pointer; () for the whole document."""
    if not pointer.startswith("/"):
        return ()
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def step_into(value: object, token: str | int) -> str | int | None:
    """`token` as a key or an index that exists in `value`, or None: a pointer alone cannot tell which it is."""
    if isinstance(value, dict):
        key = str(token)
        return key if key in value else None
    if isinstance(value, list):
        index = int(token) if str(token).isdecimal() and len(str(token)) < 10 else -1
        return index if 0 <= index < len(value) else None
    return None


def resolve(value: object, tokens: Sequence[str | int]) -> tuple[Steps, object] | None:
    """Follow `tokens` from `value`: the typed steps and the value found there, or None when it does not exist."""
    steps: list[str | int] = []
    for token in tokens:
        step = step_into(value, token)
        if step is None:
            return None
        steps.append(step)
        value = value[step]  # type: ignore[index]  # step_into made sure that it can be subscripted so
    return tuple(steps), value


def value_at(value: object, tokens: Sequence[str | int], default: object = None) -> object:
    """The value at the end of `tokens`, or `default`."""
    found = resolve(value, tokens)
    return default if found is None else found[1]


def members(value: object) -> Iterator[tuple[str | int, object]]:
    """The (step, value) pairs directly inside an object or a list; nothing for a scalar."""
    if isinstance(value, dict):
        yield from ((str(key), inner) for key, inner in value.items())
    elif isinstance(value, list):
        yield from enumerate(value)
