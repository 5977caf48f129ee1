"""A list of tools: bare, or under `tools` / `functions` of an object (tools/list, requests, server entries)."""

from __future__ import annotations

from index.manifests import registry
from index.manifests.findings import Entry, Fault, Fields, Found, Node, Search, Shape
from index.manifests.search import add_item, search_inside
from index.manifests.servers import own_name
from index.manifests.words import word_set

_LIST_KEYS = ("tools", "functions", "tool_definitions", "available_tools", "availableTools", "toolList")
_GROUPS = ("functionDeclarations", "function_declarations", "tools")
_BUILT_IN = word_set(
    """
    googleSearch google_search googleSearchRetrieval google_search_retrieval codeExecution code_execution
    urlContext url_context computerUse computer_use googleMaps google_maps fileSearch file_search retrieval
    cachePoint systemTool enterpriseWebSearch
    """
)
_OWN_PARTS = word_set("inputSchema input_schema parameters arguments description function")


def _whole(node: Node, found: Found, search: Search) -> bool:
    if isinstance(node.value, list):
        return _list(node, node.value, found, search, wrapped=False)
    if not isinstance(node.value, dict):
        return False
    for key in _LIST_KEYS:
        value = node.value.get(key)
        if not isinstance(value, list):
            continue
        server = own_name(node.value, with_name=node.steps == () or node.value.get("type") == "namespace")
        inner = node.child(key, value, server or node.server)
        if _list(inner, value, found, search, wrapped=True):
            search_inside(node, found, leave_out=frozenset(_LIST_KEYS))
            return True
    return False


def _list(node: Node, values: list[object], found: Found, search: Search, *, wrapped: bool) -> bool:
    if not values:
        return (wrapped and _plausible_empty(node)) or node.steps == ()
    items = [_recognise(value) for value in values]
    strong = any(fields is not None and fields.strong for _, fields in items)
    groups = any(fields is None and _is_group(value) for (_, fields), value in zip(items, values, strict=True))
    described = any(isinstance(value, dict) and isinstance(value.get("description"), str) for value in values)
    thin = described and all(fields is not None for _, fields in items)
    if not (strong or groups or (thin and (wrapped or node.steps == ()))):
        return False
    if not wrapped and not strong and not thin:
        return False
    for index, (value, (shape, fields)) in enumerate(zip(values, items, strict=True)):
        child = node.child(index, value)
        if shape is not None and fields is not None:
            add_item(child, shape.name, fields, found)
        elif not (isinstance(value, dict) and (_is_built_in(value) or search(child, found))):
            found.faults.append(Fault("M005", _no_tool(value), child.steps))
    return True


def _recognise(value: object) -> tuple[Shape | None, Fields | None]:
    recognised = registry.recognise_item(value) if isinstance(value, dict) and not _is_built_in(value) else None
    return recognised or (None, None)


def _plausible_empty(node: Node) -> bool:
    return node.key in ("tools", "functions") and len(node.steps) <= 2


def _is_group(value: object) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(key), list) for key in _GROUPS)


def _is_built_in(value: Entry) -> bool:
    """Tools the model's vendor runs (web search, code execution, tool search): they declare nothing to find."""
    kind = value.get("type")
    if isinstance(kind, str) and kind not in ("function", "custom", "namespace", "object"):
        return kind.startswith("tool_search_tool_") or not (_OWN_PARTS & set(value))
    return bool(value) and _BUILT_IN.issuperset(value)


def _no_tool(value: object) -> str:
    if isinstance(value, dict):
        return "This entry in a list of tools has no name, or nothing else that tells a tool; it was left out."
    return "This entry in a list of tools is no object; it was left out."


SHAPE = Shape("tool-list", 80, whole=_whole)
