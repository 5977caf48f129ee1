"""A `server.json` of the MCP registry: the server's name holds for every tool list inside its `_meta`."""

from __future__ import annotations

from index.manifests.findings import Found, Node, Search, Shape


def _whole(node: Node, found: Found, search: Search) -> bool:
    value = node.value
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str) or not name or node.pinned:
        return False
    if not (isinstance(value.get("packages"), list) or isinstance(value.get("remotes"), list)):
        return False
    return search(node.pin(name), found)


SHAPE = Shape("server-json", 30, whole=_whole)
