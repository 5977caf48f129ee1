"""The search through a document for tools: shapes are asked at every level, wrappers are walked through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from index.manifests import registry
from index.manifests.findings import Declaration, Entry, Fault, Fields, Found, Node
from index.manifests.servers import PLAIN_KEYS, server_below
from index.manifests.steps import members, resolve
from index.manifests.words import kind, word_set

DEEPEST_WRAPPER = 12
"""Tools inside more wrappers than this are not looked for."""

_CLOSED = word_set(
    """
    properties patternProperties definitions $defs inputSchema outputSchema input_schema parameters schema
    schemas components prompts resources resourceTemplates messages content examples question ground_truth
    """
)
"""Keys below which nothing declares a tool, whatever it looks like: schemas, samples, prompts with arguments."""


def search(node: Node, found: Found) -> bool:
    """Add the tools at and below `node` to `found`, in the document's order; true when anything was recognised."""
    if len(node.steps) > DEEPEST_WRAPPER:
        return False
    for shape in registry.all_shapes():
        if shape.whole is not None and shape.whole(node, found, search):
            found.claimed.append(shape.name)
            return True
    if isinstance(node.value, dict):
        item = registry.recognise_item(node.value)
        if item is not None and item[1].strong:
            add_item(node, item[0].name, item[1], found)
            return True
    return search_inside(node, found)


def search_inside(node: Node, found: Found, *, leave_out: frozenset[str] = frozenset()) -> bool:
    """Search every member of a wrapper; true when one of them held tools."""
    any_found = False
    for step, value in members(node.value):
        if isinstance(value, (dict, list)) and step not in _CLOSED and step not in leave_out:
            server = server_below(node, step, value)
            any_found |= search(node.child(step, value, server), found)
    return any_found


def add_item(node: Node, shape: str, fields: Fields, found: Found) -> None:
    """Add the single tool at `node`; where it has no name of its own, the key it stands under is its name."""
    nameless = fields.name is None or resolve(node.value, fields.name) is None
    name = node.key if nameless and node.key not in PLAIN_KEYS else ""
    found.declarations.append(Declaration(shape, node.steps, node.value, fields, node.server, name))
    found.claimed.append(shape)


def add_entries(
    node: Node,
    values: list[object],
    shape: str,
    fields: Callable[[Entry], Fields],
    found: Found,
    *,
    only: Sequence[bool] | None = None,
) -> None:
    """Add the entries of a list whose place alone says that tools are in it; `only` those that are true there."""
    for index, value in enumerate(values):
        child = node.child(index, value)
        if only is not None and not only[index]:
            continue
        if isinstance(value, dict):
            add_item(child, shape, fields(value), found)
        else:
            message = f"This tool is {kind(value)}, not an object; it was left out."
            found.faults.append(Fault("M005", message, child.steps))
