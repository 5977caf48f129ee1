"""A tool of OpenAI's chat completions: {"type": "function", "function": {name, description, parameters}}."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape


def _item(value: Entry) -> Fields | None:
    kind = value.get("type", "function")
    if kind not in ("function", "custom"):
        return None
    inner = value.get(kind)
    if not isinstance(inner, dict) or not ("type" in value or "parameters" in inner):
        return None
    return Fields(
        name=(kind, "name"),
        description=(kind, "description"),
        schema=(kind, "parameters") if kind == "function" else None,
    )


SHAPE = Shape("openai-chat", 40, item=_item)
