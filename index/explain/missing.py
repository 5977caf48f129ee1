"""What keeps a tool out of the answer, and who holds the last place it could have had."""

from __future__ import annotations

from collections.abc import Callable

from index.explain.cases import FusionCase
from index.explain.explanation import LastPlace, Missing, Reason
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import SemanticExplanation
from index.ranking import Ranking, Unavailable
from index.tool import Tool

ToolOf = Callable[[int], Tool | None]


def missing(
    given: FusionCase,
    lexical: LexicalExplanation | Unavailable | None,
    semantic: SemanticExplanation | Unavailable | None,
    fusion: FusionExplanation,
    tool_of: ToolOf,
) -> Missing | None:
    """None for a tool that is in the answer."""
    if fusion.in_answer:
        return None
    reasons = [*_lexical(lexical), *_semantic(semantic), *_fusion(fusion, given)]
    last = tuple(place for place in _last_places(given, fusion, tool_of) if place is not None)
    return Missing(tuple(reasons), last)


def _lexical(lexical: LexicalExplanation | Unavailable | None) -> list[Reason]:
    if isinstance(lexical, Unavailable):
        return [Reason("unavailable", "lexical", lexical.reason)]
    if lexical is None or lexical.rank is not None:
        return []
    lacking = tuple(share.word for share in lexical.lacking)
    if not lexical.words:
        return [Reason("no-word", "lexical", "no word of the query is searched for")]
    if lexical.every_word and lexical.found and lacking:
        return [Reason("not-every-word", "lexical", f"every query word must match, and it lacks {_listed(lacking)}")]
    if not lexical.found:
        return [Reason("no-word", "lexical", "none of the words searched for is in its text")]
    return [Reason("no-hit", "lexical", "the engine does not rank it")]


def _semantic(semantic: SemanticExplanation | Unavailable | None) -> list[Reason]:
    if isinstance(semantic, Unavailable):
        return [Reason("unavailable", "semantic", semantic.reason)]
    if semantic is None or semantic.is_hit:
        return []
    if semantic.waiting:
        return [Reason("no-vector", "semantic", "it has no vector yet")]
    if semantic.max_distance is not None and semantic.distance is not None:
        text = f"its distance {semantic.distance:.3f} is beyond the limit of {semantic.max_distance:g}"
        return [Reason("beyond-distance", "semantic", text)]
    return [Reason("no-hit", "semantic", "the engine does not rank it")]


def _fusion(fusion: FusionExplanation, given: FusionCase) -> list[Reason]:
    reasons = []
    for share in fusion.shares:
        if share.rank is None or share.taking is None or share.rank <= share.taking:
            continue
        if fusion.method == "quota":
            text = f"{share.arm} rank {share.rank:,}, but that arm has {share.taking} places: all are taken"
            reasons.append(Reason("quota-full", share.arm, text))
        else:
            text = f"{share.arm} rank {share.rank:,}, but only its first {share.taking} take part"
            reasons.append(Reason("not-taking-part", share.arm, text))
    if fusion.rank is not None:
        text = f"fused rank {fusion.rank:,}, and the answer ends at {fusion.answered}"
        reasons.append(Reason("cut", "fused", text))
    return reasons


def _last_places(given: FusionCase, fusion: FusionExplanation, tool_of: ToolOf) -> list[LastPlace | None]:
    places: list[LastPlace | None] = []
    if fusion.method != "quota":
        places.append(_holder("fused", given.fused, given.limit, given.tool_id, tool_of))
    arms = dict(given.arms)
    for share in fusion.shares:
        if share.taking is not None and not _takes_part(share):
            places.append(_holder(share.arm, arms[share.arm], share.taking, given.tool_id, tool_of))
    return places


def _takes_part(share: ArmShare) -> bool:
    return share.rank is not None and share.taking is not None and share.rank <= share.taking


def _holder(arm: str, ranking: Ranking, places: int, tool_id: int, tool_of: ToolOf) -> LastPlace | None:
    rank = places if len(ranking) >= places else 0  # places left over are held by nobody
    tool = tool_of(int(ranking.ids[rank - 1])) if rank else None
    if tool is None:
        return None
    score, own = float(ranking.scores[rank - 1]), ranking.score_of(tool_id)
    margin = None if own is None else score - own
    return LastPlace(arm, int(ranking.ids[rank - 1]), tool.name, tool.server, rank, score, margin)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in dict.fromkeys(words))
