"""Reciprocal rank fusion: 1 / (k + rank) from each arm, ranks counted from 0."""

from __future__ import annotations

from index.explain.cases import FusionCase
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.registry import explains
from index.fusions.rrf import Rrf


@explains(Rrf)
def explain(fusion: Rrf, given: FusionCase) -> FusionExplanation:
    """Each arm's term of the sum; an arm only lends its first `per_arm` hits."""
    k, per_arm = fusion._options.k, fusion._options.per_arm
    shares = []
    for name, arm in given.arms:
        rank, score = arm.rank_of(given.tool_id), arm.score_of(given.tool_id)
        if rank is None:
            value, formula, why = 0.0, "", "no hit there: adds nothing"
        elif per_arm is not None and rank > per_arm:
            value, formula, why = 0.0, "", f"rank {rank}, beyond the {per_arm} that take part: adds nothing"
        else:
            value, formula = 1 / (k + rank - 1), f"1 / ({k:g} + {rank - 1})"
            why = f"{formula} = {value:.5f} (rank {rank}, counted from 0 here)"
        shares.append(ArmShare(name, rank, score, value, 1.0, value, why, per_arm, formula=formula))
    fused = given.fused
    about = f"each ranking adds 1 / ({k:g} + tools above it there), so that good places in both count most"
    return FusionExplanation(
        "rrf",
        fused.rank_of(given.tool_id),
        fused.score_of(given.tool_id),
        fused.answered or 0,
        tuple(shares),
        about,
        notes=fused.notes,
    )
