"""One entry of a suite file, as any of the formats gives it, made into a case."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field

from index.problem import Problem
from index.query import Query
from index.suite.case import Case
from index.suite.codes import BY_CODE

KEYS = ("query", "keywords", "expect", "max_rank", "note")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry's values by key, the line it starts on, and the line of each of its values where known."""

    values: object
    line: int
    lines: Mapping[str, int] = field(default_factory=dict)


def problem(code: str, message: str, source: str, line: int = 1) -> Problem:
    """A problem with the severity of its code."""
    return Problem(code, BY_CODE[code].severity, source, message, line)


def case_of(entry: Entry, source: str) -> tuple[Case | None, tuple[Problem, ...]]:
    """The case, or None with the problems that say why there is none."""
    if not isinstance(entry.values, Mapping):
        return None, (problem("S002", "This entry has no keys; it needs query and expect.", source, entry.line),)
    values = {str(key): value for key, value in entry.values.items()}
    found: list[Problem] = []

    def complain(code: str, key: str, message: str) -> None:
        found.append(problem(code, message, source, entry.lines.get(key, entry.line)))

    for key in values:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, 1)
            hint = f" Did you mean {near[0]}?" if near else f" Known: {', '.join(KEYS)}."
            complain("S004", key, f"The key {key} was ignored.{hint}")
    query, keywords, expect = _query(values), _strings(values.get("keywords")), _expected(values)
    if query is None or keywords is None or Query(query, keywords or ()).is_empty:
        complain("S002", "query", "This case has no query in words; it was left out.")
    elif expect is None:
        complain("S002", "expect", "This case does not say which tool it expects (a name, a list, or none).")
    max_rank = values.get("max_rank")
    if max_rank is not None and (not isinstance(max_rank, int) or isinstance(max_rank, bool) or max_rank < 1):
        complain("S002", "max_rank", "max_rank must be a whole number from 1.")
    if query is None or keywords is None or expect is None or any(item.code == "S002" for item in found):
        return None, tuple(found)
    note = values.get("note")
    whole = int(max_rank) if isinstance(max_rank, int) else None
    case = Case(Query(query, keywords), expect, whole, "" if note is None else str(note), source, entry.line)
    return case, tuple(found)


def _query(values: Mapping[str, object]) -> str | None:
    query = values.get("query")
    return "" if query is None else query if isinstance(query, str) else None


def _strings(value: object) -> tuple[str, ...] | None:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,) if value.strip() else ()
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(item for item in value if item.strip())
    return None


def _expected(values: Mapping[str, object]) -> tuple[str, ...] | None:
    """Names; () for `none` in any spelling (none, null, an empty list); None where the key is missing or wrong."""
    if "expect" not in values:
        return None
    names = _strings(values["expect"])
    if names is None or (not names and isinstance(values["expect"], str)):
        return None
    return () if [name.casefold() for name in names] == ["none"] else tuple(dict.fromkeys(names))
