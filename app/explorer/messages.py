"""Everything the explorer's parts tell each other, past tense. Workers post these; handlers change widgets.

The payloads are frozen; Textual itself writes into messages, so the messages cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from app.explorer.state import CatalogFacts, Column, Facts, View
from index.draft.draft import Field, ToolKey
from index.events import Event
from index.problem import Problem
from index.tool import Tool

if TYPE_CHECKING:
    from app.explorer.reports import Report


@dataclass(eq=False)
class ExplorerComposed(Message):
    """The main screen has its widgets: now results can be shown."""


@dataclass(eq=False)
class ViewMade(Message):
    """The worker answered a request."""

    view: View


@dataclass(eq=False)
class WordsRanked(Message):
    """The worker ranked the words of a request whose other rankings wait for the model; `tools` are the catalog's."""

    generation: int
    column: Column
    facts: Mapping[int, Facts]
    tools: int


@dataclass(eq=False)
class SearchFailed(Message):
    """The worker could not answer a request; `reason` is one line for the user."""

    generation: int
    reason: str


@dataclass(eq=False)
class RowsLoaded(Message):
    """The worker loaded the facts of more rows of the view of that generation."""

    generation: int
    facts: Mapping[int, Facts]


@dataclass(eq=False)
class ToolLoaded(Message):
    """The worker read the whole of a tool; None when it is gone."""

    tool_id: int
    tool: Tool | None


@dataclass(eq=False)
class CatalogRead(Message):
    """The worker counted the catalog and read its problems."""

    facts: CatalogFacts
    problems: tuple[Problem, ...]


@dataclass(eq=False)
class LiveHappened(Message):
    """The live index posted an event (index.live)."""

    event: Event


@dataclass(eq=False)
class Reported(Message):
    """The background thread finished something, or got on with it."""

    report: Report


@dataclass(eq=False)
class DraftTyped(Message):
    """The user changed a text of a tool in its draft."""

    key: ToolKey
    field: Field
    text: str


@dataclass(eq=False)
class ToolChosen(Message):
    """The user moved the selection to a tool, in that column."""

    tool_id: int
    column: int


@dataclass(eq=False)
class RowsMissed(Message):
    """A column scrolled to rows whose facts are not loaded."""

    ids: tuple[int, ...]


@dataclass(eq=False)
class ColumnPicked(Message):
    """The user clicked a column's tab or header."""

    column: int


@dataclass(eq=False)
class ExamplePicked(Message):
    """The user clicked an example query."""

    text: str
