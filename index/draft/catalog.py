"""The catalog with drafts in it: a transaction that shows every engine the edited tools, and is always rolled back."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from index.corpus import Corpus
from index.draft.draft import Draft
from index.draft.match import Matched, match_drafts
from index.errors import StoreError
from index.store.store import Store
from index.store.tools import row_from_tool, tools_by_id
from index.tool import Tool

_revisions = itertools.count(-2, -1)
_WRITTEN = ("name", "description", "parameters")


@dataclass(frozen=True, slots=True)
class Edited:
    """Drafts on one state of the catalog: the edited tools by id, and a revision no other such pair has."""

    drafts: tuple[Draft, ...]
    epoch: int
    generation: int
    tools: dict[int, Tool]
    revision: int


def edited(store: Store, drafts: tuple[Draft, ...]) -> Edited:
    """The drafts' tools as they would be. Drafts whose tool is gone or has been saved are left out."""
    epoch, generation = position_of(store)
    matched = find_drafts(store.connection(), drafts)
    tools = {m.tool_id: m.draft.apply(m.tool) for m in matched if m.can_be_ranked and m.tool and m.tool_id is not None}
    return Edited(drafts, epoch, generation, tools, next(_revisions))


def position_of(store: Store) -> tuple[int, int]:
    """Which state of which index file: differs whenever tools could have other ids or texts."""
    return store.epoch, store.generation()


def find_drafts(connection: sqlite3.Connection, drafts: Sequence[Draft]) -> tuple[Matched, ...]:
    """Each draft with the tool it is of now, without reading the whole catalog."""
    ids: set[int] = set()
    for draft in drafts:
        names = {draft.key.name, *(text for field, text in draft.edits if field.kind == "name")}
        marks = ", ".join("?" * len(names))
        rows = connection.execute(
            "SELECT t.id FROM tools t JOIN manifests m ON m.id = t.manifest_id "
            f"WHERE m.path = ? OR t.name IN ({marks})",
            (draft.key.source, *names),
        )
        ids.update(row[0] for row in rows)
    tools = tools_by_id(connection, sorted(ids))
    return match_drafts(drafts, sorted(tools.items()))


@contextlib.contextmanager
def draft_catalog(store: Store, state: Edited) -> Iterator[Corpus]:
    """A corpus in which the edited tools are as their drafts have them; the triggers update every full-text table.

    It holds the index's write lock: rank a few milliseconds' worth, then leave. Nothing is ever committed. Full-text
    tables the engines need must exist before.

    Raises:
        StoreError: another process keeps the index locked, or it cannot be written.

    """
    connection = store.connection()
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.DatabaseError as error:
        raise StoreError(f"the draft cannot be ranked: {error}", source=str(store.path)) from error
    try:
        for tool_id, tool in state.tools.items():
            row = row_from_tool(tool)
            values = {name: row[name] for name in _WRITTEN}
            connection.execute(
                "UPDATE tools SET name = :name, description = :description, parameters = :parameters, "
                "revision = :revision WHERE id = :id",
                {**values, "revision": state.revision, "id": tool_id},
            )
        yield Corpus(store, connection, state.revision)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
