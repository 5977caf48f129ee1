"""What is worked out once for each state of a catalog and shared by all who ask."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from index.corpus import Corpus
from index.store.store import Store

T = TypeVar("T")

KEPT = 4
"""States remembered for each store: the catalog's, and drafts beside it."""


class PerRevision(Generic[T]):
    """A value read from a corpus, remembered by store, its epoch and the catalog's revision. For any thread.

    A store that was rebuilt counts its revisions anew, hence the epoch. The `kept` states last asked for are held.
    """

    def __init__(self, read: Callable[[Corpus], T], kept: int = KEPT) -> None:
        self._read = read
        self._most = kept
        self._lock = threading.Lock()
        self._known: weakref.WeakKeyDictionary[Store, dict[tuple[int, int], T]] = weakref.WeakKeyDictionary()

    def of(self, corpus: Corpus) -> T:
        """The value for this state of the catalog."""
        key = (corpus.store.epoch, corpus.revision)
        with self._lock:
            kept = self._known.setdefault(corpus.store, {})
            if key in kept:
                kept[key] = kept.pop(key)
                return kept[key]
        value = self._read(corpus)
        with self._lock:
            while len(kept) >= self._most:
                kept.pop(next(iter(kept)))
            kept[key] = value
        return value
