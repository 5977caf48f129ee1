"""Language model tools a VS Code extension contributes: `contributes.languageModelTools` of its `package.json`."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Found, Node, Search, Shape
from index.manifests.search import add_entries
from index.manifests.steps import value_at


def _whole(node: Node, found: Found, search: Search) -> bool:
    tools = value_at(node.value, ("contributes", "languageModelTools"))
    if not isinstance(node.value, dict) or not isinstance(tools, list):
        return False
    name = node.value.get("name")
    node = node.pin(name) if isinstance(name, str) else node
    holder = node.child("contributes", value_at(node.value, ("contributes",))).child("languageModelTools", tools)
    add_entries(holder, tools, SHAPE.name, _fields, found)
    return True


def _fields(value: Entry) -> Fields:
    description = next((key for key in ("modelDescription", "description", "userDescription") if key in value), None)
    return Fields(description=(description,) if description else None, schema=("inputSchema",), title=("displayName",))


SHAPE = Shape("vscode", 12, whole=_whole)
