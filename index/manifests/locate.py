"""Where in a file's bytes one value stands, so that a draft can replace that value and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from index.manifests.build import parameters_of
from index.manifests.document import Document
from index.manifests.findings import Declaration
from index.manifests.reading import Surveyed, survey
from index.manifests.steps import Steps, pointer_tokens, resolve, to_pointer


@dataclass(frozen=True, slots=True)
class Span:
    """The bytes of one value's token, quotes or block indicator included.

    `start` and `end` count bytes of the file (byte-order mark included), end excluded. `style` is one of those of
    `document.Extent`; a YAML block scalar ends before its last line break; the style `yaml-alias` means that the
    value is written elsewhere and must not be replaced here. `encoding` is the codec of the file's text, without
    its byte-order mark. `value` is the string that stands there, None when it is no string.
    """

    start: int
    end: int
    style: str
    line: int
    column: int
    encoding: str
    value: str | None


@dataclass(frozen=True, slots=True)
class FieldPointers:
    """The JSON pointers of one tool's texts; None where the tool has no such text in the file.

    `parameters` holds (parameter's name, pointer of its description or None), in order. A description reached
    through `$ref` or an alias is shared: other tools may show the same text.
    """

    name: str | None
    description: str | None
    parameters: tuple[tuple[str, str | None], ...]


def locate(source: str, data: bytes, pointer: str) -> Span | None:
    """The bytes of the value at `pointer` (as in `Place`), or None when the file has none there."""
    surveyed = survey(source, data)
    return None if surveyed is None else _span(surveyed, pointer)


def field_pointers(source: str, data: bytes, tool: str) -> FieldPointers | None:
    """Where the tool at the pointer `tool` keeps its texts, whatever its shape; None when no tool is there."""
    surveyed = survey(source, data)
    found = None if surveyed is None else _declaration(surveyed, tool)
    if found is None:
        return None
    record, root, declaration = found
    parameters, _ = parameters_of(declaration, root)

    def pointer(steps: Steps | None) -> str | None:
        there = steps is not None and isinstance(_at(root, (*declaration.steps, *steps)), str)
        return to_pointer((*record, *declaration.steps, *steps)) if there and steps is not None else None

    return FieldPointers(
        pointer(declaration.fields.name),
        pointer(declaration.fields.description),
        tuple(
            (at.parameter.name, None if at.description is None else to_pointer((*record, *at.description)))
            for at in parameters
        ),
    )


def _declaration(surveyed: Surveyed, pointer: str) -> tuple[Steps, object, Declaration] | None:
    for record, found in surveyed.found:
        for declaration in found.declarations:
            if to_pointer((*record.steps, *declaration.steps)) == pointer:
                return record.steps, record.value, declaration
    return None


def _at(root: object, steps: Steps) -> object:
    found = resolve(root, steps)
    return None if found is None else found[1]


def _span(surveyed: Surveyed, pointer: str) -> Span | None:
    found = _resolved(surveyed.document, pointer)
    extent = None if found is None else surveyed.document.extent(found[0])
    if found is None or extent is None:
        return None
    text = surveyed.text
    line, column = text.position(extent.start)
    value = found[1] if isinstance(found[1], str) else None
    start, end = text.byte_offset(extent.start), text.byte_offset(extent.end)
    return Span(start, end, extent.style, line, column, text.encoding, value)


def _resolved(document: Document, pointer: str) -> tuple[Steps, object] | None:
    tokens = pointer_tokens(pointer)
    for record in document.records:
        if not record.steps:
            return resolve(record.value, tokens)
        if tokens[:1] == (str(record.steps[0]),):
            found = resolve(record.value, tokens[1:])
            return None if found is None else ((*record.steps, *found[0]), found[1])
    return None
