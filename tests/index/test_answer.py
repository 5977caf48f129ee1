from __future__ import annotations

import json

import numpy as np
import pytest

from index.answer import (
    baseline_tokens,
    find_tool_answer,
    returned_tokens,
    savings_percent,
    thin_row,
    tokens_of,
)
from index.profile import Part, Profile
from index.query import Query
from index.ranking import Answer, Ranking
from tests.index.catalog import add, catalog, change, corpus, remove, tool

THIN = Profile("p", "", Part("alone"), lexical=Part("fts5"))
FULL = Profile("p", "", Part("alone"), lexical=Part("fts5"), answer="full")
TOOLS = [("alpha", "one"), ("beta", "two" * 20), ("gamma", "dréi")]


def _answer(*ids: int, answered: int | None = None) -> Answer:
    scores = np.linspace(1, 0.5, len(ids)) if ids else np.empty(0)
    fused = Ranking("f", np.array(ids, np.int64), scores, len(ids), answered=answered)
    return Answer(Query("q"), "p", None, None, fused)


def _definition_tokens(name: str, text: str) -> int:
    return len(json.dumps({"name": name, "description": text}, separators=(",", ":"), ensure_ascii=False).encode()) // 4


def test_tokens_are_a_quarter_of_the_bytes() -> None:
    assert [tokens_of(text) for text in ("", "abc", "abcd", "äää", "🎉", "\ud800")] == [0, 0, 1, 1, 1, 0]


def test_baseline_and_answer_count_whole_definitions() -> None:
    found = find_tool_answer(corpus(catalog(TOOLS)), _answer(2, 1), THIN)
    sizes = [_definition_tokens(*row) for row in TOOLS]
    assert [entry.tool.name for entry in found.tools] == ["beta", "alpha"]
    assert found.baseline_tokens == sum(sizes)
    assert found.returned_tokens == sizes[0] + sizes[1]
    assert found.savings_percent == pytest.approx(100 * sizes[2] / sum(sizes))


def test_thin_answers_cost_their_rows_and_full_ones_their_definitions() -> None:
    view = corpus(catalog(TOOLS))
    thin, full = find_tool_answer(view, _answer(1), THIN), find_tool_answer(view, _answer(1), FULL)
    row = json.dumps(thin_row(tool("alpha", "one"), 1.0), separators=(",", ":"))
    assert thin.answer_tokens == thin.thin_tokens == len(row) // 4
    assert full.answer_tokens == full.returned_tokens == _definition_tokens("alpha", "one")


def test_only_what_the_engine_answers_counts_and_a_limit_cuts_it() -> None:
    view = corpus(catalog(TOOLS))
    assert len(find_tool_answer(view, _answer(1, 2, 3, answered=2), THIN).tools) == 2
    assert len(find_tool_answer(view, _answer(1, 2, 3, answered=2), THIN, limit=1).tools) == 1
    assert len(find_tool_answer(view, _answer(1, 2, 3), THIN, limit=9).tools) == 3


@pytest.mark.parametrize("answered", [None, 2, 0])
def test_the_cost_is_known_without_reading_the_tools(answered: int | None) -> None:
    view = corpus(catalog(TOOLS))
    found = find_tool_answer(view, _answer(3, 1, 2, answered=answered), THIN)
    returned = returned_tokens(view, _answer(3, 1, 2, answered=answered))
    assert returned == found.returned_tokens
    assert savings_percent(returned, baseline_tokens(view)) == found.savings_percent
    assert savings_percent(0, 0) == 0.0


def test_tools_that_are_gone_are_left_out() -> None:
    assert [entry.tool_id for entry in find_tool_answer(corpus(catalog(TOOLS)), _answer(9, 1), THIN).tools] == [1]


def test_an_empty_catalog_saves_nothing() -> None:
    found = find_tool_answer(corpus(catalog([])), _answer(), THIN)
    assert (found.baseline_tokens, found.returned_tokens, found.savings_percent) == (0, 0, 0.0)


def test_the_baseline_follows_the_catalog() -> None:
    store = catalog(TOOLS)
    before = baseline_tokens(corpus(store))
    add(store, [("delta", "")])
    assert baseline_tokens(corpus(store)) == before + _definition_tokens("delta", "")
    remove(store, 4)
    assert baseline_tokens(corpus(store)) == before
    change(store, 1, tokens="1000")
    assert baseline_tokens(corpus(store)) == before - _definition_tokens("alpha", "one") + 1000
