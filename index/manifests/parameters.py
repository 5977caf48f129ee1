"""The top-level parameters of a tool, from a JSON Schema or a list of arguments, each with its description's place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from index.manifests.findings import Fault, ParameterAt
from index.manifests.steps import Steps, pointer_tokens, resolve
from index.manifests.words import clean
from index.tool import Parameter

DEEPEST = 12
"""How many references and compositions are followed one inside the other."""

MOST = 2_000
"""How many parameters of one tool are kept; a generous bound on what a hostile schema can cost."""

MOST_PARTS = 50
"""How many alternatives of one parameter are looked at for its type."""

_TYPES = {"dict": "object", "float": "number", "double": "number", "int": "integer", "tuple": "array", "list": "array"}


@dataclass(slots=True)
class _Collected:
    """The merged top level of a schema."""

    root: object
    schema_steps: Steps
    properties: dict[str, tuple[object, Steps]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)


def from_schema(root: object, steps: Steps) -> tuple[tuple[ParameterAt, ...], tuple[Fault, ...]]:
    """The properties of the schema that stands at `steps` of `root`, with `$ref` and `allOf` followed (bounded).

    References are looked up in the schema itself first, then in the whole document. Properties of `anyOf` and
    `oneOf` alternatives are listed, but none of them counts as required.
    """
    found = resolve(root, steps)
    if found is None:
        return (), ()
    collected = _Collected(root, steps)
    _collect(found[1], steps, collected, certain=True, depth=0)
    parameters = []
    for name, (value, where) in list(collected.properties.items())[:MOST]:
        inner, inner_steps = _followed(value, where, collected)
        place = value if isinstance(value, dict) and isinstance(value.get("description"), str) else inner
        place_steps = where if place is value else inner_steps
        kind = type_of(inner, collected) or type_of(place, collected)
        parameters.append(_parameter(name, place, place_steps, kind, name in collected.required))
    return tuple(parameters), tuple(collected.faults)


def from_arguments(root: object, steps: Steps) -> tuple[ParameterAt, ...]:
    """The parameters of a Docker registry style list: [{name, type, desc, optional}]."""
    found = resolve(root, steps)
    if found is None or not isinstance(found[1], list):
        return ()
    parameters = []
    for index, argument in enumerate(found[1][:MOST]):
        if isinstance(argument, dict) and isinstance(name := argument.get("name"), str):
            key = "desc" if isinstance(argument.get("desc"), str) else "description"
            required = argument.get("required", argument.get("optional") is not True) is True
            text = argument.get(key)
            parameter = Parameter(
                clean(name), clean(text) if isinstance(text, str) else "", type_of(argument), required
            )
            parameters.append(ParameterAt(parameter, (*steps, index, key) if isinstance(text, str) else None))
    return tuple(parameters)


def _collect(schema: object, steps: Steps, into: _Collected, *, certain: bool, depth: int) -> None:
    if not isinstance(schema, dict) or depth > DEEPEST or id(schema) in into.seen:
        return
    into.seen.add(id(schema))
    target, target_steps = _referenced(schema, into, report=True)
    if target is not None:
        _collect(target, target_steps, into, certain=certain, depth=depth + 1)
    for keyword in ("allOf", "anyOf", "oneOf"):
        parts = schema.get(keyword)
        for index, part in enumerate(parts if isinstance(parts, list) else ()):
            inside = (*steps, keyword, index)
            _collect(part, inside, into, certain=certain and keyword == "allOf", depth=depth + 1)
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for name, value in properties.items():
            into.properties[clean(str(name))] = (value, (*steps, "properties", str(name)))
            if isinstance(value, dict) and value.get("required") is True and certain:
                into.required.add(clean(str(name)))
    required = schema.get("required")
    if certain and isinstance(required, list):
        into.required.update(clean(name) for name in required if isinstance(name, str))


def _followed(schema: object, steps: Steps, into: _Collected) -> tuple[object, Steps]:
    """The schema at the end of a chain of references."""
    for _ in range(DEEPEST):
        if not isinstance(schema, dict):
            break
        target, target_steps = _referenced(schema, into, report=False)
        if target is None:
            break
        schema, steps = target, target_steps
    return schema, steps


def _referenced(schema: Mapping[str, object], into: _Collected, *, report: bool) -> tuple[object, Steps]:
    """What the schema's `$ref` points at and where that stands; (None, ()) without a reference that can be followed."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return None, ()
    if reference.startswith("#"):
        tokens = pointer_tokens(reference[1:])
        for base in (into.schema_steps, ()):
            found = resolve(into.root, (*base, *tokens))
            if found is not None:
                return found[1], found[0]
    if report:
        message = f"The reference {clean(reference)[:200]} points outside the file or at nothing."
        into.faults.append(Fault("M013", message, into.schema_steps))
    return None, ()


def _parameter(name: str, described: object, steps: Steps, kind: str, required: bool) -> ParameterAt:
    text = described.get("description") if isinstance(described, dict) else None
    if not isinstance(text, str):
        return ParameterAt(Parameter(name, "", kind, required))
    return ParameterAt(Parameter(name, clean(text), kind, required), (*steps, "description"))


def type_of(schema: object, into: _Collected | None = None, seen: set[int] | None = None) -> str:
    """The JSON Schema type in lower case, alternatives joined by " | "; "" where none is stated.

    `seen` holds the schemas that were looked at already: each is once, however often it is referred to.
    """
    seen = set() if seen is None else seen
    if not isinstance(schema, dict) or id(schema) in seen or len(seen) > MOST_PARTS:
        return ""
    seen.add(id(schema))
    stated = schema.get("type")
    if isinstance(stated, str) and "nullable" not in schema:
        kind = stated.lower()
        return clean(_TYPES.get(kind, kind))
    names = [stated] if isinstance(stated, str) else stated if isinstance(stated, list) else []
    kinds = [_TYPES.get(name.lower(), name.lower()) for name in names if isinstance(name, str)]
    if not kinds:
        kinds = _kinds_of_parts(schema, into, seen)
    if schema.get("nullable") is True and kinds:
        kinds.append("null")
    return clean(" | ".join(dict.fromkeys(kinds)))


def _kinds_of_parts(schema: dict[str, object], into: _Collected | None, seen: set[int]) -> list[str]:
    kinds: list[str] = []
    for keyword in ("anyOf", "oneOf", "allOf"):
        parts = schema.get(keyword)
        for part in parts if isinstance(parts, list) else ():
            inner = _followed(part, (), into)[0] if into is not None else part
            kind = type_of(inner, into, seen)
            kinds.extend(kind.split(" | ") if kind else ())
    return kinds
