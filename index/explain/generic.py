"""What can be said of an engine nobody explains: the numbers it gave, and which words stand where."""

from __future__ import annotations

from index.explain.cases import FusionCase, LexicalCase
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.lexical import FieldHits, LexicalExplanation, WordShare
from index.explain.semantic import SemanticExplanation
from index.explain.stems import stems, text_fields, words_of
from index.ranking import Ranking
from index.store.tools import count_tools

METHOD = "this engine does not say how it scores; the table only shows which words stand where"


def lexical(case: LexicalCase) -> LexicalExplanation:
    """Word by word whether it stands in the tool's text, by stems; contributions are not known and 0."""
    fields = [(name, stems(text)) for name, text in text_fields(case.tool)]
    words = []
    for word in dict.fromkeys(words_of(case.query.single_string)):
        (stem,) = stems(word) or ("",)
        hits = tuple(FieldHits(name, found.count(stem), len(found)) for name, found in fields)
        words.append(WordShare(word, case.ranking.input, (stem,), 0, None, hits, 0.0))
    return LexicalExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        case.ranking.score_of(case.tool_id),
        case.ranking.total,
        case.ranking.input,
        tuple(words),
        METHOD,
        tools=count_tools(case.corpus.connection),
        dropped=case.ranking.dropped,
        exact=False,
        notes=case.ranking.notes,
    )


def semantic(query_text: str, ranking: Ranking, tool_id: int) -> SemanticExplanation:
    """Rank and score as they are."""
    rank = ranking.rank_of(tool_id)
    return SemanticExplanation(
        ranking.engine,
        rank,
        ranking.score_of(tool_id),
        ranking.total,
        query_text,
        is_hit=rank is not None,
        exact=False,
        notes=ranking.notes,
    )


def fused(given: FusionCase) -> FusionExplanation:
    """The arms' ranks beside the fused one."""
    shares = tuple(
        ArmShare(name, arm.rank_of(given.tool_id), arm.score_of(given.tool_id), 0.0, 0.0, 0.0, "")
        for name, arm in given.arms
    )
    rank, score = given.fused.rank_of(given.tool_id), given.fused.score_of(given.tool_id)
    about = "this fusion does not say how it ranks"
    return FusionExplanation(
        given.fused.engine, rank, score, given.fused.answered or 0, shares, about, False, given.fused.notes
    )
