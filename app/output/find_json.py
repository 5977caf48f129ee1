"""`find --json`: the contract that scripts rely on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from app.output.found import Found, ShownColumn
from index.answer import FoundTool, FoundTools, thin_row
from index.query import Query
from index.ranking import Dropped, Ranking, Rewrite


def find_data(found: Found) -> dict[str, Any]:
    """The whole answer as JSON data. An arm is null where the profile has none or it could not answer."""
    return {
        "query": query_data(found.query),
        "profile": found.profile.name,
        "lexical": _column(found.lexical),
        "semantic": _column(found.semantic),
        "fused": _column(found.fused),
        "answer": answer_data(found.answer),
    }


def query_data(query: Query) -> dict[str, Any]:
    return {"description": query.description, "keywords": list(query.keywords)}


def dropped_data(dropped: Iterable[Dropped]) -> list[dict[str, str]]:
    return [{"word": entry.word, "why": entry.why} for entry in dropped]


def rewrites_data(rewrites: Iterable[Rewrite]) -> list[dict[str, Any]]:
    return [{"word": entry.word, "kind": entry.kind, "to": list(entry.to)} for entry in rewrites]


def tokens_data(answer: FoundTools) -> dict[str, Any]:
    """The `token_metrics` of a find_tool answer."""
    return {
        "baseline_tokens": answer.baseline_tokens,
        "returned_tokens": answer.returned_tokens,
        "savings_percent": answer.savings_percent,
    }


def answer_data(answer: FoundTools) -> dict[str, Any]:
    """A find_tool answer: thin rows, or whole definitions where the engine gives those."""
    return {
        "tools": [_full(found) if answer.full else thin_row(found.tool, found.score) for found in answer.tools],
        "token_metrics": tokens_data(answer),
        "thin_tokens": answer.thin_tokens,
        "answer_tokens": answer.answer_tokens,
    }


def _column(column: ShownColumn) -> dict[str, Any] | None:
    ranking: Ranking | None = column.ranking
    if ranking is None:
        return None
    data: dict[str, Any] = {
        "engine": ranking.engine,
        "input": ranking.input,
        "match": ranking.match,
        "dropped": dropped_data(ranking.dropped),
        "rewrites": rewrites_data(ranking.rewrites),
        "notes": list(ranking.notes),
        "elapsed_ms": round(ranking.elapsed_ms, 3),
        "total": ranking.total,
    }
    if ranking.answered is not None:
        data["answered"] = ranking.answered
    data["hits"] = [
        {
            "rank": hit.rank,
            "tool": hit.tool.name,
            "server": hit.tool.server,
            "source": hit.tool.place.source,
            "score": hit.score,
        }
        for hit in column.hits
    ]
    return data


def _full(found: FoundTool) -> dict[str, Any]:
    try:
        definition = json.loads(found.tool.definition)
    except (ValueError, RecursionError):
        definition = None
    return definition if isinstance(definition, dict) else thin_row(found.tool, found.score)
