"""A tool of Amazon Bedrock's Converse API: {"toolSpec": {name, description, inputSchema: {json}}}."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape


def _item(value: Entry) -> Fields | None:
    if not isinstance(value.get("toolSpec"), dict):
        return None
    return Fields(
        name=("toolSpec", "name"),
        description=("toolSpec", "description"),
        schema=("toolSpec", "inputSchema", "json"),
    )


SHAPE = Shape("bedrock", 41, item=_item)
