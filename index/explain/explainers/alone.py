"""No fusion: one arm's ranking is the answer."""

from __future__ import annotations

from index.explain.cases import FusionCase
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.registry import explains
from index.fusions.alone import Alone


@explains(Alone)
def explain(_fusion: Alone, given: FusionCase) -> FusionExplanation:
    """The arm's own rank and score, as they are."""
    fused = given.fused
    name = fused.engine.removesuffix(" alone")
    arm = dict(given.arms).get(name)
    rank, score = fused.rank_of(given.tool_id), fused.score_of(given.tool_id)
    shares: tuple[ArmShare, ...] = ()
    if arm is not None:
        shares = (
            ArmShare(name, rank, score, score or 0.0, 1.0, score or 0.0, "its rank and score as they are", place=rank),
        )
    about = f"the {name} ranking is the answer; its first {given.limit} are answered"
    return FusionExplanation("alone", rank, score, fused.answered or 0, shares, about, notes=fused.notes)
