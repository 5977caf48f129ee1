"""What an engine may read while it ranks: one thread's view of the catalog."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from index.store.fts import FtsTable
from index.store.store import Store


@dataclass(frozen=True, slots=True)
class Corpus:
    """The catalog as one connection sees it; a what-if transaction on that connection shows the draft's catalog.

    `revision` differs between any two states of the catalog that could rank differently: engines that keep derived
    state (postings, vocabulary) key it by this and by `tools.revision` of each row.
    """

    store: Store
    connection: sqlite3.Connection
    revision: int

    def ensure(self, table: FtsTable) -> None:
        """Make sure a full-text table is there and filled."""
        self.store.ensure(table)


def corpus_of(store: Store) -> Corpus:
    """The committed catalog, on this thread's connection."""
    return Corpus(store, store.connection(), store.generation())
