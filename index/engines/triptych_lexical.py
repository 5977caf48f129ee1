"""The lexical arm of the default profile: FTS5 over split names, servers, descriptions and parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.fts5_search import quoted
from index.engines.options import read_options
from index.order import catalog_places
from index.query import Query
from index.ranking import Everyone, IdArray, Ranking, ScoreArray
from index.registry import lexical_engine
from index.store.fts import FtsTable
from index.text.query_words import query_words
from index.text.segments import is_unspaced

SPLIT = FtsTable(
    "fts_triptych",
    (
        ("name", "search_words({row}.name)"),
        ("server", "search_words({row}.server)"),
        ("title", "search_words({row}.title)"),
        ("description", "search_words({row}.description)"),
        ("parameters", "parameter_search_words({row}.parameters)"),
    ),
    "porter unicode61 remove_diacritics 2",
)


@dataclass(frozen=True, slots=True)
class LexicalOptions:
    """Weights of the columns in bm25, and what a keyword's word counts against one of the description."""

    name: float = 2.0
    server: float = 1.0
    title: float = 1.0
    description: float = 1.0
    parameters: float = 0.5
    keyword: float = 1.0
    stop_words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermPart:
    """One term of a search: a tool's score is the sum over the parts of `weight` * bm25(`match`).

    `word` is the query's word, `kind` how `match` follows from it: "exact", "prefix", "synonym" or "corrected".
    """

    word: str
    kind: str
    match: str
    weight: float


class TriptychLexical:
    """The sum of bm25 over the query's words, each weighted by where it comes from."""

    tables: tuple[FtsTable, ...] = (SPLIT,)

    def __init__(self, options: LexicalOptions) -> None:
        self._options = options
        self._stop_words = frozenset(word.lower() for word in options.stop_words)
        weights = (options.name, options.server, options.title, options.description, options.parameters)
        self.bm25 = f"bm25({SPLIT.name}, {', '.join(str(float(weight)) for weight in weights)})"

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        words = query_words(query, self._stop_words)
        parts = self.parts(words.described, words.keywords)
        ids, scores = self._scores(corpus, parts)
        ordered = np.argsort(catalog_places(corpus, ids), kind="stable")
        ids, scores = ids[ordered], scores[ordered]
        best = np.argsort(-scores, kind="stable")[:depth]
        return Ranking(
            "triptych",
            ids[best],
            scores[best],
            len(ids),
            match=" OR ".join(part.match for part in parts),
            input=words.input,
            dropped=words.dropped,
            notes=words.notes,
            everyone=Everyone(ids, scores) if len(best) < len(ids) else None,
        )

    def parts(self, described: tuple[str, ...], keywords: tuple[str, ...]) -> tuple[TermPart, ...]:
        """What is searched for these words, in their order."""
        weights = dict.fromkeys(described, 1.0)
        for word in keywords:
            weights[word] = weights.get(word, 0.0) + self._options.keyword
        return tuple(TermPart(word, "exact", _match(word), weight) for word, weight in weights.items())

    def _scores(self, corpus: Corpus, parts: tuple[TermPart, ...]) -> tuple[IdArray, ScoreArray]:
        """Ids and scores of all tools that match, in no order. One statement for every distinct weight."""
        by_weight: dict[float, list[str]] = {}
        for part in parts:
            if part.weight:
                by_weight.setdefault(part.weight, []).append(part.match)
        found: list[IdArray] = []
        shares: list[ScoreArray] = []
        for weight, matches in by_weight.items():
            rows = corpus.connection.execute(
                f"SELECT rowid, -{self.bm25} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ?", (" OR ".join(matches),)
            ).fetchall()
            found.append(np.fromiter((row[0] for row in rows), np.int64, len(rows)))
            shares.append(weight * np.fromiter((row[1] for row in rows), np.float64, len(rows)))
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.float64)
        ids, inverse = np.unique(np.concatenate(found), return_inverse=True)
        sums = np.zeros(len(ids))
        np.add.at(sums, inverse.ravel(), np.concatenate(shares))
        return ids, sums


def _match(word: str) -> str:
    """The FTS5 expression for one word; a single character of an unspaced script also begins a pair."""
    return f"{quoted(word)}*" if len(word) == 1 and is_unspaced(word) else quoted(word)


@lexical_engine("triptych", tables=(SPLIT,))
def build(options: Options) -> LexicalEngine:
    return TriptychLexical(read_options(LexicalOptions, options))
