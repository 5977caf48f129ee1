"""What `find` found, ready to be printed: an answer with the tools its hits stand for."""

from __future__ import annotations

from dataclasses import dataclass

from index.answer import FoundTools, find_tool_answer
from index.profile import Profile
from index.query import Query
from index.ranking import Answer, Ranking, Unavailable
from index.tool import Tool
from index.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of a column; `rank` counts from 1."""

    rank: int
    tool: Tool
    score: float


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """One ranking with its leading hits, or the reason why there is none. Both None: the profile has no such arm."""

    ranking: Ranking | None = None
    unavailable: Unavailable | None = None
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The three columns of one query, and what the agent would be given."""

    query: Query
    profile: Profile
    lexical: ShownColumn
    semantic: ShownColumn
    fused: ShownColumn
    answer: FoundTools


def found(workspace: Workspace, profile: Profile, answer: Answer, shown: int, limit: int | None) -> Found:
    """Look up the tools of the first `shown` hits of each ranking; `limit` cuts the agent's answer short."""
    corpus = workspace.corpus()
    rankings = (answer.lexical, answer.semantic, answer.fused)
    ids = {number for one in rankings if isinstance(one, Ranking) for number in one.ids[:shown].tolist()}
    tools = workspace.tools(sorted(ids))
    lexical, semantic, fused = (_column(ranking, tools, shown) for ranking in rankings)
    return Found(answer.query, profile, lexical, semantic, fused, find_tool_answer(corpus, answer, profile, limit))


def _column(ranking: Ranking | Unavailable | None, tools: dict[int, Tool], shown: int) -> ShownColumn:
    if ranking is None:
        return ShownColumn()
    if isinstance(ranking, Unavailable):
        return ShownColumn(unavailable=ranking)
    pairs = zip(ranking.ids[:shown].tolist(), ranking.scores[:shown].tolist(), strict=True)
    hits = [
        Hit(rank, tools[tool_id], score) for rank, (tool_id, score) in enumerate(pairs, start=1) if tool_id in tools
    ]
    return ShownColumn(ranking, hits=tuple(hits))
