"""A server card whose tools are said to be "dynamic": it declares none, and that is valid.

Cards that list their tools are read as any other list of MCP tools.
"""

from __future__ import annotations

from index.manifests.findings import Found, Node, Search, Shape


def _whole(node: Node, found: Found, search: Search) -> bool:
    value = node.value
    if not isinstance(value, dict) or value.get("tools") not in ("dynamic", ["dynamic"]):
        return False
    return "serverInfo" in value or "protocolVersion" in value


SHAPE = Shape("server-card", 11, whole=_whole)
