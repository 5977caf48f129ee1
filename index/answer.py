"""What `find_tool` hands to the agent for a query, and what it costs in tokens."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from index.corpus import Corpus
from index.per_revision import PerRevision
from index.profile import Profile
from index.ranking import Answer
from index.store.tools import tools_by_id
from index.tool import Tool

BYTES_A_TOKEN = 4
"""A token is counted as 4 bytes of JSON in UTF-8, fractions dropped."""


@dataclass(frozen=True, slots=True)
class FoundTool:
    """One tool of an answer; `tokens` are those of its whole definition, `thin_tokens` of its thin row."""

    tool_id: int
    tool: Tool
    score: float
    tokens: int
    thin_tokens: int


@dataclass(frozen=True, slots=True)
class FoundTools:
    """The answer of one engine.

    Tokens are counted over whole definitions: `baseline_tokens` over the catalog, `returned_tokens` over the tools
    answered. `thin_tokens` is what rows of name, description and score alone cost. `full` says whether the engine
    answers with whole definitions.
    """

    tools: tuple[FoundTool, ...]
    baseline_tokens: int
    full: bool

    @property
    def returned_tokens(self) -> int:
        return sum(found.tokens for found in self.tools)

    @property
    def savings_percent(self) -> float:
        """What the answer saves of the baseline, in percent; 0 for an empty catalog."""
        if not self.baseline_tokens:
            return 0.0
        return 100 * (self.baseline_tokens - self.returned_tokens) / self.baseline_tokens

    @property
    def thin_tokens(self) -> int:
        return sum(found.thin_tokens for found in self.tools)

    @property
    def answer_tokens(self) -> int:
        """What the engine's answer costs as it gives it: whole definitions or thin rows."""
        return self.returned_tokens if self.full else self.thin_tokens


def find_tool_answer(corpus: Corpus, answer: Answer, profile: Profile, limit: int | None = None) -> FoundTools:
    """The tools a profile's engine answers, at most `limit` of them, in order."""
    ranking = answer.fused
    answered = len(ranking) if ranking.answered is None else ranking.answered
    count = answered if limit is None else min(answered, limit)
    ids = ranking.ids[:count].tolist()
    tools = tools_by_id(corpus.connection, ids)
    rows = zip(ids, ranking.scores[:count].tolist(), strict=True)
    found = tuple(_found(tool_id, tools[tool_id], score) for tool_id, score in rows if tool_id in tools)
    return FoundTools(found, baseline_tokens(corpus), profile.answer == "full")


def baseline_tokens(corpus: Corpus) -> int:
    """Tokens of all definitions of the catalog: what an agent without tool search would be given."""
    return _BASELINE.of(corpus)


def thin_row(tool: Tool, score: float) -> dict[str, Any]:
    """What thin answers say of a tool."""
    return {"name": tool.name, "description": tool.description, "score": round(score, 4)}


def tokens_of(text: str) -> int:
    return len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN


def _found(tool_id: int, tool: Tool, score: float) -> FoundTool:
    thin = json.dumps(thin_row(tool, score), ensure_ascii=False, separators=(",", ":"))
    return FoundTool(tool_id, tool, score, tokens_of(tool.definition), tokens_of(thin))


def _read_baseline(corpus: Corpus) -> int:
    return int(corpus.connection.execute("SELECT coalesce(sum(tokens), 0) FROM tools").fetchone()[0])


_BASELINE = PerRevision(_read_baseline)
