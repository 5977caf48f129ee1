"""The default profile's words: bm25 over weighted fields, each word weighted by which text it comes from."""

from __future__ import annotations

import numpy as np

from index.engines.triptych_lexical import TriptychLexical
from index.engines.triptych_terms import SPLIT, TermPart
from index.explain.cases import LexicalCase
from index.explain.full_text import METHOD, FullTextRow, Term
from index.explain.lexical import Factor, LexicalExplanation, WordShare
from index.explain.origins import origin
from index.explain.registry import explains
from index.text.query_words import query_words


@explains(TriptychLexical)
def explain(engine: TriptychLexical, case: LexicalCase) -> LexicalExplanation:
    """Words that the engine gives no weight add nothing and say so."""
    words = query_words(case.query, engine._stop_words)
    row = FullTextRow(case.corpus, SPLIT, case.tool_id, _weights(engine))
    shares = []
    parts = engine.parts(case.corpus, words)
    for part in parts:
        reading = row.read(_term(part))
        how = "phrase" if part.kind == "exact" and len(reading.tokens) > 1 else part.kind
        shares.append(
            WordShare(
                part.word,
                origin(part.word, words.described, words.keywords),
                reading.tokens,
                reading.df,
                reading.idf,
                reading.fields,
                part.weight * reading.share,
                how if reading.tokens else "unknown",
                () if part.kind == "exact" else (part.term,),
                weight=part.weight,
            )
        )
    return LexicalExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        case.ranking.score_of(case.tool_id),
        case.ranking.total,
        case.ranking.input,
        tuple(shares),
        METHOD,
        tools=row.tools,
        dropped=case.ranking.dropped,
        factors=_factors(engine, case, parts),
        lengths=tuple(zip((name for name, _ in SPLIT.columns), row.lengths, strict=True)),
        average_length=row.average_length,
        notes=case.ranking.notes,
    )


def _factors(engine: TriptychLexical, case: LexicalCase, parts: tuple[TermPart, ...]) -> tuple[Factor, ...]:
    if not parts:
        return ()
    value = float(engine.name_factors(case.corpus, parts, np.array([case.tool_id], np.int64))[0])
    why = (
        "for the query's words in its name: more of them, more points" if value > 1 else "no query word is in its name"
    )
    return (Factor("name coverage", value, why),)


def _weights(engine: TriptychLexical) -> tuple[float, ...]:
    options = engine._options
    return tuple(float(getattr(options, column)) for column, _ in SPLIT.columns)


def _term(part: TermPart) -> Term:
    """The literal term of an FTS5 expression of one quoted string, with or without a `*`."""
    text = part.match.removesuffix("*")
    return Term(text[1:-1].replace('""', '"'), part.match.endswith("*"))
