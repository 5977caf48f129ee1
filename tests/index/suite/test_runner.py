from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from index.errors import UsageError
from index.profile import Profile, parse_profile
from index.query import Query
from index.ranking import Ranking
from index.suite.case import Case, Suite
from index.suite.runner import SuiteRunner
from index.workspace import Workspace
from tests.index.suite.words import WordEmbedder, write_tools

BOTH = """
name = "both"
limit = 3
[lexical]
engine = "fts5"
[semantic]
engine = "cosine"
text = "{name} {description}"
[fusion]
method = "rrf"
"""
WORDS = 'name = "words"\n[lexical]\nengine = "workbench"\n[fusion]\nmethod = "alone"\n'
TOOLS = {
    "create_issue": "Create an issue in the tracker",
    "close_issue": "Close an issue that is done",
    "send_mail": "Send a mail to somebody",
    "list_mails": "List the mails of a folder",
    "read_file": "Read a file from disk",
}
SUITE = Suite(
    (
        Case(Query("create an issue", ("issue",)), ("create_issue",)),
        Case(Query("close something", ("close",)), ("close_issue", "read_file")),
        Case(Query("write a mail"), ("a/send_mail",)),
        Case(Query("open a file"), ("unknown",)),
        Case(Query("order a pizza", ("pizza",)), ()),
    )
)


def profiles() -> dict[str, Profile]:
    found = (parse_profile(text, source="test") for text in (BOTH, WORDS))
    return {profile.name: profile for profile in found}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    write_tools(tmp_path / "a.json", TOOLS)
    made = Workspace(tmp_path, profiles=profiles(), embedder=WordEmbedder())
    made.sync()
    made.embed()
    yield made
    made.close()


def test_ranks_are_those_the_searcher_gives(workspace: Workspace) -> None:
    outcome = SuiteRunner(workspace).run(SUITE, "both")
    assert outcome is not None
    for found in outcome.cases:
        answer = workspace.searcher("both").search(workspace.corpus(), found.case.query)
        expected = [tool for name in found.case.expect for tool in workspace.find_tool(name)]
        for arm, ranking in (("lexical", answer.lexical), ("semantic", answer.semantic), ("fused", answer.fused)):
            assert isinstance(ranking, Ranking)
            ranks = [place for tool in expected if (place := ranking.rank_of(tool)) is not None]
            assert found.rank(arm) == min(ranks, default=None)
    first, _, _, unknown, nothing = outcome.cases
    assert (first.lexical, first.fused, first.known, first.thief) == (1, 1, True, "")
    assert (unknown.known, unknown.fused) == (False, None)
    assert unknown.thief != "" and "does not have" in unknown.failure
    assert nothing.answered and outcome.none_answered == outcome.none_cases == 1
    totals = outcome.totals("fused")
    assert totals is not None and totals.cases == 4, "the case that expects nothing is not among them"


def test_the_same_name_twice_counts_at_its_best(tmp_path: Path, workspace: Workspace) -> None:
    write_tools(tmp_path / "b.json", {"read_file": "Unrelated words about cooking"})
    workspace.sync()
    workspace.embed()
    both, one = (
        SuiteRunner(workspace).run(Suite((Case(Query("read a file from disk"), (name,)),)), "words")
        for name in ("read_file", "b/read_file")
    )
    assert both is not None and one is not None
    assert both.cases[0].lexical == 1
    assert one.cases[0].lexical == 2


def test_only_what_changed_is_ranked_again(tmp_path: Path, workspace: Workspace) -> None:
    runner = SuiteRunner(workspace)
    first = runner.run(SUITE, "both")
    assert runner.ranked == 5
    assert runner.run(SUITE, "both") == first
    assert runner.ranked == 5
    edited = replace(SUITE, cases=(*SUITE.cases[:4], Case(Query("order a pizza"), ("send_mail",))))
    runner.run(edited, "both")
    assert runner.ranked == 6
    runner.run(SUITE, "words")
    assert runner.ranked == 11
    write_tools(tmp_path / "a.json", {**TOOLS, "create_issue": "Nothing to see"})
    workspace.sync()
    workspace.embed()
    again = runner.run(SUITE, "both")
    assert runner.ranked == 16
    assert again == SuiteRunner(workspace).run(SUITE, "both")
    assert first is not None and again is not None and again.catalog_digest != first.catalog_digest


def test_queries_are_embedded_once_for_all_profiles_and_runs(workspace: Workspace) -> None:
    embedder = workspace.embedder
    assert isinstance(embedder, WordEmbedder)
    SuiteRunner(workspace).run(SUITE, "both")
    assert sorted(embedder.queries) == sorted(case.query.description for case in SUITE.cases)
    embedder.queries.clear()
    outcome = SuiteRunner(workspace).run(SUITE, "both")
    assert embedder.queries == [], "the vectors come from the index"
    assert outcome is not None and outcome.model_name == "words"


def test_a_model_that_fails_is_said_once_and_words_still_rank(workspace: Workspace) -> None:
    embedder = workspace.embedder
    assert isinstance(embedder, WordEmbedder)
    embedder.broken = True
    outcome = SuiteRunner(workspace).run(SUITE, "both")
    assert outcome is not None
    assert outcome.unavailable == (("semantic", "the model stopped"),)
    assert len(embedder.queries) == 1
    assert outcome.totals("semantic") is None and outcome.model == ""
    assert outcome.cases[0].lexical == outcome.cases[0].fused == 1
    embedder.broken = False
    runner = SuiteRunner(workspace)
    assert (again := runner.run(SUITE, "both")) is not None and again.unavailable == ()


def test_without_a_model(tmp_path: Path) -> None:
    write_tools(tmp_path / "a.json", TOOLS)
    workspace = Workspace(tmp_path, profiles=profiles())
    workspace.sync()
    runner = SuiteRunner(workspace)
    outcome = runner.run(SUITE, "both")
    assert outcome == runner.run(SUITE, "both")
    assert runner.ranked == 5
    assert outcome is not None and outcome.unavailable == (("semantic", "switched off"),)
    workspace.close()


def test_can_be_cancelled_and_reports_progress(workspace: Workspace) -> None:
    seen: list[tuple[int, int]] = []
    runner = SuiteRunner(workspace)
    outcome = runner.run(
        SUITE, "words", progress=lambda done, total: seen.append((done, total)), cancelled=lambda: len(seen) == 2
    )
    assert outcome is None
    assert seen == [(1, 5), (2, 5)]
    runner.run(SUITE, "words")
    assert runner.ranked == 5, "what was done before is kept"


def test_an_unknown_profile_is_the_callers_error(workspace: Workspace) -> None:
    with pytest.raises(UsageError, match="did you mean both"):
        SuiteRunner(workspace).run(SUITE, "boht")


def test_another_query_adapter_is_another_model_where_it_counts(tmp_path: Path) -> None:
    """A baseline made with one must not be taken for one made with the other."""
    write_tools(tmp_path / "a.json", TOOLS)
    adapted = BOTH.replace('name = "both"', 'name = "adapted"')
    adapted = adapted.replace('engine = "cosine"\ntext = "{name} {description}"', 'engine = "triptych"\nadapter = 0.5')
    models = {}
    for adapter in ("", "one", "two"):
        embedder = WordEmbedder()
        embedder.adapter = adapter
        both = {name: parse_profile(text, source="test") for name, text in (("both", BOTH), ("adapted", adapted))}
        workspace = Workspace(tmp_path, profiles=both, embedder=embedder)
        workspace.sync()
        workspace.embed()
        for name in both:
            outcome = SuiteRunner(workspace).run(SUITE, name)
            assert outcome is not None
            models[name, adapter] = outcome.model
        workspace.close()
    assert len({models["both", adapter] for adapter in ("", "one", "two")}) == 1
    assert len({models["adapted", adapter] for adapter in ("", "one", "two")}) == 3
