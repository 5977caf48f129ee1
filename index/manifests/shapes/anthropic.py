"""A tool of Anthropic's Messages API: name, description, input_schema."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape


def _item(value: Entry) -> Fields | None:
    return Fields(schema=("input_schema",)) if "input_schema" in value else None


SHAPE = Shape("anthropic", 51, item=_item)
