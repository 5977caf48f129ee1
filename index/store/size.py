"""How big the catalog is, and which names it has more than once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from index.manifests.remarks.duplicates import Named


def catalog_size(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Files that declare tools, tools, and servers."""
    files, tools, servers = connection.execute(
        "SELECT (SELECT count(*) FROM manifests WHERE known AND shape IS NOT NULL), (SELECT count(*) FROM tools), "
        "(SELECT count(*) FROM (SELECT DISTINCT server FROM tools))"
    ).fetchone()
    return int(files), int(tools), int(servers)


def repeated_names(connection: sqlite3.Connection) -> Iterator[Named]:
    """Tools whose name is there more than once, in catalog order. Only the index of names is read for the others."""
    rows = connection.execute(
        "SELECT t.name, t.server, m.path, t.line, t.column FROM tools t JOIN manifests m ON m.id = t.manifest_id "
        "WHERE t.name IN (SELECT name FROM tools GROUP BY name HAVING count(*) > 1) ORDER BY m.path, t.position, t.id"
    )
    return (Named(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """A file that declares tools. `stale`: it cannot be read now, and its tools are those of an earlier version."""

    source: str
    shape: str
    size: int
    tools: int
    stale: bool


def catalog_files(connection: sqlite3.Connection) -> tuple[CatalogFile, ...]:
    """The files that declare tools, by source."""
    rows = connection.execute(
        "SELECT m.path, m.shape, m.size, (SELECT count(*) FROM tools t WHERE t.manifest_id = m.id), m.stale "
        "FROM manifests m WHERE m.known AND m.shape IS NOT NULL ORDER BY m.path"
    )
    return tuple(CatalogFile(path, shape, size, tools, bool(stale)) for path, shape, size, tools, stale in rows)
