"""The rankings of one state of the catalog, kept to measure movement against."""

from __future__ import annotations

from collections import OrderedDict

from app.explorer.state import View
from index.query import Query
from index.ranking import IdArray

Ids = tuple[IdArray, IdArray, IdArray]
_MOST = 200
_MOST_IDS = 2_000_000


class Pin:
    """Pins the catalog as a view saw it. Every other query seen while that is still the catalog is pinned as well.

    Old queries give way when they become many, or their rankings large.
    """

    def __init__(self, view: View) -> None:
        self._revision = view.revision
        self._held: OrderedDict[tuple[Query, str], Ids] = OrderedDict()
        self._size = 0
        self.note(view)

    def note(self, view: View) -> None:
        """Keep a view's rankings, if they are of the pinned catalog."""
        key = (view.asked.query, view.asked.profile)
        if view.revision != self._revision:
            return
        self._forget(key)
        lexical, semantic, fused = (column.ranking.ids for column in view.columns)
        self._held[key] = (lexical, semantic, fused)
        self._size += _size(self._held[key])
        while len(self._held) > 1 and (len(self._held) > _MOST or self._size > _MOST_IDS):
            self._forget(next(iter(self._held)))

    def of(self, query: Query, profile: str) -> Ids | None:
        """The rankings of a query as they were, None where it was not seen then."""
        return self._held.get((query, profile))

    def _forget(self, key: tuple[Query, str]) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._size -= _size(held)


def _size(ids: Ids) -> int:
    return sum(map(len, ids))
