"""A tool of the Docker MCP registry's `tools.json`: name, description, arguments: [{name, type, desc}]."""

from __future__ import annotations

from index.manifests.findings import Entry, Fields, Shape


def _item(value: Entry) -> Fields | None:
    arguments = value.get("arguments")
    if not isinstance(arguments, list) or "name" not in value:
        return None
    if not all(isinstance(argument, dict) and "name" in argument for argument in arguments):
        return None
    # MCP prompts have arguments too, but neither a type nor a `desc`.
    strong = any("desc" in argument or "type" in argument for argument in arguments if isinstance(argument, dict))
    return Fields(arguments=("arguments",), annotations=("annotations",), strong=strong)


SHAPE = Shape("docker-registry", 70, item=_item)
