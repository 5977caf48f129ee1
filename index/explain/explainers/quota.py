"""So many places for each arm."""

from __future__ import annotations

from index.explain.cases import FusionCase
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.registry import explains
from index.fusions.quota import Quota


@explains(Quota)
def explain(fusion: Quota, given: FusionCase) -> FusionExplanation:
    """Which arm's place the tool holds. Scores play no part: the one shown is 1 / rank and only keeps the order."""
    arms = dict(given.arms)
    if len(arms) == 2:
        for_semantic, for_lexical = fusion.places(given.limit)
        places = {"semantic": for_semantic, "lexical": for_lexical}
        about = (
            f"of {given.limit} places the semantic arm's best {for_semantic} come first, "
            f"then the lexical arm's best {for_lexical}; a tool in both is not replaced"
        )
    else:
        places = dict.fromkeys(arms, given.limit)
        about = f"only one arm answered: it has all {given.limit} places"
    taken = ""
    shares = []
    for name in ("semantic", "lexical"):
        if name not in arms:
            continue
        rank, score = arms[name].rank_of(given.tool_id), arms[name].score_of(given.tool_id)
        within = rank is not None and rank <= places[name]
        place = rank if within and not taken else None
        if rank is None:
            why = "no hit there"
        elif not within:
            why = f"rank {rank}, beyond its {places[name]} places"
        elif place is not None:
            why = f"{name} place {place} of {places[name]}"
        else:
            why = f"rank {rank} of its {places[name]} places, but already in by the {taken} arm"
        taken = taken or (name if within else "")
        shares.append(ArmShare(name, rank, score, 0.0, 0.0, 0.0, why, places[name], place))
    fused = given.fused
    return FusionExplanation(
        "quota",
        fused.rank_of(given.tool_id),
        fused.score_of(given.tool_id),
        fused.answered or 0,
        tuple(shares),
        about,
        adds_up=False,
        notes=fused.notes,
    )
