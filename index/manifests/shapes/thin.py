"""A tool without a schema: name and description, as catalogs and MCP bundles list them. Its surroundings decide."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape
from index.manifests.words import word_set

_TOOLISH = word_set(
    """
    name title description annotations outputSchema _meta icons execution tags category enabled strict type
    defer_loading cache_control inputs input output returns examples id server version arguments
    """
)


def _item(value: Entry) -> Fields | None:
    name, description = value.get("name"), value.get("description")
    if not isinstance(name, str) or not (description is None or isinstance(description, str)):
        return None
    if not _TOOLISH.issuperset(value) or value.get("type", "custom") != "custom":
        return None
    title = ("title",) if isinstance(value.get("title"), str) else ("annotations", "title")
    return Fields(title=title, annotations=("annotations",), strong=False)


SHAPE = Shape("thin", 90, item=_item)
