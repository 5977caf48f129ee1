"""The whole query as one literal string: it is there or not."""

from __future__ import annotations

from index.engines.substring import Substring
from index.explain.cases import LexicalCase
from index.explain.lexical import FieldHits, LexicalExplanation, WordShare
from index.explain.registry import explains
from index.store.tools import count_tools

METHOD = "the whole query, letter for letter, somewhere in the name or description; hits stay in catalog order"


@explains(Substring)
def explain(_engine: Substring, case: LexicalCase) -> LexicalExplanation:
    """One "word", the whole query; every hit scores 1."""
    text = case.query.single_string.lower()
    fields = tuple(
        FieldHits(name, value.lower().count(text) if text else 0, len(value.split()))
        for name, value in (("name", case.tool.name), ("description", case.tool.description))
    )
    score = case.ranking.score_of(case.tool_id)
    words: tuple[WordShare, ...] = ()
    if not case.query.is_empty:
        found = 1.0 if any(field.hits for field in fields) else 0.0
        words = (
            WordShare(
                case.query.single_string, case.ranking.input, (text,), case.ranking.total, None, fields, found, "phrase"
            ),
        )
    return LexicalExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        score,
        case.ranking.total,
        case.ranking.input,
        words,
        METHOD,
        tools=count_tools(case.corpus.connection),
        every_word=True,
        notes=case.ranking.notes,
    )
