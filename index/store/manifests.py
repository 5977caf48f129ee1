"""Rows of the files that were looked at, and of the problems found in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from index.files import Stamp
from index.problem import Problem


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """A file as it was last looked at; `sha256` is empty where its bytes could not be read."""

    id: int
    source: str
    stamp: Stamp
    settled: bool
    sha256: bytes
    shape: str | None
    known: bool
    stale: bool


_COLUMNS = "id, path, size, mtime_ns, ctime_ns, inode, settled, sha256, shape, known, stale"


def manifest_rows(connection: sqlite3.Connection) -> dict[str, ManifestRow]:
    """Every file in the index by its source."""
    return {
        row[1]: ManifestRow(row[0], row[1], Stamp(*row[2:6]), bool(row[6]), row[7], row[8], bool(row[9]), bool(row[10]))
        for row in connection.execute(f"SELECT {_COLUMNS} FROM manifests")
    }


def add_manifest(connection: sqlite3.Connection, row: ManifestRow) -> int:
    """Insert a file's row; its new id (`row.id` is not used)."""
    cursor = connection.execute(
        "INSERT INTO manifests(path, size, mtime_ns, ctime_ns, inode, settled, sha256, shape, known, stale) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        _values(row),
    )
    return int(cursor.lastrowid or 0)


def update_manifest(connection: sqlite3.Connection, row: ManifestRow) -> None:
    """Write a file's row under its id, its path included; nothing is written where nothing differs."""
    columns = "path, size, mtime_ns, ctime_ns, inode, settled, sha256, shape, known, stale"
    marks = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    values = _values(row)
    connection.execute(
        f"UPDATE manifests SET ({columns}) = {marks} WHERE id = ? AND ({columns}) IS NOT {marks}",
        (*values, row.id, *values),
    )


def remove_manifests(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Delete files with their problems and tools."""
    for manifest_id in ids:
        connection.execute("DELETE FROM tools WHERE manifest_id = ?", (manifest_id,))
        connection.execute("DELETE FROM manifests WHERE id = ?", (manifest_id,))


def replace_problems(connection: sqlite3.Connection, manifest_id: int, problems: Sequence[Problem]) -> bool:
    """Make these a file's problems; whether anything changed."""
    wanted = [(p.code, p.severity, p.message, p.line, p.column, p.tool, p.kept) for p in problems]
    present = connection.execute(
        "SELECT code, severity, message, line, column, tool, kept FROM problems WHERE manifest_id = ? ORDER BY id",
        (manifest_id,),
    ).fetchall()
    if present == wanted:
        return False
    connection.execute("DELETE FROM problems WHERE manifest_id = ?", (manifest_id,))
    connection.executemany(
        "INSERT INTO problems(manifest_id, code, severity, message, line, column, tool, kept) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(manifest_id, *values) for values in wanted],
    )
    return True


def read_problems(connection: sqlite3.Connection) -> list[Problem]:
    """Every problem, by source, then in the order they were found."""
    rows = connection.execute(
        "SELECT p.code, p.severity, m.path, p.message, p.line, p.column, p.tool, p.kept "
        "FROM problems p JOIN manifests m ON m.id = p.manifest_id ORDER BY m.path, p.line, p.column, p.id"
    )
    return [Problem(*row) for row in rows]


def _values(row: ManifestRow) -> tuple[object, ...]:
    stamp = row.stamp
    return (
        row.source, stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, int(row.settled), row.sha256, row.shape,
        int(row.known), int(row.stale),
    )  # fmt: skip
