"""A catalog straight into a store, for tests of engines: no manifests are read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from index.corpus import Corpus, corpus_of
from index.embedder import Vector
from index.engines.base import SemanticEngine
from index.registry import fts_tables
from index.store.store import Store
from index.store.tools import iter_tools, row_from_tool
from index.tool import Place, Tool
from index.vectors.space import VectorSpace

Row = tuple[str, str] | tuple[str, str, str]


def tool(name: str, description: str = "", server: str = "", source: str = "a.json") -> Tool:
    definition = json.dumps({"name": name, "description": description}, ensure_ascii=False, separators=(",", ":"))
    return Tool(name, description, server, Place(source), definition=definition)


def catalog(tools: Iterable[Tool | Row]) -> Store:
    """A store with these tools, in order; a row is (name, description) or (name, description, server)."""
    store = Store(None, fts_tables())
    add(store, tools)
    return store


def add(store: Store, tools: Iterable[Tool | Row]) -> list[int]:
    """Add tools at the end of their sources; their ids."""
    ids = []
    with store.transaction() as connection:
        for entry in tools:
            new = entry if isinstance(entry, Tool) else tool(*entry)
            found = connection.execute("SELECT id FROM manifests WHERE path = ?", (new.place.source,)).fetchone()
            manifest = found[0] if found else None
            if manifest is None:
                manifest = _add_manifest(connection, new.place.source)
            position = connection.execute("SELECT count(*) FROM tools WHERE manifest_id = ?", (manifest,)).fetchone()[0]
            row = row_from_tool(new) | {"manifest_id": manifest, "position": position, "revision": 1}
            marks = ", ".join(f":{column}" for column in row)
            columns = ", ".join(row)
            ids.append(connection.execute(f"INSERT INTO tools({columns}) VALUES ({marks})", row).lastrowid or 0)
        _next_generation(connection)
    return ids


def change(store: Store, tool_id: int, **columns: str) -> None:
    """Change columns of one tool, as a sync would."""
    with store.transaction() as connection:
        assignments = ", ".join(f"{column} = :{column}" for column in columns)
        connection.execute(
            f"UPDATE tools SET {assignments}, revision = revision + 1 WHERE id = :id", columns | {"id": str(tool_id)}
        )
        _next_generation(connection)


def remove(store: Store, tool_id: int) -> None:
    with store.transaction() as connection:
        connection.execute("DELETE FROM tools WHERE id = ?", (tool_id,))
        _next_generation(connection)


def corpus(store: Store) -> Corpus:
    return corpus_of(store)


def names(store: Store, ids: Iterable[int]) -> list[str]:
    """The names of tools, in the order of the ids."""
    known = dict(store.connection().execute("SELECT id, name FROM tools").fetchall())
    return [known[int(number)] for number in ids]


def space(store: Store, engine: SemanticEngine, vectors: Mapping[str, Sequence[float]]) -> VectorSpace:
    """A snapshot with one vector a tool, by tool name, made unit length; tools without one count as missing."""
    rows = [(number, entry) for number, entry in iter_tools(store.connection())]
    known = [(number, vectors[entry.name]) for number, entry in rows if entry.name in vectors]
    matrix = np.array([vector for _, vector in known], np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    ids = np.array([number for number, _ in known], np.int64)
    keys = tuple(str(number).encode() for number in ids)
    return VectorSpace(matrix, ids, np.zeros(len(ids), np.int16), keys, ids, len(rows) - len(known), 0)


class SpyEmbedder:
    """Gives each text the vector it was told, and remembers the queries it was asked to embed."""

    identity = "spy"
    name = "spy"
    dimensions = 2
    adapter = text_adapter = ""

    def __init__(self, vectors: Mapping[str, Sequence[float]] | None = None) -> None:
        self.vectors = vectors or {}
        self.queries: list[str] = []
        self.broken = False

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        self.queries.append(text)
        if self.broken:
            raise RuntimeError("the model stopped")
        return self._vector(text)

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        return np.array([self._vector(text) for text in texts], np.float32).reshape(len(texts), 2)

    def close(self) -> None:
        """Nothing runs behind it."""

    def _vector(self, text: str) -> Vector:
        vector = np.array(self.vectors.get(text, (1.0, 0.0)), np.float32)
        unit: Vector = vector / np.linalg.norm(vector)
        return unit


def _add_manifest(connection: sqlite3.Connection, path: str) -> int:
    """A manifest's row; what only `sync` cares about (sizes, times) is zero."""
    needed = [row[1] for row in connection.execute("PRAGMA table_info(manifests)") if row[3] and row[4] is None]
    columns = ", ".join(needed)
    marks = ", ".join("?" * len(needed))
    values = [path if column == "path" else 0 for column in needed]
    return int(connection.execute(f"INSERT INTO manifests({columns}) VALUES ({marks})", values).lastrowid or 0)


def _next_generation(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
