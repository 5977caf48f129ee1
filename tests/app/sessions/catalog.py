"""A folder to play in: the explorer tests' catalog, and scripts beside it."""

from __future__ import annotations

from pathlib import Path

from tests.app.explorer.catalogs import write_catalog


def write_script(folder: Path, text: str, name: str = "script.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def write_tools(folder: Path) -> Path:
    return write_catalog(folder / "mcp")
