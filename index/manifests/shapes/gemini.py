"""Gemini's function declarations: {"functionDeclarations": [{name, description, parameters}]}, also in snake case."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Found, Node, Search, Shape
from index.manifests.search import add_entries, search_inside

_KEYS = ("functionDeclarations", "function_declarations")
_JSON_SCHEMA = ("parametersJsonSchema", "parameters_json_schema")


def _whole(node: Node, found: Found, search: Search) -> bool:
    if not isinstance(node.value, dict):
        return False
    for key in _KEYS:
        values = node.value.get(key)
        if isinstance(values, list):
            add_entries(node.child(key, values), values, SHAPE.name, _fields, found)
            search_inside(node, found, leave_out=frozenset(_KEYS))
            return True
    return False


def _fields(value: Entry) -> Fields:
    return Fields(schema=(next((key for key in _JSON_SCHEMA if key in value), "parameters"),))


SHAPE = Shape("gemini", 20, whole=_whole)
