"""What the background thread reports: frozen, posted to the app in a `Reported`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from app.explorer.compare_table import Compared
    from app.explorer.suite_board import Ran, Read
    from index.draft.draft import Draft, ToolKey
    from index.draft.effect import Effect
    from index.draft.match import Matched
    from index.draft.save import Saving
    from index.query import Query
    from index.suite.baseline import Baseline


@dataclass(frozen=True, slots=True)
class Wish:
    """A case to add: the query, and the tool it should find."""

    query: Query
    name: str
    server: str


@dataclass(frozen=True, slots=True)
class JobFailed:
    """A job could not be done; `reason` is a line for the user."""

    job: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class CompareMade:
    """The comparison of that request."""

    generation: int
    compared: Compared


@dataclass(frozen=True, slots=True, eq=False)
class SuiteRead:
    """The suite's files were read; outcomes follow."""

    generation: int
    read: Read


@dataclass(frozen=True, slots=True)
class SuiteProgress:
    """`done` of `total` queries were ranked."""

    generation: int
    done: int
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class SuiteRan:
    """The suite's outcome over the saved files."""

    generation: int
    ran: Ran


@dataclass(frozen=True, slots=True, eq=False)
class EffectMade:
    """What the drafts of that request would do to the suite."""

    generation: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class SuiteFilesChanged:
    """The suite's files are others than before."""


@dataclass(frozen=True, slots=True)
class NoSuite:
    """A case was to be added, and there is no suite; it could be made at `path`."""

    path: Path
    wish: Wish


@dataclass(frozen=True, slots=True)
class CaseAdded:
    """A suite has one query more."""

    source: str
    line: int


@dataclass(frozen=True, slots=True)
class BaselineSaved:
    """The outcome was written to a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class BaselineLoaded:
    """A baseline was read from a file."""

    path: Path
    baseline: Baseline


@dataclass(frozen=True, slots=True)
class DraftsKept:
    """The drafts of the last run were read; `problem` is a line for the user, or ""."""

    drafts: tuple[Draft, ...]
    problem: str


@dataclass(frozen=True, slots=True)
class DraftsMatched:
    """Each draft's key with the tool it is of now."""

    matches: tuple[tuple[ToolKey, Matched], ...]


@dataclass(frozen=True, slots=True)
class SavingPrepared:
    """A draft can be written; the user decides."""

    draft: Draft
    saving: Saving


@dataclass(frozen=True, slots=True)
class SavingRefused:
    """The manifest is another than the draft was begun on; nothing was written."""

    draft: Draft
    source: str
    reason: str
    diff: str


@dataclass(frozen=True, slots=True)
class DraftSaved:
    """A draft is in its manifest."""

    draft: Draft
    source: str


Report = (
    JobFailed
    | CompareMade
    | SuiteRead
    | SuiteProgress
    | SuiteRan
    | EffectMade
    | SuiteFilesChanged
    | NoSuite
    | CaseAdded
    | BaselineSaved
    | BaselineLoaded
    | DraftsKept
    | DraftsMatched
    | SavingPrepared
    | SavingRefused
    | DraftSaved
)
