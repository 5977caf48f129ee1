"""An MCP bundle's `manifest.json` (MCPB, formerly DXT): a thin `tools` list, full ones under `static_responses`."""

from __future__ import annotations

from index.manifests.findings import Entry, Fault, Fields, Found, Node, Search, Shape
from index.manifests.search import add_entries
from index.manifests.steps import value_at
from index.manifests.words import kind

_FULL = ("_meta", "com.microsoft.windows", "static_responses", "tools/list", "tools")


def _whole(node: Node, found: Found, search: Search) -> bool:
    value = node.value
    if not isinstance(value, dict) or not ("manifest_version" in value or "dxt_version" in value):
        return False
    if not isinstance(value.get("server"), dict):
        return False
    name = value.get("name")
    node = node.pin(name) if isinstance(name, str) else node
    full = value_at(value, _FULL)
    known: set[object] = set()
    if isinstance(full, list):
        holder = node
        for depth, step in enumerate(_FULL):
            holder = holder.child(step, value_at(value, _FULL[: depth + 1]))
        search(holder, found)
        known = {entry.get("name") for entry in full if isinstance(entry, dict) and isinstance(entry.get("name"), str)}
    thin = value.get("tools", [])
    holder = node.child("tools", thin)
    if not isinstance(thin, list):
        found.faults.append(Fault("M004", f"The tools of this bundle are {kind(thin)}, not a list.", holder.steps))
        return True
    keep = [not (isinstance(entry, dict) and _name(entry) in known) for entry in thin]
    add_entries(holder, thin, SHAPE.name, _fields, found, only=keep)
    return True


def _name(entry: Entry) -> str:
    name = entry.get("name")
    return name if isinstance(name, str) else ""


def _fields(value: Entry) -> Fields:
    return Fields(schema=("inputSchema",) if "inputSchema" in value else None, title=("title",))


SHAPE = Shape("mcpb", 10, whole=_whole)
