"""A session script: where it plays and its steps, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from index.query import Query

LEXICAL, SEMANTIC, FUSED = ARMS = ("lexical", "semantic", "fused")
DEFAULT_SIZE = (120, 40)
Size = tuple[int, int]
"""Columns and lines of the terminal."""


@dataclass(frozen=True, slots=True)
class Type:
    """Text typed where the cursor is, or at the end of the task when no input has the focus."""

    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """The task becomes this text."""

    text: str


@dataclass(frozen=True, slots=True)
class Keywords:
    """The keywords become this text."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """Keys, one after the other; each has had its effect before the next."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UseProfile:
    name: str


@dataclass(frozen=True, slots=True)
class Edit:
    """`replace`, which stands in the file once, becomes `text`."""

    file: str
    replace: str
    text: str


@dataclass(frozen=True, slots=True)
class Write:
    """The file, made if need be, holds this text."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Delete:
    file: str


@dataclass(frozen=True, slots=True)
class Rename:
    file: str
    to: str


@dataclass(frozen=True, slots=True)
class Expect:
    """Where a tool must stand in one of the rankings: at `rank`, at `max_rank` or better, or nowhere (`missing`)."""

    tool: str
    arm: str = FUSED
    rank: int | None = None
    max_rank: int | None = None
    missing: bool = False


@dataclass(frozen=True, slots=True)
class ExpectText:
    """What must be on the screen, each text within one line; with `absent`, what must not be."""

    texts: tuple[str, ...]
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait until nothing goes on any more, as after every step."""


@dataclass(frozen=True, slots=True)
class ClickText:
    """Click where this text is first seen on the screen."""

    text: str


@dataclass(frozen=True, slots=True)
class ClickAt:
    """Click a cell, counted from 0."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Resize:
    size: Size


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Keep the screen in a file beside the script: a picture (.svg) or plain text (.txt)."""

    file: str


FileAction = Edit | Write | Delete | Rename
Action = (
    Type | Task | Keywords | Press | UseProfile | FileAction | Expect | ExpectText | Wait | ClickText | ClickAt
    | Resize | Snapshot
)  # fmt: skip
LOOKING = (Expect, ExpectText, Wait, Snapshot)
"""Steps that only look: what the step before them made the explorer say stays on the screen."""


@dataclass(frozen=True, slots=True)
class Step:
    """`line` is that of the script, from 1."""

    action: Action
    line: int


@dataclass(frozen=True, slots=True)
class Script:
    """`path` is the script as the user called it, `directory` the one to open (None: the demo catalog).

    `shown` is how the first line of the explorer calls the directory: always as the script does. `line_of_theme` is
    kept for the one check that needs a running app. `timeout` is in seconds, for every wait.
    """

    path: Path
    directory: Path | None = None
    shown: str = "demo"
    size: Size = DEFAULT_SIZE
    profile: str | None = None
    semantic: bool = True
    theme: str | None = None
    line_of_theme: int = 1
    query: Query = field(default_factory=Query)
    in_place: bool = False
    timeout: float = 60.0
    steps: tuple[Step, ...] = ()

    @property
    def folder(self) -> Path:
        """Where its snapshots are."""
        return self.path.parent
