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
        return savings_percent(self.returned_tokens, self.baseline_tokens)

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
    count = _answered(answer) if limit is None else min(_answered(answer), limit)
    ids = ranking.ids[:count].tolist()
    tools = tools_by_id(corpus.connection, ids)
    rows = zip(ids, ranking.scores[:count].tolist(), strict=True)
    found = tuple(_found(tool_id, tools[tool_id], score) for tool_id, score in rows if tool_id in tools)
    return FoundTools(found, baseline_tokens(corpus), profile.answer == "full")


def returned_tokens(corpus: Corpus, answer: Answer) -> int:
    """`FoundTools.returned_tokens` of an answer without reading its tools: for every key that is typed."""
    ids = answer.fused.ids[: _answered(answer)].tolist()
    chosen = "SELECT coalesce(sum(tokens), 0) FROM tools WHERE id IN (SELECT value FROM json_each(?))"
    return int(corpus.connection.execute(chosen, (json.dumps(ids),)).fetchone()[0])


def savings_percent(returned: int, baseline: int) -> float:
    """What an answer saves of the baseline, in percent; 0 for an empty catalog."""
    return 100 * (baseline - returned) / baseline if baseline else 0.0


def baseline_tokens(corpus: Corpus) -> int:
    """Tokens of all definitions of the catalog: what an agent without tool search would be given."""
    return _BASELINE.of(corpus)


def thin_row(tool: Tool, score: float) -> dict[str, Any]:
    """What thin answers say of a tool."""
    return {"name": tool.name, "description": tool.description, "score": round(score, 4)}


def tokens_of(text: str) -> int:
    return len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN


def _answered(answer: Answer) -> int:
    """How many hits the engine answers."""
    return len(answer.fused) if answer.fused.answered is None else answer.fused.answered


def _found(tool_id: int, tool: Tool, score: float) -> FoundTool:
    thin = json.dumps(thin_row(tool, score), ensure_ascii=False, separators=(",", ":"))
    return FoundTool(tool_id, tool, score, tokens_of(tool.definition), tokens_of(thin))


def _read_baseline(corpus: Corpus) -> int:
    return int(corpus.connection.execute("SELECT coalesce(sum(tokens), 0) FROM tools").fetchone()[0])


_BASELINE = PerRevision(_read_baseline)
