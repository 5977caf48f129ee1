"""Score fusion: the arms' scores weighed and added."""

from __future__ import annotations

from index.explain.cases import FusionCase
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.registry import explains
from index.fusions.scores import Scores, mean_of
from index.ranking import Ranking


@explains(Scores)
def explain(fusion: Scores, given: FusionCase) -> FusionExplanation:
    """Each arm's weighed score; without a lexical hit 0, without a vector the mean of the others'."""
    shares = []
    for name, arm in given.arms:
        weight = fusion._weight(name == "semantic")
        rank, score = arm.rank_of(given.tool_id), arm.score_of(given.tool_id)
        if score is not None:
            value, why = score, f"{weight:g} x {score:.4f}"
        elif name == "semantic":
            value = _mean(arm)
            why = f"no vector yet: {weight:g} x {value:.4f}, the mean of the others"
        else:
            value, why = 0.0, "no hit there: adds nothing"
        shares.append(ArmShare(name, rank, score, value, weight, weight * value, why))
    fused = given.fused
    about = "the two scores, each times its weight, are added"
    if len(shares) == 1:
        about = "only one arm answered: its score times its weight"
    return FusionExplanation(
        "scores",
        fused.rank_of(given.tool_id),
        fused.score_of(given.tool_id),
        fused.answered or 0,
        tuple(shares),
        about,
        notes=fused.notes,
    )


def _mean(arm: Ranking) -> float:
    scores = arm.scores if arm.everyone is None else arm.everyone.scores
    return mean_of(scores)
