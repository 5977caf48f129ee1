"""A draft into a manifest's bytes: only the edited values change, and that is proven before anything is returned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from index.draft import insert
from index.draft.draft import DESCRIPTION, NAME, PARAMETER, Draft, Field
from index.draft.spot import Spot, spot_of
from index.draft.styles import json_style, toml_style, yaml_style
from index.draft.verify import difference
from index.errors import WriteBackError
from index.manifests.locate import FieldPointers, Span, field_pointers, locate
from index.manifests.text import decode, encode

_SCHEMAS = ("/inputSchema", "/input_schema", "/parameters", "/parametersJsonSchema", "/function/parameters",
            "/toolSpec/inputSchema/json", "/schema")  # fmt: skip


def rewritten(source: str, data: bytes, draft: Draft) -> bytes:
    """The file's bytes with a draft's texts in place of the tool's.

    Args:
        source: the file's path relative to the watched directory; its ending says the format.
        data: the bytes as they are.
        draft: what to write.

    Raises:
        WriteBackError: the tool is not there, a text stands where it cannot be changed alone (a shared alias or
            reference, a name that is a key), or the format cannot take it.

    """
    work = _Rewriting(source, data, draft, data)
    for what, text in draft.edits:
        work.write(what, text)
    return work.data


@dataclass(slots=True)
class _Rewriting:
    """A file on its way: `before` as it was, `data` as it is with the texts in `written` (by pointer)."""

    source: str
    before: bytes
    draft: Draft
    data: bytes
    done: list[tuple[Field, str]] = field(default_factory=list)
    written: list[tuple[str, str]] = field(default_factory=list)

    def write(self, what: Field, text: str) -> None:
        """Write one text more. Raises WriteBackError."""
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise self.refusal(f"the {what.label} holds half a character (a lone surrogate)")
        pointers = field_pointers(self.source, self.data, self.draft.key.pointer)
        if pointers is None:
            raise self.refusal(f"{self.draft.key.name} is not at its place any more")
        partial = replace(self.draft, edits=(*self.done, (what, text)))
        why, line = "its format is one that triptych cannot add this key to; add it by hand", None
        for pointer, candidate in self.attempts(pointers, what, text):
            changed = [*self.written, (pointer, text)]
            reason = difference(self.source, self.before, candidate, partial, changed)
            if not reason:
                self.data, self.written = candidate, changed
                self.done.append((what, text))
                return
            span = locate(self.source, self.data, pointer)
            why, line = reason, None if span is None else span.line
        raise self.refusal(f"the {what.label} of {self.draft.key.name} cannot be saved: {why}", line)

    def attempts(self, pointers: FieldPointers, what: Field, text: str) -> Iterator[tuple[str, bytes]]:
        """Whole files to try, best first, each with the pointer of the value it writes."""
        pointer = _pointer(pointers, what)
        if pointer is None and what.kind == NAME:
            raise self.refusal(f"the name of {self.draft.key.name} is a key in its file; rename it there")
        for place in _places(self.draft.key.pointer, pointers, what) if pointer is None else (pointer,):
            span = locate(self.source, self.data, place)
            if span is not None:
                if span.style == "yaml-alias":
                    said = f"the {what.label} of {self.draft.key.name} is an alias (*): the text stands elsewhere"
                    raise self.refusal(said, span.line)
                for token in _spellings(spot_of(self.data, decode(self.data), span), text):
                    yield place, self.data[: span.start] + encode(token, span.encoding) + self.data[span.end :]
            elif pointer is None:
                for candidate in _insertions(self.source, self.data, pointers, place, text):
                    yield place, candidate

    def refusal(self, message: str, line: int | None = None) -> WriteBackError:
        return WriteBackError(message, source=self.source, line=line)


def _pointer(pointers: FieldPointers, what: Field) -> str | None:
    if what.kind == PARAMETER:
        return dict(pointers.parameters).get(what.parameter)
    return pointers.name if what.kind == NAME else pointers.description


def _places(tool: str, pointers: FieldPointers, what: Field) -> Iterator[str]:
    """Where a description that is missing could stand."""
    if what.kind == DESCRIPTION:
        holder = tool if pointers.name is None else pointers.name.rpartition("/")[0]
        yield f"{holder}/description"
        return
    name = what.parameter.replace("~", "~0").replace("/", "~1")
    for schema in _SCHEMAS:
        yield f"{tool}{schema}/properties/{name}/description"


def _spellings(spot: Spot, text: str) -> Iterator[str]:
    if spot.style == "json":
        return json_style.candidates(spot, text)
    return yaml_style.candidates(spot, text) if spot.style.startswith("yaml-") else toml_style.candidates(spot, text)


def _insertions(source: str, data: bytes, pointers: FieldPointers, place: str, text: str) -> Iterator[bytes]:
    """Files with the key `place` ends with added to the object it points into."""
    holder, _, key = place.rpartition("/")
    container = locate(source, data, holder)
    if container is None:
        return
    siblings = [pointers.name] if pointers.name and pointers.name.rpartition("/")[0] == holder else []
    for sibling in (*siblings, f"{holder}/type"):
        span = locate(source, data, sibling)
        if span is not None:
            yield from _inserted(data, span, insert.after_sibling(spot_of(data, decode(data), span), key, text))
    yield from _inserted(data, container, insert.into_object(spot_of(data, decode(data), container), key, text))


def _inserted(data: bytes, span: Span, places: Iterator[tuple[int, str]]) -> Iterator[bytes]:
    text = decode(data)
    for offset, characters in places:
        at = text.byte_offset(offset)
        yield data[:at] + encode(characters, span.encoding) + data[at:]
