"""Changed files into the index: rows matched, only what differs written, full-text tables kept true."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from index.problem import Problem
from index.store.fts import FtsTable, create_triggers, drop_triggers, rebuild_table
from index.store.manifests import ManifestRow, add_manifest, remove_manifests, replace_problems, update_manifest
from index.store.matching import Held, match_tools
from index.store.tools import row_from_tool
from index.tool import Tool

SEARCHED = ("name", "description", "title", "server", "parameters")
"""Columns that full-text tables and embedded texts are made of: their triggers fire when one is written."""
_OTHER = ("annotations", "definition", "has_schema", "pointer", "line", "column", "tokens")
_BULK_LEAST = 500
_TRIGGER_COST = 6
"""Writing a row through triggers costs about six times its share of a rebuild (measured: 100k rows, 4 s and 0.7 s)."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """What is to be written of one file. `row.id` is 0 for a new one; None leaves its problems or tools as they are."""

    row: ManifestRow
    problems: tuple[Problem, ...] | None = ()
    tools: tuple[Tool, ...] | None = None


@dataclass(slots=True)
class Tally:
    """What one or more writes changed. `generation` is the one they made, if they changed the catalog."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    other: bool = False
    generation: int | None = None

    @property
    def any(self) -> bool:
        return bool(self.added or self.changed or self.removed or self.other)


@dataclass(slots=True)
class _Plan:
    """Tool rows to write, decided before anything is written."""

    inserts: list[dict[str, Any]] = field(default_factory=list)
    edits: list[dict[str, Any]] = field(default_factory=list)
    shifts: list[dict[str, Any]] = field(default_factory=list)
    deletes: list[int] = field(default_factory=list)

    @property
    def weight(self) -> int:
        return len(self.inserts) + 2 * len(self.edits) + len(self.deletes)


def apply_changes(
    connection: sqlite3.Connection, changes: Sequence[FileChange], removed: Sequence[int], tables: Sequence[FtsTable]
) -> Tally:
    """Write changed files and delete removed ones. Needs a transaction; counts the generation on if anything changed.

    `tables` are the full-text tables engines declare; those that exist in this file are kept true.
    """
    generation = int(connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0]) + 1
    tally, plan = Tally(), _Plan()
    gone = [_tools_of(connection, manifest_id) for manifest_id in removed]
    lost = sum(len(rows) for rows in gone)
    for change in changes:
        manifest_id = _write_file(connection, change, tally)
        if change.tools is not None:
            _plan_tools(connection, manifest_id, change.tools, plan)
    tally.other |= any(
        connection.execute("SELECT known FROM manifests WHERE id = ?", (number,)).fetchone() == (1,)
        for number in removed
    )
    with _bulk(connection, tables, plan.weight + lost):
        _carry_out(connection, plan, generation)
        remove_manifests(connection, removed)
    tally.added, tally.changed, tally.removed = len(plan.inserts), len(plan.edits), len(plan.deletes) + lost
    tally.other |= bool(plan.shifts)
    if tally.any:
        tally.generation = generation
        connection.execute("UPDATE meta SET value = ? WHERE key = 'generation'", (generation,))
    return tally


def _write_file(connection: sqlite3.Connection, change: FileChange, tally: Tally) -> int:
    row = change.row
    if row.id:
        before = connection.execute("SELECT path, stale, shape FROM manifests WHERE id = ?", (row.id,)).fetchone()
        update_manifest(connection, row)
        tally.other |= before != (row.source, int(row.stale), row.shape)
    else:
        row = replace(row, id=add_manifest(connection, row))
        tally.other |= row.shape is not None
    if change.problems is not None:
        tally.other |= replace_problems(connection, row.id, change.problems)
    return row.id


def _plan_tools(connection: sqlite3.Connection, manifest_id: int, tools: Sequence[Tool], plan: _Plan) -> None:
    present = _tools_of(connection, manifest_id)
    ids = match_tools([Held(row["id"], row["name"], row["pointer"]) for row in present], tools)
    before = {row["id"]: row for row in present}
    for position, (tool, tool_id) in enumerate(zip(tools, ids, strict=True)):
        row = {"manifest_id": manifest_id, "position": position, **row_from_tool(tool)}
        if tool_id is None:
            plan.inserts.append(row)
            continue
        old = before.pop(tool_id)
        row["id"] = tool_id
        if any(old[name] != row[name] for name in SEARCHED):
            plan.edits.append(row)
        elif any(old[name] != row[name] for name in ("position", *_OTHER)):
            plan.shifts.append(row)
    plan.deletes.extend(before)


def _carry_out(connection: sqlite3.Connection, plan: _Plan, generation: int) -> None:
    connection.executemany("DELETE FROM tools WHERE id = ?", [(number,) for number in plan.deletes])
    for rows, columns in ((plan.shifts, ("position", *_OTHER)), (plan.edits, ("position", *_OTHER, *SEARCHED))):
        assignments = ", ".join(f"{name} = :{name}" for name in columns)
        connection.executemany(
            f"UPDATE tools SET {assignments}, revision = {generation} WHERE id = :id",
            rows,
        )
    names = ("manifest_id", "position", *SEARCHED, *_OTHER)
    connection.executemany(
        f"INSERT INTO tools({', '.join(names)}, revision) VALUES ({', '.join(f':{n}' for n in names)}, {generation})",
        plan.inserts,
    )


@contextmanager
def _bulk(connection: sqlite3.Connection, tables: Sequence[FtsTable], weight: int) -> Iterator[None]:
    """Without the full-text triggers and with a rebuild afterwards, where that is cheaper than row by row."""
    affected = _existing(connection, tables) if weight >= _BULK_LEAST else []
    if affected:
        total = int(connection.execute("SELECT count(*) FROM tools").fetchone()[0])
        if weight * _TRIGGER_COST < total + weight:
            affected = []
    for table in affected:
        drop_triggers(connection, table.name)
    yield
    for table in affected:
        rebuild_table(connection, table)
        create_triggers(connection, table)


def _existing(connection: sqlite3.Connection, tables: Sequence[FtsTable]) -> list[FtsTable]:
    present = {row[0] for row in connection.execute("SELECT name FROM fts_tables")}
    return [table for table in tables if table.name in present]


def _tools_of(connection: sqlite3.Connection, manifest_id: int) -> list[dict[str, Any]]:
    names = ("id", "position", *SEARCHED, *_OTHER)
    rows = connection.execute(
        f"SELECT {', '.join(names)} FROM tools WHERE manifest_id = ? ORDER BY position, id", (manifest_id,)
    )
    return [dict(zip(names, row, strict=True)) for row in rows]
