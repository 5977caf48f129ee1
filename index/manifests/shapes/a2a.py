"""The skills of an A2A agent card: {"name", "capabilities", "skills": [{id, name, description, tags}]}.

A skill's `id` is what a caller names it by, so it is the tool's name; its `name` is the title.
"""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Found, Node, Search, Shape
from index.manifests.search import add_entries
from index.manifests.words import word_set

_OF_A_CARD = word_set(
    "capabilities defaultInputModes defaultOutputModes protocolVersion supportedInterfaces url provider"
    " preferredTransport additionalInterfaces securitySchemes"
)


def _whole(node: Node, found: Found, search: Search) -> bool:
    value = node.value
    if not isinstance(value, dict) or not isinstance(skills := value.get("skills"), list):
        return False
    if len(_OF_A_CARD & set(value)) < 2:
        return False
    name = value.get("name")
    node = node.pin(name) if isinstance(name, str) else node
    add_entries(node.child("skills", skills), skills, SHAPE.name, _fields, found)
    return True


def _fields(value: Entry) -> Fields:
    return Fields(name=("id",), title=("name",)) if "id" in value else Fields()


SHAPE = Shape("a2a", 13, whole=_whole, without_schema=True)
