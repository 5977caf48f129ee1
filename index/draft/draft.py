"""A draft: changed texts of one tool that are ranked but not saved yet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from index.tool import Tool

NAME, DESCRIPTION, PARAMETER = "name", "description", "parameter"


@dataclass(frozen=True, slots=True)
class Field:
    """Which text of a tool: `kind` is "name", "description" or "parameter", then `parameter` is that one's name."""

    kind: str
    parameter: str = ""

    @property
    def label(self) -> str:
        return self.kind if self.kind != PARAMETER else f"description of {self.parameter}"

    def read(self, tool: Tool) -> str:
        """The text as the tool has it; "" for a parameter that is not there."""
        if self.kind == NAME:
            return tool.name
        if self.kind == DESCRIPTION:
            return tool.description
        return next((p.description for p in tool.parameters if p.name == self.parameter), "")

    def write(self, tool: Tool, text: str) -> Tool:
        """The tool with another text; unchanged for a parameter that is not there."""
        if self.kind == NAME:
            return replace(tool, name=text)
        if self.kind == DESCRIPTION:
            return replace(tool, description=text)
        changed = tuple(replace(p, description=text) if p.name == self.parameter else p for p in tool.parameters)
        return replace(tool, parameters=changed)


@dataclass(frozen=True, slots=True)
class ToolKey:
    """Which tool a draft is of, across re-reads: where it stands, and what it was called when the draft began."""

    source: str
    pointer: str
    name: str

    @staticmethod
    def of(tool: Tool) -> ToolKey:
        return ToolKey(tool.place.source, tool.place.pointer, tool.name)


@dataclass(frozen=True, slots=True)
class Draft:
    """New texts of one tool. `original` is `text_hash` of the tool the draft was begun on."""

    key: ToolKey
    original: str
    edits: tuple[tuple[Field, str], ...] = ()

    @staticmethod
    def begin(tool: Tool) -> Draft:
        return Draft(ToolKey.of(tool), text_hash(tool))

    @property
    def texts(self) -> Mapping[Field, str]:
        return dict(self.edits)

    def edited(self, tool: Tool, field: Field, text: str) -> Draft:
        """The draft with one text more; a text that equals the tool's own is no edit."""
        edits = {**self.texts, field: text}
        if field.read(tool) == text:
            del edits[field]
        return replace(self, edits=tuple(sorted(edits.items(), key=lambda item: (item[0].kind, item[0].parameter))))

    def apply(self, tool: Tool) -> Tool:
        """The tool as it would be after saving, except its `definition`."""
        for field, text in self.edits:
            tool = field.write(tool, text)
        return tool


def text_hash(tool: Tool) -> str:
    """Differs when any text a draft can change does."""
    texts = [tool.name, tool.description, [[p.name, p.description] for p in tool.parameters]]
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
