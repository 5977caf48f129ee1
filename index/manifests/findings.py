"""What readers hand on: where tools stand in a document, and what could not be read there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from index.manifests.steps import Steps
from index.tool import Parameter

Entry = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Fields:
    """Where one tool object keeps its parts, as steps from that object; None where the shape has no such part.

    `schema` leads to a JSON Schema of the parameters, `arguments` to a list of {name, type, desc}. `strong` is false
    where the object could be anything with a name, so that its surroundings must decide.
    """

    name: Steps | None = ("name",)
    description: Steps | None = ("description",)
    schema: Steps | None = None
    arguments: Steps | None = None
    title: Steps | None = None
    annotations: Steps | None = None
    strong: bool = True


@dataclass(frozen=True, slots=True)
class ParameterAt:
    """A parameter and the steps from the document's root to its description (None: it has none)."""

    parameter: Parameter
    description: Steps | None = None


@dataclass(frozen=True, slots=True)
class Declaration:
    """One tool found in a document: its own object, the steps to it from the record's root, and its parts.

    `name` is given where the name is no string inside the object (a map's key, an operation without an id);
    `parameters` where they are in no JSON Schema.
    """

    shape: str
    steps: Steps
    value: object
    fields: Fields
    server: str = ""
    name: str = ""
    parameters: tuple[ParameterAt, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that could not be read: a code of `codes.py`, the words for it, and where it stands."""

    code: str
    message: str
    steps: Steps = ()
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A value on the way through a document. `key` is its key in the object above it, "" in a list or at the root.

    `server` is the name of the server given further out, "" if none was; `pinned`, it holds for all that is inside.
    `source` is the file's path, for the few shapes that a file's name decides.
    """

    value: object
    steps: Steps
    root: object
    key: str = ""
    server: str = ""
    pinned: bool = False
    source: str = ""

    def child(self, step: str | int, value: object, server: str | None = None) -> Node:
        """The node of a member."""
        key = step if isinstance(step, str) else ""
        server = self.server if server is None or self.pinned else server
        return Node(value, (*self.steps, step), self.root, key, server, self.pinned, self.source)

    def pin(self, server: str) -> Node:
        """Fix the server's name for this node and all that is inside; "" changes nothing."""
        return replace(self, server=server, pinned=True) if server and not self.pinned else self


@dataclass(slots=True)
class Found:
    """What one document holds, in its order. `claimed` is the shape of each list or object that was recognised."""

    declarations: list[Declaration] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    claimed: list[str] = field(default_factory=list)


Search = Callable[[Node, Found], bool]
"""Look for tools at and below a node, add them to the findings, and say whether anything was recognised there."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to declare tools. Each module of `shapes` holds one as SHAPE; the registry finds them by itself.

    `item` recognises a single tool object. `whole` recognises a value that holds tools in a way of its own, adds
    what it found, and returns true; it may call the given search on values inside. Lower `order` is asked first.
    """

    name: str
    order: int
    item: Callable[[Entry], Fields | None] | None = None
    whole: Callable[[Node, Found, Search], bool] | None = None
    without_schema: bool = False
