"""A tool as its manifest declares it, and the place it was read from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """One top-level property of a tool's input schema.

    `type` is the JSON Schema type in lower case ("string", "array", "string | null"), or "" when not stated.
    """

    name: str
    description: str = ""
    type: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a manifest something stands.

    `source` is the file's path relative to the watched directory, with forward slashes; `pointer` is the RFC 6901
    JSON pointer of the tool's own object inside the parsed document (for JSON Lines, the first segment is the
    record's number from 0); `line` and `column` are counted from 1.
    """

    source: str
    pointer: str = ""
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Tool:
    """One callable: what an agent's tool search can find.

    Every string is valid Unicode without lone surrogates (readers replace those with U+FFFD) and otherwise exactly
    what the manifest says: hostile text is made safe where it is shown, not here.

    `title` and `annotations` are MCP's: `annotations` holds (hint name, JSON text of its value) pairs, in the
    manifest's order. `definition` is the tool's own object as compact JSON: what an agent receives as its full
    definition, the base of token counts. `has_schema` is false where no input schema was declared at all.
    """

    name: str
    description: str
    server: str
    place: Place
    parameters: tuple[Parameter, ...] = ()
    title: str = ""
    annotations: tuple[tuple[str, str], ...] = ()
    definition: str = ""
    has_schema: bool = True
