"""Catalog order as numbers: what settles every tie, since row ids follow the order of edits instead."""

from __future__ import annotations

import sqlite3
import weakref
from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.per_revision import PerRevision
from index.ranking import IdArray, ScoreArray

_FUNCTION = "catalog_place"


def catalog_places(corpus: Corpus, ids: IdArray) -> IdArray:
    """The place of each tool id in catalog order, counted from 0; ids that are gone come last."""
    if not len(ids):
        return np.empty(0, np.int64)
    places = _PLACES.of(corpus).by_id
    known = ids < len(places)
    return np.where(known, places[np.where(known, ids, 0)], np.iinfo(np.int64).max)


def catalog_ids(corpus: Corpus) -> IdArray:
    """The ids of all tools in catalog order: the inverse of `catalog_places`."""
    return _PLACES.of(corpus).ids


def best_first(corpus: Corpus, ids: IdArray, scores: ScoreArray) -> IdArray:
    """Indices that sort by score, highest first, and equal scores by catalog order."""
    if len(ids) < 2:
        return np.arange(len(ids))
    by_score = np.argsort(-scores, kind="stable")
    ordered = scores[by_score]
    if not np.any(ordered[1:] == ordered[:-1]):
        return by_score
    return np.lexsort((catalog_places(corpus, ids), -scores))


def place_in_sql(corpus: Corpus, tool_id: str) -> str:
    """An SQL expression that sorts by catalog order; `tool_id` is the expression of the id.

    The id itself does while ids rise in catalog order, as they do until an edit puts a tool between others.
    """
    places = _PLACES.of(corpus)
    if places.ids_are_in_order:
        return tool_id
    held = _in_sql.get(corpus.connection)
    if held is None:
        held = _in_sql[corpus.connection] = _InSql([])
        corpus.connection.create_function(_FUNCTION, 1, held.by_id.__getitem__)
    if held.key != (corpus.store.epoch, corpus.revision):
        held.by_id[:] = places.by_id.tolist()
        held.key = (corpus.store.epoch, corpus.revision)
    return f"{_FUNCTION}({tool_id})"


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Place by tool id (int64, shape (highest id + 1,)), and tool id by place."""

    by_id: IdArray
    ids: IdArray
    ids_are_in_order: bool


def _read_places(corpus: Corpus) -> _Places:
    rows = corpus.connection.execute(  # CROSS JOIN: files by name, then their tools by position, without a sort
        "SELECT t.id FROM manifests m CROSS JOIN tools t ON t.manifest_id = m.id ORDER BY m.path, t.position, t.id"
    ).fetchall()
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    places = np.full(int(ids.max()) + 1 if len(ids) else 1, np.iinfo(np.int64).max, np.int64)
    places[ids] = np.arange(len(ids))
    return _Places(places, ids, bool(np.all(ids[1:] > ids[:-1])))


_PLACES = PerRevision(_read_places)


@dataclass(slots=True)
class _InSql:
    """The places one connection's SQL function gives: a list that is refilled, since functions are made once."""

    by_id: list[int]
    key: tuple[int, int] | None = None


# The store's connections are a subclass that can be referred to weakly, unlike plain ones.
_in_sql: weakref.WeakKeyDictionary[sqlite3.Connection, _InSql] = weakref.WeakKeyDictionary()
