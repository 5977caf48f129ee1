"""A function as OpenAI's Responses API, its older `functions` and Gemini write it: name, description, parameters."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape


def _item(value: Entry) -> Fields | None:
    kind = value.get("type")
    if kind in ("function", "custom"):
        return Fields(schema=("parameters",) if kind == "function" else None)
    if isinstance(value.get("parametersJsonSchema"), dict):
        return Fields(schema=("parametersJsonSchema",))
    schema = value.get("parameters")
    if isinstance(schema, dict) and "name" in value and ("properties" in schema or "type" in schema):
        return Fields(schema=("parameters",))
    return None


SHAPE = Shape("openai", 60, item=_item)
