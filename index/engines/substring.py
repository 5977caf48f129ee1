"""The whole query as one literal string: what tool search was before it ranked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.options import read_options
from index.query import Query
from index.ranking import Ranking
from index.registry import lexical_engine
from index.store.fts import FtsTable


@dataclass(frozen=True, slots=True)
class SubstringOptions:
    """There are none."""


class Substring:
    """Tools whose lower-cased name or description holds the lower-cased query, in catalog order, unscored.

    Every hit scores 1. Lower-casing is Unicode's, which SQLite's own `lower` and `LIKE` are not.
    """

    tables: tuple[FtsTable, ...] = ()

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        text = query.single_string.lower()
        keywords = any(word.strip() for word in query.keywords)
        source = "description + keywords" if keywords else "description"
        if query.is_empty:
            return Ranking.empty("substring", input=source)
        rows = corpus.connection.execute(
            "SELECT t.id, t.name, t.description FROM tools t JOIN manifests m ON m.id = t.manifest_id "
            "ORDER BY m.path, t.position, t.id"
        )
        hits = [row[0] for row in rows if text in row[1].lower() or text in row[2].lower()]
        ids = np.array(hits[:depth], np.int64)
        return Ranking("substring", ids, np.ones(len(ids)), len(hits), input=source)


@lexical_engine("substring")
def build(options: Options) -> LexicalEngine:
    read_options(SubstringOptions, options)
    return Substring()
