"""One vector a tool: its cosine with the query's is the score."""

from __future__ import annotations

import numpy as np

from index.engines.cosine import Cosine
from index.explain.cases import SemanticCase
from index.explain.registry import explains
from index.explain.semantic import FacetShare, SemanticExplanation


@explains(Cosine)
def explain(engine: Cosine, case: SemanticCase) -> SemanticExplanation:
    """Also for a tool beyond the threshold: its cosine, and the rank it would have without one."""
    max_distance = engine._options.max_distance
    text = engine.query_text(case.query)
    at = np.flatnonzero(case.space.tool_ids == case.tool_id)
    if not len(at):
        return SemanticExplanation(
            case.ranking.engine,
            None,
            None,
            case.ranking.total,
            text,
            max_distance=max_distance,
            is_hit=False,
            waiting=True,
        )
    rank, score = case.ranking.rank_of(case.tool_id), case.ranking.score_of(case.tool_id)
    if rank is None or score is None:
        cosines = case.space.matrix @ case.vector
        score = float(cosines[at[0]])
        rank = int(np.count_nonzero(cosines > cosines[at[0]])) + 1
    facets = (FacetShare("text", engine.facets(case.tool)[0].text, score, 1.0, score),)
    is_hit = case.ranking.rank_of(case.tool_id) is not None
    return SemanticExplanation(
        case.ranking.engine,
        rank,
        score,
        case.ranking.total,
        text,
        facets,
        max_distance,
        is_hit,
        notes=case.ranking.notes,
    )
