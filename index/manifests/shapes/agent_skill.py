"""An Agent Skill: the front matter of a `SKILL.md`; without a name there, the folder's name is the skill's."""

from __future__ import annotations

from pathlib import PurePosixPath

from index.manifests.findings import Declaration, Fields, Found, Node, Search, Shape
from index.manifests.names import file_format


def _whole(node: Node, found: Found, search: Search) -> bool:
    value = node.value
    if node.steps or not isinstance(value, dict) or file_format(node.source) != "front-matter":
        return False
    path = PurePosixPath(node.source)
    if path.name.lower() != "skill.md" and not (
        "allowed-tools" in value and "name" in value and "description" in value
    ):
        return False
    name = path.parent.name if value.get("name") is None else ""
    found.declarations.append(Declaration(SHAPE.name, (), value, Fields(), node.server, name))
    return True


SHAPE = Shape("agent-skill", 15, whole=_whole, without_schema=True)
