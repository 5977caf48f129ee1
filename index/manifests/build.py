"""A declaration made into a Tool, with a fault for every part that could not be taken as it is."""

from __future__ import annotations

from index.manifests import parameters
from index.manifests.findings import Declaration, Fault, ParameterAt
from index.manifests.steps import Steps, resolve
from index.manifests.words import clean, compact_json, kind
from index.tool import Place, Tool


def build_tool(
    declaration: Declaration, root: object, place: Place, default_server: str
) -> tuple[Tool | None, tuple[Fault, ...]]:
    """The tool, or None with the fault that says why; `root` is the value of the declaration's record."""
    try:
        return _build(declaration, root, place, default_server)
    except RecursionError:
        return None, (Fault("M007", "This tool is nested too deeply to be read.", declaration.steps),)


def parameters_of(declaration: Declaration, root: object) -> tuple[tuple[ParameterAt, ...], tuple[Fault, ...]]:
    """The declaration's parameters, each with the place of its description."""
    if declaration.parameters is not None:
        return declaration.parameters, ()
    fields = declaration.fields
    if fields.schema is not None:
        return parameters.from_schema(root, (*declaration.steps, *fields.schema))
    if fields.arguments is not None:
        return parameters.from_arguments(root, (*declaration.steps, *fields.arguments)), ()
    return (), ()


def _build(
    declaration: Declaration, root: object, place: Place, default_server: str
) -> tuple[Tool | None, tuple[Fault, ...]]:
    fields, value = declaration.fields, declaration.value
    name = declaration.name or _part(value, fields.name)
    if not isinstance(name, str) or not name:
        said = "has no name" if name is None or name == "" else f"has {kind(name)} for a name"
        steps = (*declaration.steps, *fields.name) if name is not None and fields.name else declaration.steps
        return None, (Fault("M005", f"This tool {said}; it was left out.", steps),)
    name = clean(name)
    faults: list[Fault] = []

    def text_of(steps: Steps | None, what: str) -> str:
        part = _part(value, steps)
        if isinstance(part, str):
            return clean(part)
        if part is not None and steps is not None:
            message = f"The {what} of {name} is {kind(part)}, not a string; it was read as absent."
            faults.append(Fault("M006", message, (*declaration.steps, *steps), name))
        return ""

    has_schema = _has_schema(declaration, name, faults)
    found, unresolved = parameters_of(declaration, root)
    faults.extend(Fault(fault.code, fault.message, fault.steps, name) for fault in unresolved[:3])
    tool = Tool(
        name=name,
        description=text_of(fields.description, "description"),
        server=clean(declaration.server or default_server),
        place=place,
        parameters=tuple(at.parameter for at in found),
        title=text_of(fields.title, "title"),
        annotations=_annotations(_part(value, fields.annotations)),
        definition=compact_json(value),
        has_schema=has_schema,
    )
    return tool, tuple(faults)


def _part(value: object, steps: Steps | None) -> object:
    found = None if steps is None else resolve(value, steps)
    return None if found is None else found[1]


def _has_schema(declaration: Declaration, name: str, faults: list[Fault]) -> bool:
    fields = declaration.fields
    if declaration.parameters is not None:
        return True
    if fields.arguments is not None:
        return True
    part = _part(declaration.value, fields.schema)
    if part is None or isinstance(part, dict):
        return part is not None
    message = f"The input schema of {name} is {kind(part)}, not an object; it was read as absent."
    faults.append(Fault("M006", message, (*declaration.steps, *(fields.schema or ())), name))
    return False


def _annotations(value: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        return ()
    return tuple((clean(str(key)), compact_json(inner)) for key, inner in value.items() if key != "title")
