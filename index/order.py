"""Catalog order as numbers: what settles every tie, since row ids follow the order of edits instead."""

from __future__ import annotations

import numpy as np

from index.corpus import Corpus
from index.per_revision import PerRevision
from index.ranking import IdArray, ScoreArray


def catalog_places(corpus: Corpus, ids: IdArray) -> IdArray:
    """The place of each tool id in catalog order, counted from 0; ids that are gone come last."""
    if not len(ids):
        return np.empty(0, np.int64)
    places = _PLACES.of(corpus)
    known = ids < len(places)
    return np.where(known, places[np.where(known, ids, 0)], np.iinfo(np.int64).max)


def best_first(corpus: Corpus, ids: IdArray, scores: ScoreArray) -> IdArray:
    """Indices that sort by score, highest first, and equal scores by catalog order."""
    if len(ids) < 2:
        return np.arange(len(ids))
    by_score = np.argsort(-scores, kind="stable")
    ordered = scores[by_score]
    if not np.any(ordered[1:] == ordered[:-1]):
        return by_score
    return np.lexsort((catalog_places(corpus, ids), -scores))


def _read_places(corpus: Corpus) -> IdArray:
    """Place by tool id (int64, shape (highest id + 1,))."""
    rows = corpus.connection.execute(
        "SELECT t.id FROM tools t JOIN manifests m ON m.id = t.manifest_id ORDER BY m.path, t.position, t.id"
    ).fetchall()
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    places = np.full(int(ids.max()) + 1 if len(ids) else 1, np.iinfo(np.int64).max, np.int64)
    places[ids] = np.arange(len(ids))
    return places


_PLACES = PerRevision(_read_places)
