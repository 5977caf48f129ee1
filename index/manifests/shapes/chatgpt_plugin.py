"""A ChatGPT plugin's `ai-plugin.json`: one tool, the plugin, as the model sees it."""

from __future__ import annotations

from index.manifests.findings import Declaration, Fields, Found, Node, Search, Shape

_FIELDS = Fields(name=("name_for_model",), description=("description_for_model",), title=("name_for_human",))


def _whole(node: Node, found: Found, search: Search) -> bool:
    if not isinstance(node.value, dict) or "name_for_model" not in node.value:
        return False
    found.declarations.append(Declaration(SHAPE.name, node.steps, node.value, _FIELDS, node.server))
    return True


SHAPE = Shape("chatgpt-plugin", 14, whole=_whole, without_schema=True)
