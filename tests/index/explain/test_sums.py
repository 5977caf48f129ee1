"""Contributions sum to the score the engine shows, for every hit: on random corpora and on the demo catalog."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.assets import DEMO, PROFILES, asset
from index.explain.explainer import Explainer
from index.explain.lexical import LexicalExplanation
from index.profile import load_profiles
from index.query import Query
from index.suite.discover import load_found
from index.workspace import Workspace
from tests.index.catalog import catalog
from tests.index.explain.cases import Bench, lexical, words

SPELLINGS = [
    "create", "creating", "issue", "issues", "Issue", "jira-issue", "jira", "send_mail", "sendMail", "mail", "the",
    "data", "résumé", "naïve", "日本語", "日", "a-b-a", "a", "b", "x1", "!!!", "prs", "pull request", "isue", '"', "*",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(SPELLINGS), max_size=12).map(" ".join)
ROWS = st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=12)
ENGINES = {
    "fts5": 'noise = ["data"]',
    "fts5-all": "",
    "fts4": 'noise = ["data"]',
    "triptych": 'stop_words = ["the"]\nkeyword = 1.5',
    "workbench": 'stop_words = ["the", "a"]\nsynonyms = ["issue ticket bug", "send post", "mail email"]',
}


@pytest.mark.parametrize("engine", ENGINES)
@given(rows=ROWS, description=TEXTS, keywords=st.lists(TEXTS, max_size=3))
@settings(max_examples=40, deadline=None)
def test_the_sum_is_the_engines_own_score(
    engine: str, rows: list[tuple[str, str, str]], description: str, keywords: list[str]
) -> None:
    store = catalog(rows)
    try:
        bench = Bench(store, lexical(engine, ENGINES[engine]))
        answer = bench.search(description, *keywords)
        for tool_id, score in zip(answer.fused.ids.tolist(), answer.fused.scores.tolist(), strict=True):
            found = words(bench.explained(answer, tool_id))
            assert found.score == score
            assert found.product == pytest.approx(score, abs=1e-9)
            assert found.found
    finally:
        store.close()


@pytest.mark.parametrize("engine", ["fts5", "fts5-all", "triptych"])
@given(rows=ROWS, description=TEXTS)
@settings(max_examples=30, deadline=None)
def test_the_numbers_shown_give_each_contribution(
    engine: str, rows: list[tuple[str, str, str]], description: str
) -> None:
    """bm25's formula from the hits, lengths, rarity and weights shown is what SQLite computed."""
    store = catalog(rows)
    try:
        bench = Bench(store, lexical(engine, ENGINES[engine]))
        answer = bench.search(description)
        for tool_id in answer.fused.ids.tolist():
            found = words(bench.explained(answer, tool_id))
            length = sum(number for _, number in found.lengths)
            for share in found.words:
                hits = sum(field.weight * field.hits for field in share.fields)
                damped = hits + 1.2 * (0.25 + 0.75 * length / (found.average_length or 1))
                expected = share.weight * (share.idf or 0) * hits * 2.2 / damped if hits else 0
                assert share.contribution == pytest.approx(expected, abs=1e-9)
    finally:
        store.close()


def test_every_hit_of_the_demo_suite_adds_up(tmp_path: Path) -> None:
    """The lexical arms of all profiles over the demo catalog, for the queries of its own suite."""
    workspace = Workspace(asset(DEMO), index_path=tmp_path / "i.sqlite", profiles=load_profiles(asset(PROFILES)))
    try:
        workspace.sync()
        queries = [case.query for case in load_found(asset(DEMO)).cases]
        corpus = workspace.corpus()
        checked = 0
        for name, profile in workspace.profiles.items():
            if profile.lexical is None:
                continue
            searcher = workspace.searcher(name)
            explainer = Explainer(corpus, searcher, workspace.space)
            for number, query in enumerate(queries):
                answer = searcher.search(corpus, Query(query.description, query.keywords))
                for tool_id in answer.fused.ids[number % 3 :: 9].tolist():
                    found = explainer.explain(answer, tool_id)
                    assert found is not None and isinstance(found.lexical, LexicalExplanation)
                    assert found.lexical.product == pytest.approx(found.lexical.score, abs=1e-6), (name, query)
                    if found.fusion.adds_up:
                        assert found.fusion.sum == pytest.approx(found.fusion.score, abs=1e-6), (name, query)
                    checked += 1
        assert checked > 500
    finally:
        workspace.close()
