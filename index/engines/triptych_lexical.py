"""The lexical arm of the default profile: FTS5 over split names, servers, descriptions and parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.options import read_options
from index.engines.triptych_terms import SPLIT, Readings, TermPart
from index.leading import leading
from index.order import catalog_places
from index.query import Query
from index.ranking import Everyone, IdArray, Ranking, Rewrite, ScoreArray
from index.registry import lexical_engine
from index.store.fts import FtsTable
from index.text.query_words import QueryWords, query_words


@dataclass(frozen=True, slots=True)
class LexicalOptions:
    """Weights of the columns in bm25, and what words count by where they come from.

    `keyword` is the weight of a keyword's word beside one of the description; `synonym`, `prefix` and `corrected` are
    what words count that only stand for a word of the query. `synonyms` are groups of words parted by spaces.
    A score is multiplied by 1 + `name_cover` * c * c, c being the share of the query's words that the name has.
    """

    name: float = 1.0
    server: float = 1.0
    title: float = 1.0
    description: float = 1.0
    parameters: float = 0.5
    keyword: float = 1.0
    name_cover: float = 1.0
    synonym: float = 0.4
    prefix: float = 0.7
    corrected: float = 0.7
    synonyms: tuple[str, ...] = ()
    stop_words: tuple[str, ...] = ()


class TriptychLexical:
    """The sum of bm25 over the query's words, each weighted by where it comes from."""

    tables: tuple[FtsTable, ...] = (SPLIT,)

    def __init__(self, options: LexicalOptions) -> None:
        self._options = options
        self._readings = Readings(options.synonyms, options.synonym, options.prefix, options.corrected)
        self._stop_words = frozenset(word.lower() for word in options.stop_words)
        weights = (options.name, options.server, options.title, options.description, options.parameters)
        self.bm25 = f"bm25({SPLIT.name}, {', '.join(str(float(weight)) for weight in weights)})"

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        words = query_words(query, self._stop_words)
        parts = self.parts(corpus, words)
        ids, scores = self._scores(corpus, parts)
        scores = scores * self.name_factors(corpus, parts, ids)
        ordered = np.argsort(catalog_places(corpus, ids), kind="stable")
        ids, scores = ids[ordered], scores[ordered]
        best = leading(scores, depth)
        return Ranking(
            "triptych",
            ids[best],
            scores[best],
            len(ids),
            match=" OR ".join(part.match for part in parts),
            input=words.input,
            dropped=words.dropped,
            rewrites=_rewrites(parts),
            notes=words.notes,
            everyone=Everyone(ids, scores) if len(best) < len(ids) else None,
        )

    def parts(self, corpus: Corpus, words: QueryWords) -> tuple[TermPart, ...]:
        """What is searched for these words, in their order."""
        weights = dict.fromkeys(words.described, 1.0)
        for word in words.keywords:
            weights[word] = weights.get(word, 0.0) + self._options.keyword
        return self._readings.parts(corpus, weights, words.pieces)

    def name_factors(self, corpus: Corpus, parts: tuple[TermPart, ...], ids: IdArray) -> ScoreArray:
        """What each tool's sum is multiplied by: a name that says the whole query says what the tool is for."""
        by_word: dict[str, list[str]] = {}
        for part in parts:
            by_word.setdefault(part.word, []).append(part.match)
        if not self._options.name_cover or not by_word or not len(ids):
            return np.ones(len(ids))
        sql = f"SELECT rowid FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ?"
        room = int(ids.max()) + 1
        named = np.zeros(room, np.int64)
        for matches in by_word.values():
            found = np.array(corpus.connection.execute(sql, (f"name : ({' OR '.join(matches)})",)).fetchall(), np.int64)
            named[found[found < room]] += 1  # each row once
        cover = named[ids] / len(by_word)
        return 1.0 + self._options.name_cover * cover * cover

    def _scores(self, corpus: Corpus, parts: tuple[TermPart, ...]) -> tuple[IdArray, ScoreArray]:
        """Ids and scores of all tools that match, in no order. One statement for every distinct weight."""
        by_weight: dict[float, list[str]] = {}
        for part in parts:
            by_weight.setdefault(part.weight, []).append(part.match)
        found: list[IdArray] = []
        shares: list[ScoreArray] = []
        for weight, matches in by_weight.items():
            rows = corpus.connection.execute(
                f"SELECT rowid, -{self.bm25} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ?", (" OR ".join(matches),)
            ).fetchall()
            table = np.array(rows, np.float64).reshape(-1, 2)  # ids are exact in a float64
            found.append(table[:, 0].astype(np.int64))
            shares.append(weight * table[:, 1])
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.float64)
        sums = np.bincount(np.concatenate(found), np.concatenate(shares)).astype(np.float64, copy=False)
        hit = np.zeros(len(sums), np.bool_)
        for some in found:
            hit[some] = True
        ids = np.flatnonzero(hit).astype(np.int64, copy=False)
        return ids, sums[ids]


def _rewrites(parts: tuple[TermPart, ...]) -> tuple[Rewrite, ...]:
    grouped: dict[tuple[str, str], list[str]] = {}
    for part in parts:
        if part.kind != "exact":
            grouped.setdefault((part.word, part.kind), []).append(
                f"{part.term}*" if part.kind == "prefix" else part.term
            )
    return tuple(Rewrite(word, kind, tuple(terms)) for (word, kind), terms in grouped.items())


@lexical_engine("triptych", tables=(SPLIT,))
def build(options: Options) -> LexicalEngine:
    return TriptychLexical(read_options(LexicalOptions, options))
