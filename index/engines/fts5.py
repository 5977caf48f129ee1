"""FTS5 with the porter stemmer: any of the keywords may match (what `toolhive` searches with)."""

from __future__ import annotations

from dataclasses import dataclass

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.fts4 import PORTER_FTS4, Fts4
from index.engines.fts5_search import has_fts5, quoted, search
from index.engines.options import read_options
from index.engines.terms import Terms, keyword_terms
from index.query import Query
from index.ranking import Ranking
from index.registry import lexical_engine
from index.store.fts import FtsTable

PORTER = FtsTable("fts_porter", (("name", "{row}.name"), ("description", "{row}.description")), "porter")
MOST_TERMS = 10_000


@dataclass(frozen=True, slots=True)
class Fts5Options:
    """`noise`: words that are dropped from keywords and description alike, in any case."""

    noise: tuple[str, ...] = ()


class Fts5:
    """OR of the usable keywords over (name, description), ranked by bm25 with default weights."""

    tables: tuple[FtsTable, ...] = (PORTER,)

    def __init__(self, options: Fts5Options) -> None:
        self._noise = frozenset(word.lower() for word in options.noise)

    def terms(self, query: Query) -> Terms:
        """What is looked up for a query."""
        return keyword_terms(query, self._noise, MOST_TERMS)

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        terms = self.terms(query)
        more = {"input": terms.input, "dropped": terms.dropped}
        if not terms.words:
            return Ranking.empty("fts5", notes=terms.notes, **more)
        match = " OR ".join(map(quoted, terms.words))
        found = search(corpus, PORTER, match, depth)
        return Ranking(
            "fts5",
            found.ids,
            found.scores,
            found.total,
            match=match,
            input=terms.input,
            dropped=terms.dropped,
            notes=terms.notes,
        )


@lexical_engine("fts5", tables=(PORTER, PORTER_FTS4))
def build(options: Options) -> LexicalEngine:
    read = read_options(Fts5Options, options)
    if has_fts5():
        return Fts5(read)
    return Fts4(noise=read.noise, stands_in_for="fts5")
