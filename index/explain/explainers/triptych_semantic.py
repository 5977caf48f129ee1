"""Several vectors a tool: each part's best cosine, weighed and added."""

from __future__ import annotations

import numpy as np

from index.engines.triptych_semantic import NAME, SENTENCE, WHOLE, TriptychSemantic
from index.explain.cases import SemanticCase
from index.explain.registry import explains
from index.explain.semantic import FacetShare, SemanticExplanation

_KINDS = {WHOLE: "name and description", NAME: "server and name", SENTENCE: "sentence"}


@explains(TriptychSemantic)
def explain(engine: TriptychSemantic, case: SemanticCase) -> SemanticExplanation:
    """The whole text, the name, and every sentence: of those the nearest counts."""
    text = engine.query_text(case.query)
    rows = np.flatnonzero(case.space.tool_ids == case.tool_id)
    if not len(rows):
        return SemanticExplanation(
            case.ranking.engine, None, None, case.ranking.total, text, is_hit=False, waiting=True
        )
    kinds = case.space.kinds[rows].tolist()
    shares = _shares(engine, case, kinds, (case.space.matrix[rows] @ case.vector).tolist())
    before = None
    if case.plain is not None:
        plain = case.space.matrix[rows] if case.plain.rows is None else case.plain.rows
        if len(plain) == len(rows):  # the tool may have been edited since its vectors were made
            before = sum(share.share for share in _shares(engine, case, kinds, (plain @ case.plain.vector).tolist()))
    return SemanticExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        case.ranking.score_of(case.tool_id),
        case.ranking.total,
        text,
        shares,
        is_hit=case.ranking.rank_of(case.tool_id) is not None,
        unadapted=before,
        opening=_opening(engine, case),
        notes=case.ranking.notes,
    )


def _opening(engine: TriptychSemantic, case: SemanticCase) -> int | None:
    described = case.tool.description.strip()
    opening = engine.opening(case.tool)
    return len(opening) if opening != described else None


def _shares(
    engine: TriptychSemantic, case: SemanticCase, kinds: list[int], cosines: list[float]
) -> tuple[FacetShare, ...]:
    """What each facet adds, given the cosines of the tool's rows."""
    texts: dict[int, list[str]] = {}
    for facet in engine.facets(case.tool):
        texts.setdefault(facet.kind, []).append(facet.text)
    shares: list[FacetShare] = []
    for kind, weight in engine._weights.items():
        found = [cosine for cosine, of in zip(cosines, kinds, strict=True) if of == kind]
        best = max(range(len(found)), key=found.__getitem__, default=-1)
        for number, (cosine, said) in enumerate(zip(found, texts.get(kind, ()), strict=False)):
            share = weight * cosine if number == best else 0.0
            shares.append(FacetShare(_KINDS.get(kind, f"part {kind}"), said, cosine, weight, share, number == best))
    return tuple(shares)
