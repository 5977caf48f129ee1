"""FTS5 with unicode61: every word must match (what `search-brain` searches with)."""

from __future__ import annotations

from dataclasses import dataclass

from index.corpus import Corpus
from index.engines.base import LexicalEngine, Options
from index.engines.fts4 import PORTER_FTS4, Fts4
from index.engines.fts5_search import has_fts5, quoted, search
from index.engines.options import read_options
from index.engines.terms import Terms, letter_terms
from index.query import Query
from index.ranking import Ranking
from index.registry import lexical_engine
from index.store.fts import FtsTable

JOINED = FtsTable("fts_joined", (("text", "{row}.name || ' ' || {row}.description"),), "unicode61")
MOST_TERMS = 10_000


@dataclass(frozen=True, slots=True)
class Fts5AllOptions:
    """There are none."""


class Fts5All:
    """AND of the letter and number runs over name + " " + description, ranked by bm25.

    Only letters and numbers inside quotes reach MATCH, so no operator, column filter or prefix can take effect.
    """

    tables: tuple[FtsTable, ...] = (JOINED,)

    def terms(self, query: Query) -> Terms:
        """What is looked up for a query."""
        return letter_terms(query, MOST_TERMS)

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        terms = self.terms(query)
        if not terms.words:
            notes = () if query.is_empty else ("no letters or numbers to search for",)
            return Ranking.empty("fts5-all", notes=notes, input=terms.input)
        match = " ".join(map(quoted, terms.words))
        found = search(corpus, JOINED, match, depth)
        return Ranking(
            "fts5-all", found.ids, found.scores, found.total, match=match, input=terms.input, notes=terms.notes
        )


@lexical_engine("fts5-all", tables=(JOINED, PORTER_FTS4))
def build(options: Options) -> LexicalEngine:
    read_options(Fts5AllOptions, options)
    if has_fts5():
        return Fts5All()
    return Fts4(every_word=True, stands_in_for="fts5-all")
