"""The lexical arm of the default profile: FTS5 over split names, servers, descriptions and parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.options import read_options
from index.engines.triptych_layout import BIG
from index.engines.triptych_matches import Matches
from index.engines.triptych_terms import SPLIT, Readings, TermPart, common_matches
from index.leading import leading
from index.order import catalog_ids, catalog_places
from index.per_revision import PerRevision
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
        self.bm25 = bm25 = f"bm25({SPLIT.name}, {', '.join(str(float(weight)) for weight in weights)})"
        self._matches = PerRevision(lambda _corpus: Matches(bm25), kept=2)  # they are big: the catalog and a draft
        self._unread = PerRevision(lambda corpus: common_matches(corpus, self._stop_words))

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        words = query_words(query, self._stop_words)
        parts = self.parts(corpus, words)
        places, scores = self._scores(corpus, parts)
        scores = scores * self._factors(corpus, parts)[places]
        ids = catalog_ids(corpus)[places]
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

    def prepare(self, corpus: Corpus) -> bool:
        """Read what a very common word of a big catalog matches, one a step: the first key to need it would wait."""
        if len(catalog_ids(corpus)) < BIG:
            return False
        unread, matches = self._unread.of(corpus), self._matches.of(corpus)
        if not unread or not matches.is_roomy:
            return False
        matches.scored(corpus, unread[0])
        del unread[0]  # not before: reading may be interrupted
        return True

    def parts(self, corpus: Corpus, words: QueryWords) -> tuple[TermPart, ...]:
        """What is searched for these words, in their order."""
        weights = dict.fromkeys(words.described, 1.0)
        for word in words.keywords:
            weights[word] = weights.get(word, 0.0) + self._options.keyword
        return self._readings.parts(corpus, weights, words.pieces)

    def name_factors(self, corpus: Corpus, parts: tuple[TermPart, ...], ids: IdArray) -> ScoreArray:
        """What each tool's sum is multiplied by: a name that says the whole query says what the tool is for."""
        factors: ScoreArray = self._factors(corpus, parts)[catalog_places(corpus, ids)]
        return factors

    def _factors(self, corpus: Corpus, parts: tuple[TermPart, ...]) -> ScoreArray:
        """The factor of every tool, in catalog order."""
        by_word: dict[str, list[str]] = {}
        for part in parts:
            by_word.setdefault(part.word, []).append(part.match)
        named = np.zeros(len(catalog_ids(corpus)))
        if not self._options.name_cover or not by_word:
            return named + 1.0
        matches = self._matches.of(corpus)
        for expressions in by_word.values():
            named[matches.named(corpus, expressions)] += 1  # each tool once
        cover = named / len(by_word)
        return 1.0 + self._options.name_cover * cover * cover

    def _scores(self, corpus: Corpus, parts: tuple[TermPart, ...]) -> tuple[IdArray, ScoreArray]:
        """Places and sums of all tools that match, in catalog order."""
        tools, matches = len(catalog_ids(corpus)), self._matches.of(corpus)
        sums, hit = np.zeros(tools), np.zeros(tools, np.bool_)
        for part in parts:
            matched = matches.scored(corpus, part.match)
            sums[matched.places] += part.weight * matched.scores  # each tool once
            hit[matched.places] = True
        places = np.flatnonzero(hit)
        return places, sums[places]


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
