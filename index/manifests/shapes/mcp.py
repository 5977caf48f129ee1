"""A tool of MCP's `tools/list`: name, description, inputSchema; title and annotations are kept."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape


def _item(value: Entry) -> Fields | None:
    if "inputSchema" not in value:
        return None
    title = ("title",) if isinstance(value.get("title"), str) else ("annotations", "title")
    return Fields(schema=("inputSchema",), title=title, annotations=("annotations",))


SHAPE = Shape("mcp", 50, item=_item)
