"""FTS5's bm25 over literal terms, for `fts5` (any word) and `fts5-all` (every word)."""

from __future__ import annotations

from index.engines.fts5 import PORTER, Fts5
from index.engines.fts5_all import JOINED, Fts5All
from index.engines.terms import Terms
from index.explain.cases import LexicalCase
from index.explain.full_text import METHOD, FullTextRow, Term
from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.origins import DESCRIPTION, KEYWORDS
from index.explain.registry import explains
from index.query import Query
from index.store.fts import FtsTable


@explains(Fts5)
def any_word(engine: Fts5, case: LexicalCase) -> LexicalExplanation:
    """The terms of the keywords, or of the description where no keyword is usable."""
    terms = engine.terms(case.query)
    origin = KEYWORDS if terms.input == "keywords" else terms.input
    return _explained(case, PORTER, terms, (origin,) * len(terms.words))


@explains(Fts5All)
def every_word(engine: Fts5All, case: LexicalCase) -> LexicalExplanation:
    """The words of description and keywords, repetitions included: each counts as often as it was typed."""
    terms = engine.terms(case.query)
    described = len(engine.terms(Query(case.query.description)).words)
    where = tuple(DESCRIPTION if number < described else KEYWORDS for number in range(len(terms.words)))
    return _explained(case, JOINED, terms, where, every=True)


def _explained(
    case: LexicalCase, table: FtsTable, terms: Terms, where: tuple[str, ...], *, every: bool = False
) -> LexicalExplanation:
    row = FullTextRow(case.corpus, table, case.tool_id)
    readings = {word: row.read(Term(word)) for word in dict.fromkeys(terms.words)}
    words = []
    for word, origin in zip(terms.words, where, strict=True):
        reading = readings[word]
        how = "phrase" if len(reading.tokens) > 1 else "exact" if reading.tokens else "unknown"
        words.append(
            WordShare(word, origin, reading.tokens, reading.df, reading.idf, reading.fields, reading.share, how)
        )
    return LexicalExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        case.ranking.score_of(case.tool_id),
        case.ranking.total,
        case.ranking.input,
        tuple(words),
        METHOD,
        tools=row.tools,
        dropped=terms.dropped,
        lengths=tuple(zip((name for name, _ in table.columns), row.lengths, strict=True)),
        average_length=row.average_length,
        every_word=every,
        notes=case.ranking.notes,
    )
