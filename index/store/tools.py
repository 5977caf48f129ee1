"""Tools in and out of the index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from index.tool import Parameter, Place, Tool

_COLUMNS = (
    "t.id, t.name, t.description, t.server, m.path, t.pointer, t.line, t.column, t.parameters, t.title, "
    "t.annotations, t.definition, t.has_schema"
)
_FROM = "FROM tools t JOIN manifests m ON m.id = t.manifest_id"
_CHUNK = 500


def tools_by_id(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Tool]:
    """The tools with these ids; ids that are gone are left out."""
    return {row[0]: tool_from_row(row) for row in _rows_of(connection, f"{_COLUMNS} {_FROM}", ids)}


def names_by_id(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Name and server of the tools with these ids; ids that are gone are left out."""
    return {row[0]: (row[1], row[2]) for row in _rows_of(connection, "t.id, t.name, t.server FROM tools t", ids)}


def iter_tools(connection: sqlite3.Connection) -> Iterator[tuple[int, Tool]]:
    """Every tool with its id, in catalog order: by source, then by position in it."""
    for row in connection.execute(f"SELECT {_COLUMNS} {_FROM} ORDER BY m.path, t.position, t.id"):
        yield row[0], tool_from_row(row)


def iter_descriptions(connection: sqlite3.Connection, most: int, longest: int) -> Iterator[tuple[str, str]]:
    """Server and the description's first `longest` characters of the first `most` tools, in catalog order."""
    yield from connection.execute(  # CROSS JOIN: by the two indexes, without sorting the whole catalog
        "SELECT t.server, substr(t.description, 1, ?) FROM manifests m CROSS JOIN tools t ON t.manifest_id = m.id "
        "WHERE m.known ORDER BY m.path, t.position LIMIT ?",
        (longest, most),
    )


def ids_named(connection: sqlite3.Connection, name: str) -> tuple[int, ...]:
    """Ids of the tools of that name, in catalog order."""
    rows = connection.execute(f"SELECT t.id {_FROM} WHERE t.name = ? ORDER BY m.path, t.position, t.id", (name,))
    return tuple(row[0] for row in rows)


def ids_matching(connection: sqlite3.Connection, text: str) -> tuple[int, ...]:
    """Ids of the tools of that name; if there are none, of those that `text` names as server/name."""
    found = ids_named(connection, text)
    at = text.find("/")
    while not found and at >= 0:
        rows = connection.execute(
            f"SELECT t.id {_FROM} WHERE t.server = ? AND t.name = ? ORDER BY m.path, t.position, t.id",
            (text[:at], text[at + 1 :]),
        )
        found = tuple(row[0] for row in rows)
        at = text.find("/", at + 1)
    return found


def count_tools(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM tools").fetchone()[0])


def count_of_file(connection: sqlite3.Connection, manifest_id: int) -> int:
    row = connection.execute("SELECT count(*) FROM tools WHERE manifest_id = ?", (manifest_id,)).fetchone()
    return int(row[0])


def catalog_order(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, tuple[str, int]]:
    """The (source, position) of each id: the second key of every ranking."""
    return {row[0]: (row[1], row[2]) for row in _rows_of(connection, f"t.id, m.path, t.position {_FROM}", ids)}


def _rows_of(connection: sqlite3.Connection, what: str, ids: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    wanted = [int(number) for number in ids]
    for start in range(0, len(wanted), _CHUNK):
        part = wanted[start : start + _CHUNK]
        marks = ",".join("?" * len(part))
        yield from connection.execute(f"SELECT {what} WHERE t.id IN ({marks})", part)


def tool_from_row(row: Sequence[Any]) -> Tool:
    """A tool from a row of the columns above."""
    return Tool(
        name=row[1],
        description=row[2],
        server=row[3],
        place=Place(row[4], row[5], row[6], row[7]),
        parameters=tuple(Parameter(n, d, k, bool(r)) for n, d, k, r in json.loads(row[8])),
        title=row[9],
        annotations=tuple((hint, value) for hint, value in json.loads(row[10])),
        definition=row[11],
        has_schema=bool(row[12]),
    )


def row_from_tool(tool: Tool) -> dict[str, Any]:
    """The columns of `tools` that come from the tool itself, by name."""
    return {
        "name": tool.name,
        "description": tool.description,
        "title": tool.title,
        "server": tool.server,
        "parameters": json.dumps(
            [[p.name, p.description, p.type, int(p.required)] for p in tool.parameters], ensure_ascii=False
        ),
        "annotations": json.dumps([list(pair) for pair in tool.annotations], ensure_ascii=False),
        "definition": tool.definition,
        "has_schema": int(tool.has_schema),
        "pointer": tool.place.pointer,
        "line": tool.place.line,
        "column": tool.place.column,
        "tokens": len(tool.definition.encode()) // 4,
    }
