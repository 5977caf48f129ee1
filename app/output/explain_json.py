"""`explain --json`: every number the explorer's panes show, and those they are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from app.output.find_json import query_data
from index.explain.explanation import Explanation
from index.explain.fused import FusionExplanation
from index.explain.lexical import LexicalExplanation
from index.explain.occlusion import WordEffect
from index.explain.rivals import Rival
from index.explain.semantic import SemanticExplanation
from index.ranking import Unavailable
from index.tool import Tool


def explain_data(found: Explanation, effects: Iterable[WordEffect] | None, rivals: Iterable[Rival]) -> dict[str, Any]:
    """An arm is null where the profile has none; `word_effects` where nothing was embedded."""
    winner = found.winner
    return {
        "query": query_data(found.query),
        "profile": found.profile,
        **tool_data(found.tool),
        "sentences": [*found.standing, *found.sentences],
        "advice": list(found.advice),
        "absent_words": list(found.absent),
        "lexical": _lexical(found.lexical),
        "semantic": _semantic(found.semantic),
        "fused": _fused(found.fusion),
        "gap_to_first": found.gap,
        "lead_over_second": found.lead,
        "missing": None if found.missing is None else asdict(found.missing),
        "winner": None
        if winner is None
        else {
            "tool": winner.name,
            "server": winner.server,
            "lexical": _lexical(winner.lexical),
            "semantic": _semantic(winner.semantic),
            "fused": _fused(winner.fusion),
        },
        "word_effects": None if effects is None else [asdict(effect) for effect in effects],
        "rivals": [_rival(rival) for rival in rivals],
    }


def tool_data(tool: Tool) -> dict[str, Any]:
    """What tells a tool from others."""
    return {"tool": tool.name, "server": tool.server, "source": tool.place.source, "line": tool.place.line}


def _lexical(lexical: LexicalExplanation | Unavailable | None) -> dict[str, Any] | None:
    if not isinstance(lexical, LexicalExplanation):
        return _unavailable(lexical)
    data = asdict(lexical)
    for share, row in zip(lexical.words, data["words"], strict=True):
        row["hits"] = share.hits
    data["lengths"] = dict(lexical.lengths)
    return data | {"sum": lexical.sum, "product": lexical.product}


def _semantic(semantic: SemanticExplanation | Unavailable | None) -> dict[str, Any] | None:
    if not isinstance(semantic, SemanticExplanation):
        return _unavailable(semantic)
    return asdict(semantic) | {"distance": semantic.distance, "sum": semantic.sum}


def _fused(fusion: FusionExplanation) -> dict[str, Any]:
    return asdict(fusion) | {"in_answer": fusion.in_answer, "sum": fusion.sum if fusion.adds_up else None}


def _rival(rival: Rival) -> dict[str, Any]:
    return {
        **tool_data(rival.tool),
        "cosine": rival.cosine,
        "shared": [asdict(word) for word in rival.shared],
        "weight": rival.weight,
        "wins": list(rival.wins),
    }


def _unavailable(arm: Unavailable | None) -> dict[str, Any] | None:
    return None if arm is None else {"engine": arm.engine, "unavailable": arm.reason}
