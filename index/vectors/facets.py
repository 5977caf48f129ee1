"""Which texts stand for which tool: rows of a space, made by its engine, and what of them has no vector yet."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from index.engines.base import SemanticEngine
from index.store.tools import tools_by_id
from index.tool import Tool
from index.vectors.space import vector_key

_KEPT_MODELS = 3
"""Of how many models a space's facets are kept, the last used ones; their vectors are then never pruned."""

_KEPT_OTHERS = 3
"""How many spaces are kept that no profile has now: one may come back."""

NO_TEXT = -1
"""The kind of the one row of a tool for which the engine embeds nothing."""


def open_space(connection: sqlite3.Connection, name: str, identity: str, definition: str) -> int:
    """The id of a space under a model, made if need be. Needs a transaction.

    Facets of another definition are dropped; vectors are not, they belong to texts.
    """
    row = connection.execute(
        "SELECT id, definition FROM spaces WHERE name = ? AND identity = ?", (name, identity)
    ).fetchone()
    if row is not None and row[1] == definition:
        return int(row[0])
    if row is not None:
        connection.execute("DELETE FROM spaces WHERE id = ?", (row[0],))
    cursor = connection.execute(
        "INSERT INTO spaces(name, identity, definition) VALUES (?, ?, ?)", (name, identity, definition)
    )
    connection.execute(
        "DELETE FROM spaces WHERE name = ? AND id NOT IN "
        "(SELECT id FROM spaces WHERE name = ? ORDER BY id DESC LIMIT ?)",
        (name, name, _KEPT_MODELS),
    )
    return int(cursor.lastrowid or 0)


def departed_spaces(connection: sqlite3.Connection, names: Collection[str]) -> list[int]:
    """Ids of spaces of other names, but for the newest few.

    A profile that was edited or taken away leaves them: their facets would keep vectors from being pruned for ever.
    """
    rows = connection.execute(
        "SELECT id FROM spaces WHERE name NOT IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT -1 OFFSET ?",
        (json.dumps(list(names)), _KEPT_OTHERS),
    )
    return [row[0] for row in rows]


def find_space(connection: sqlite3.Connection, name: str, identity: str, definition: str) -> int | None:
    """The id of a space under a model, if it is there as defined."""
    row = connection.execute(
        "SELECT id FROM spaces WHERE name = ? AND identity = ? AND definition = ?", (name, identity, definition)
    ).fetchone()
    return int(row[0]) if row is not None else None


def tools_without_facets(connection: sqlite3.Connection, space_id: int) -> list[int]:
    """Ids of tools whose texts in the space are not known, in catalog order."""
    rows = connection.execute(
        "SELECT t.id FROM tools t JOIN manifests m ON m.id = t.manifest_id WHERE NOT EXISTS "
        "(SELECT 1 FROM facets f WHERE f.space_id = ? AND f.tool_id = t.id) ORDER BY m.path, t.position, t.id",
        (space_id,),
    )
    return [row[0] for row in rows]


def tools_without_vectors(connection: sqlite3.Connection, space_id: int, bytes_each: int) -> list[int]:
    """Ids of tools some of whose known texts have no vector (of the right length), in catalog order."""
    rows = connection.execute(
        "SELECT t.id FROM tools t JOIN manifests m ON m.id = t.manifest_id WHERE t.id IN "
        "(SELECT f.tool_id FROM facets f LEFT JOIN vectors v ON v.key = f.key "
        " WHERE f.space_id = ? AND f.kind >= 0 AND (v.id IS NULL OR length(v.vector) <> ?)) "
        "ORDER BY m.path, t.position, t.id",
        (space_id, bytes_each),
    )
    return [row[0] for row in rows]


@dataclass(frozen=True, slots=True)
class Texts:
    """What stands for some tools in a space: per tool its facets as (kind, key), and each key's text, once."""

    tools: dict[int, Tool]
    facets: dict[int, tuple[tuple[int, bytes], ...]]
    by_key: dict[bytes, str]


def texts_of(connection: sqlite3.Connection, engine: SemanticEngine, identity: str, ids: Sequence[int]) -> Texts:
    """What the engine embeds of the tools with these ids, in their order; tools that are gone are left out."""
    found = tools_by_id(connection, ids)
    texts = Texts({number: found[number] for number in ids if number in found}, {}, {})
    for tool_id, tool in texts.tools.items():
        facets = []
        for facet in engine.facets(tool):
            key = vector_key(identity, facet.text)
            facets.append((facet.kind, key))
            texts.by_key.setdefault(key, facet.text)
        texts.facets[tool_id] = tuple(facets)
    return texts


def write_facets(connection: sqlite3.Connection, space_id: int, texts: Texts, ids: Sequence[int]) -> None:
    """Write what stands for these tools, less those that changed since they were read. Needs a transaction."""
    present = tools_by_id(connection, ids)
    valid = [number for number in ids if number in present and _alike(present[number], texts.tools[number])]
    rows: list[tuple[int, int, int, int, bytes]] = []
    for tool_id in valid:
        facets = texts.facets[tool_id] or ((NO_TEXT, b""),)
        rows += [(space_id, tool_id, number, kind, key) for number, (kind, key) in enumerate(facets)]
    connection.executemany(
        "DELETE FROM facets WHERE space_id = ? AND tool_id = ?", [(space_id, tool_id) for tool_id in valid]
    )
    connection.executemany("INSERT INTO facets(space_id, tool_id, number, kind, key) VALUES (?, ?, ?, ?, ?)", rows)


def known_keys(connection: sqlite3.Connection, keys: Sequence[bytes], bytes_each: int) -> set[bytes]:
    """Which of the keys have a vector of the right length."""
    known: set[bytes] = set()
    for start in range(0, len(keys), 500):
        part = keys[start : start + 500]
        marks = ",".join("?" * len(part))
        rows = connection.execute(
            f"SELECT key FROM vectors WHERE key IN ({marks}) AND length(vector) = ?", (*part, bytes_each)
        )
        known.update(row[0] for row in rows)
    return known


def _alike(one: Tool, other: Tool) -> bool:
    """Whether two states of a tool embed alike: all that the tables' triggers watch is the same."""

    def searched(tool: Tool) -> tuple[object, ...]:
        return tool.name, tool.description, tool.title, tool.server, tool.parameters

    return searched(one) == searched(other)
