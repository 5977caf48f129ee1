"""What is different between two lists of a server's tools, in one line."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from index.visible import visible_line

_MOST_NAMES = 8


def changes(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> str:
    """`added a, b; removed c; changed d`, or "" when nothing is."""
    old, new = _by_name(before), _by_name(after)
    parts = (
        ("added", [name for name in new if name not in old]),
        ("removed", [name for name in old if name not in new]),
        ("changed", [name for name in new if name in old and old[name] != new[name]]),
    )
    return "; ".join(f"{word} {_names(names)}" for word, names in parts if names)


def _by_name(tools: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Tools by name, each as text: to Python 1, 1.0 and true are the same, to JSON they are not."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for tool in tools:
        found[str(tool.get("name", ""))].append(json.dumps(tool, sort_keys=True))
    return {name: sorted(texts) for name, texts in sorted(found.items())}


def _names(names: list[str]) -> str:
    shown = ", ".join(visible_line(name, 64) for name in names[:_MOST_NAMES])
    beyond = len(names) - _MOST_NAMES
    return f"{shown} and {beyond:,} more" if beyond > 0 else shown
