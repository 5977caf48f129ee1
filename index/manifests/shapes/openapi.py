"""The operations of an OpenAPI 3 description. Parameters come from the path, the operation and the request body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from index.manifests.findings import Declaration, Fault, Fields, Found, Node, ParameterAt, Search, Shape
from index.manifests.parameters import from_schema, type_of
from index.manifests.steps import Steps, pointer_tokens, resolve, value_at
from index.manifests.words import clean, kind
from index.tool import Parameter

_METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


def _whole(node: Node, found: Found, search: Search) -> bool:
    value = node.value
    if not isinstance(value, dict) or not str(value.get("openapi", "")).startswith("3"):
        return False
    paths = value.get("paths", {})
    if not isinstance(paths, dict):
        message = f"The paths of this OpenAPI description are {kind(paths)}, not an object."
        found.faults.append(Fault("M004", message, (*node.steps, "paths")))
        return True
    title = value_at(value, ("info", "title"))
    server = title if isinstance(title, str) and title else node.server
    for path, item in paths.items():
        for method, operation in item.items() if isinstance(item, dict) else ():
            if method in _METHODS and isinstance(operation, dict):
                steps = (*node.steps, "paths", str(path), method)
                found.declarations.append(_declaration(node.root, steps, operation, server))
    return True


def _declaration(root: object, steps: Steps, operation: Mapping[str, object], server: str) -> Declaration:
    *_, path, method = steps
    unnamed = not isinstance(operation.get("operationId"), str) or not operation["operationId"]
    name = f"{method}_{_NOT_IN_NAMES.sub('_', str(path)).strip('_')}".rstrip("_") if unnamed else ""
    described = isinstance(operation.get("description"), str) and operation["description"]
    fields = Fields(
        name=("operationId",),
        description=("description",) if described or "summary" not in operation else ("summary",),
        title=("summary",) if described else None,
    )
    parameters = tuple(_parameters(root, steps[:-1], steps))
    return Declaration(SHAPE.name, steps, operation, fields, server, name, parameters)


def _parameters(root: object, path: Steps, operation: Steps) -> Iterator[ParameterAt]:
    """Path-level parameters, overridden by the operation's of the same name, then the body's properties."""
    merged: dict[str, ParameterAt] = {}
    for holder in (path, operation):
        listed = value_at(root, (*holder, "parameters"), [])
        for index in range(len(listed) if isinstance(listed, list) else 0):
            at = _parameter(root, (*holder, "parameters", index))
            if at is not None:
                merged[at.parameter.name] = at
    yield from merged.values()
    body = _follow(root, (*operation, "requestBody"))
    content = value_at(root, (*body, "content"))
    for media in content if isinstance(content, dict) else ():
        properties, _ = from_schema(root, (*body, "content", str(media), "schema"))
        yield from (at for at in properties if at.parameter.name not in merged)
        break


def _parameter(root: object, steps: Steps) -> ParameterAt | None:
    steps = _follow(root, steps)
    value = value_at(root, steps)
    if not isinstance(value, dict) or not isinstance(name := value.get("name"), str):
        return None
    text = value.get("description")
    described = isinstance(text, str)
    kind_of = type_of(value_at(root, _follow(root, (*steps, "schema"))))
    parameter = Parameter(
        clean(name), clean(text) if isinstance(text, str) else "", kind_of, value.get("required") is True
    )
    return ParameterAt(parameter, (*steps, "description") if described else None)


def _follow(root: object, steps: Steps) -> Steps:
    """The steps to what a local reference at `steps` points at, or `steps`."""
    for _ in range(8):
        reference = value_at(root, (*steps, "$ref"))
        found = (
            resolve(root, pointer_tokens(reference[1:]))
            if isinstance(reference, str) and reference[:1] == "#"
            else None
        )
        if found is None:
            break
        steps = found[0]
    return steps


SHAPE = Shape("openapi", 16, whole=_whole)
