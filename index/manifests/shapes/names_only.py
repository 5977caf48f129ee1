"""Tools given by their names alone: a ToolHive registry's entries, the publisher's part of a `server.json`."""

from __future__ import annotations

from index.manifests.findings import Declaration, Fault, Fields, Found, Node, Search, Shape
from index.manifests.words import kind, word_set

_OF_A_SERVER = word_set(
    "image transport url repository_url repository remotes packages command args tier status serverInfo env_vars"
    " env metadata permissions provenance target_port protocolVersion"
)
_HOLDERS = word_set("servers remote_servers mcpServers mcp_servers groups")
_NAME_ONLY = Fields(name=(), description=None)


def _whole(node: Node, found: Found, search: Search) -> bool:
    if not isinstance(node.value, dict):
        return False
    names = node.value.get("tools")
    if not isinstance(names, list) or not any(isinstance(name, str) for name in names) or "*" in names:
        return False
    if any(isinstance(name, (dict, list)) for name in names) or names == ["dynamic"]:
        return False
    if not (_OF_A_SERVER & set(node.value) or _HOLDERS & {step for step in node.steps if isinstance(step, str)}):
        return False
    holder = node.child("tools", names)
    for index, name in enumerate(names):
        child = holder.child(index, name)
        if isinstance(name, str):
            found.declarations.append(Declaration(SHAPE.name, child.steps, name, _NAME_ONLY, child.server))
        else:
            found.faults.append(Fault("M005", f"This tool's name is {kind(name)}; it was left out.", child.steps))
    return True


SHAPE = Shape("names-only", 85, whole=_whole)
