from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.errors import UsageError
from index.profile import load_profiles
from index.query import Query
from index.ranking import Ranking
from index.suite.case import Case, Suite
from index.suite.metrics import best_rank, totals_of
from index.suite.runner import SuiteRunner
from index.suite.sweep import METRICS, half_of, sweep
from index.suite.sweep_grid import Arm, fusion_parts
from index.workspace import Workspace
from tests.index.suite.words import WordEmbedder, write_tools

WORDS = ["create", "close", "list", "send", "read", "open", "move", "copy", "delete", "rename"]
THINGS = ["issue", "mail", "file", "folder", "tab"]
TOOLS = {f"{verb}_{thing}": f"{verb.title()} the {thing}" for verb in WORDS for thing in THINGS}
SUITE = Suite(
    (
        *(
            Case(Query(f"please {name.replace('_', ' a ')}", (name.split("_")[1],)), (name,))
            for name in list(TOOLS)[::2]
        ),
        Case(Query("order a pizza"), ()),
        Case(Query("create an issue"), ("unknown",)),
    )
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    directory = tmp_path_factory.mktemp("sweep")
    write_tools(directory / "a.json", TOOLS)
    made = Workspace(
        directory,
        profiles=load_profiles(Path(__file__).parents[3] / "assets" / "profiles"),
        embedder=WordEmbedder(),
    )
    made.sync()
    made.embed()
    yield made
    made.close()


def test_profiles_as_they_are_score_as_in_a_check(workspace: Workspace) -> None:
    result = sweep(workspace, SUITE, ["toolhive", "triptych"])
    for row in result.profiles:
        outcome = SuiteRunner(workspace).run(SUITE, row.setting.profile)
        assert outcome is not None
        expected = [case.fused for case in outcome.cases if case.known and not case.case.expects_none]
        assert row.all == totals_of(expected)
    assert [row.setting.profile for row in result.profiles] == ["toolhive", "triptych"]


def test_the_two_halves_are_all_cases_and_do_not_change_with_the_suite(workspace: Workspace) -> None:
    result = sweep(workspace, SUITE, ["toolhive"])
    assert sum(result.cases) == 25
    for row in result.rows:
        assert row.halves[0].cases + row.halves[1].cases == row.all.cases == 25
        whole = sum(half.mrr * half.cases for half in row.halves) / 25
        assert row.all.mrr == pytest.approx(whole)
    assert {half_of(case) for case in SUITE.cases} == {0, 1}
    assert half_of(Case(Query("create an issue", ("jira",)), ("a",))) == half_of(
        Case(Query("create an issue", ("jira",)), ("b",), 3, "note", "other.yaml", 9)
    )


def test_a_half_chooses_its_best_and_is_judged_on_the_other(workspace: Workspace) -> None:
    result = sweep(workspace, SUITE, ["toolhive", "triptych"], metric="hit@1")
    for half, held in enumerate(result.held):
        assert held.row.halves[half].hit1 == max(row.halves[half].hit1 for row in result.rows)
        assert held.unseen == held.row.halves[1 - half]
    judged = sum(held.unseen.hit1 * held.unseen.cases for held in result.held) / 25
    assert result.unseen == pytest.approx(judged)
    values = [METRICS["hit@1"](row.all) for row in result.rows]
    assert values == sorted(values, reverse=True)


def test_every_arm_is_paired_with_every_other(workspace: Workspace) -> None:
    result = sweep(workspace, SUITE, ["toolhive", "triptych"])
    grid = [row for row in result.rows if not row.setting.profile]
    assert len(grid) == 2 + 2 + 2 * 2 * len(fusion_parts())
    labels = {row.setting.label for row in grid}
    assert len(labels) == len(grid)
    assert "toolhive's words + triptych's vectors, rrf k 60" in labels


def test_a_fused_rank_is_that_of_the_fusion_over_the_arms(workspace: Workspace) -> None:
    case = SUITE.cases[3]
    result = sweep(workspace, Suite((case,)), ["search-brain"])
    row = next(row for row in result.rows if row.setting.label.endswith("vectors alone"))
    answer = workspace.searcher("search-brain").search(workspace.corpus(), case.query)
    assert isinstance(answer.semantic, Ranking)
    assert row.all.worst == best_rank(answer.semantic.rank_of(tool) for tool in workspace.find_tool(case.expect[0]))


def test_few_queries_are_said_to_be_few(workspace: Workspace) -> None:
    assert sweep(workspace, Suite(SUITE.cases[:6]), ["toolhive"]).too_few
    with pytest.raises(UsageError, match="no case"):
        sweep(workspace, Suite(SUITE.cases[-2:]), ["toolhive"])


def test_engines_that_differ_in_a_list_only_are_different_arms(workspace: Workspace) -> None:
    one, other = workspace.profiles["toolhive"].lexical, workspace.profiles["triptych"].lexical
    assert one is not None and other is not None
    changed = type(one)(one.name, {**one.options, "noise": ["other"]})
    assert Arm(one, ()).key != Arm(changed, ()).key
