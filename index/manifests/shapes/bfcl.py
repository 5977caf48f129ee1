"""A record of the Berkeley function-calling leaderboard: {"id", "question", "function": [{name, parameters}]}."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Found, Node, Search, Shape
from index.manifests.search import add_entries, add_item


def _whole(node: Node, found: Found, search: Search) -> bool:
    if not isinstance(node.value, dict) or not ("question" in node.value or "id" in node.value):
        return False
    value = node.value.get("function")
    inner = node.child("function", value)
    if isinstance(value, list) and (not value or any(_is_function(entry) for entry in value)):
        add_entries(inner, value, SHAPE.name, _fields, found)
        return True
    if isinstance(value, dict) and "type" not in node.value and _is_function(value):
        add_item(inner, SHAPE.name, _fields(value), found)
        return True
    return False


def _is_function(value: object) -> bool:
    return isinstance(value, dict) and "name" in value and ("parameters" in value or "description" in value)


def _fields(value: Entry) -> Fields:
    return Fields(schema=("parameters",))


SHAPE = Shape("bfcl", 21, whole=_whole)
