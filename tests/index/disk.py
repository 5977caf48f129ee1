"""Manifests on a real disk, and what tests ask of an index made from them."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from index.profile import Profile
from index.store.store import Store
from index.workspace import Workspace


def write(directory: Path, source: str, tools: Mapping[str, str]) -> Path:
    """A tools/list manifest with these names and descriptions."""
    path = directory / source
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(manifest(tools), "utf-8")
    return path


def manifest(tools: Mapping[str, str]) -> str:
    entries = [
        {"name": name, "description": text, "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}}
        for name, text in tools.items()
    ]
    return json.dumps({"tools": entries}, indent=1)


def opened(directory: Path, index_path: Path | None = None, **more: Profile) -> Workspace:
    """A lexical workspace; `more` are profiles by name."""
    return Workspace(directory, index_path=index_path, profiles=more)


def catalog_of(workspace: Workspace) -> list[tuple[str, str, str, int]]:
    """(source, name, description, line) of every tool, in catalog order."""
    rows = workspace.store.connection().execute(
        "SELECT m.path, t.name, t.description, t.line FROM tools t JOIN manifests m ON m.id = t.manifest_id "
        "ORDER BY m.path, t.position, t.id"
    )
    return [tuple(row) for row in rows]


def ids_by_name(workspace: Workspace) -> dict[str, int]:
    return dict(workspace.store.connection().execute("SELECT name, id FROM tools ORDER BY id").fetchall())


def check_full_text(store: Store) -> int:
    """Let SQLite compare every full-text table with the tools it stands for; how many there are."""
    connection = store.connection()
    present = {row[0] for row in connection.execute("SELECT name FROM fts_tables")}
    checked = 0
    for table in store.tables:
        if table.name in present:
            if table.module == "fts5":
                connection.execute(f"INSERT INTO {table.name}({table.name}, rank) VALUES ('integrity-check', 1)")
            else:
                connection.execute(f"INSERT INTO {table.name}({table.name}) VALUES ('integrity-check')")
            checked += 1
    return checked


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """Without the right to read and write everything, which root has; anybody else is so already."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def reachable_folder() -> Iterator[Path]:
    """A temporary folder whose parents an unprivileged user may enter; pytest's are closed to others."""
    with tempfile.TemporaryDirectory(prefix="triptych-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
