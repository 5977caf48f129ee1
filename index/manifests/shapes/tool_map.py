"""Tools in an object by their names: {"tools": {"get_issue": {description, inputSchema}}}."""

from __future__ import annotations

from collections.abc import Mapping

from index.manifests import registry
from index.manifests.findings import Fault, Fields, Found, Node, Search, Shape
from index.manifests.search import add_item, search_inside
from index.manifests.servers import own_name
from index.manifests.words import kind

_KEYS = ("tools", "functions", "tool_definitions")


def _whole(node: Node, found: Found, search: Search) -> bool:
    if not isinstance(node.value, dict):
        return False
    for key in _KEYS:
        value = node.value.get(key)
        if isinstance(value, dict) and _holds_tools(value):
            server = own_name(node.value, with_name=node.steps == ())
            _read(node.child(key, value, server or node.server), value, found, search)
            search_inside(node, found, leave_out=frozenset(_KEYS))
            return True
    return False


def _holds_tools(value: Mapping[str, object]) -> bool:
    items = [_recognised(str(key), inner) for key, inner in value.items()]
    if any(item is not None and item[1].strong for item in items):
        return True
    thin = all(item is not None for item in items)
    return bool(items) and thin and any("description" in inner for inner in value.values() if isinstance(inner, dict))


def _recognised(key: str, value: object) -> tuple[str, Fields] | None:
    if not isinstance(value, dict):
        return None
    found = registry.recognise_item({"name": key, **value})
    return None if found is None else (found[0].name, found[1])


def _read(node: Node, value: Mapping[str, object], found: Found, search: Search) -> None:
    for key, inner in value.items():
        child = node.child(str(key), inner)
        item = _recognised(str(key), inner)
        if item is not None:
            add_item(child, *item, found)
        elif not isinstance(inner, dict):
            message = f"The tool under this key is {kind(inner)}, not an object; it was left out."
            found.faults.append(Fault("M005", message, child.steps))
        elif not search(child, found):
            found.faults.append(
                Fault("M005", "The tool under this key is in no known shape; it was left out.", child.steps)
            )


SHAPE = Shape("tool-map", 81, whole=_whole)
