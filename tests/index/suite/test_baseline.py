from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from index.errors import SuiteError
from index.query import Query
from index.suite.baseline import Baseline, load_baseline, save_baseline
from index.suite.case import Case
from index.suite.change import compare_to_baseline
from index.suite.outcome import CaseOutcome
from tests.index.suite.outcomes import nothing, outcome, suite_outcome

AWKWARD = CaseOutcome(Case(Query('é "x": # \n \x01', ("k, 1", "no")), ("a", "b/c")), 3, 1, None)
CASES = (outcome("zeta", 1), AWKWARD, nothing("pizza", answered=False), outcome("alpha", 12))


@pytest.mark.parametrize("name", ["b.json", "b.yaml"])
def test_comes_back_as_saved(tmp_path: Path, name: str) -> None:
    saved = Baseline.of((suite_outcome(*CASES), suite_outcome(CASES[0], profile="a")))
    save_baseline(saved, tmp_path / name)
    assert load_baseline(tmp_path / name) == saved
    text = (tmp_path / name).read_text("utf-8")
    assert [line for line in text.splitlines() if "alpha" in line] != []
    assert sum('"query"' in line for line in text.splitlines()) == 5, "one line a query"


@pytest.mark.parametrize("name", ["b.json", "b.yaml"])
def test_the_order_does_not_depend_on_the_suite(tmp_path: Path, name: str) -> None:
    save_baseline(Baseline.of((suite_outcome(*CASES),)), tmp_path / name)
    first = (tmp_path / name).read_bytes()
    save_baseline(Baseline.of((suite_outcome(*reversed(CASES)),)), tmp_path / name)
    assert (tmp_path / name).read_bytes() == first


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"triptych_baseline": 2, "profiles": {}}',
        '{"triptych_baseline": 1}',
        '{"triptych_baseline": 1, "profiles": {"a": {"queries": 3}}}',
        '{"triptych_baseline": 1, "profiles": {"a": {"queries": [3]}}}',
        '{"triptych_baseline": 1, "profiles": {"a": {"queries": [{"query": "q", "ranks": {"fused": "1"}}]}}}',
        '{"triptych_baseline": 1, "profiles": {"a": {"queries": [{"query": "q", "ranks": {"fused": 0}}]}}}',
    ],
)
def test_refuses_what_is_no_baseline(tmp_path: Path, text: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(SuiteError) as caught:
        load_baseline(path)
    assert caught.value.source == str(path)


def test_missing_baseline(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="cannot be opened"):
        load_baseline(tmp_path / "b.json")


def test_names_every_regression_with_ranks_and_thief() -> None:
    before = Baseline.of(
        (
            suite_outcome(
                outcome("down", 1),
                outcome("up", 5),
                outcome("lost", 8),
                outcome("found", None),
                outcome("same", 3),
                outcome("gone", 3),
                outcome("edited", 1, "old"),
                nothing("quiet", answered=False),
            ),
        )
    )
    now = suite_outcome(
        outcome("up", 2),
        outcome("down", 2, thief="thief_tool"),
        outcome("lost", None),
        outcome("found", 9),
        outcome("same", 3),
        outcome("new", 3),
        outcome("edited", 4, "other"),
        nothing("quiet", answered=True),
    )
    comparison = compare_to_baseline(now, before)
    kinds = {change.label: change.kind for change in comparison.changes}
    assert kinds == {
        "up": "better",
        "down": "worse",
        "lost": "worse",
        "found": "better",
        "same": "same",
        "new": "new",
        "gone": "gone",
        "edited": "edited",
        "quiet": "worse",
    }
    assert [change.words for change in comparison.regressions] == [
        "down: tool rank 1 -> rank 2; first is thief_tool",
        "lost: tool rank 8 -> no rank",
        "quiet: was not answered, is answered",
    ]
    assert [change.moved("fused") for change in comparison.changes][:3] == [3, -1, None]
    assert comparison.warnings == ()


def test_says_when_it_is_of_another_model_catalog_or_profile() -> None:
    before = Baseline.of((suite_outcome(outcome("q", 1)),))
    other = replace(suite_outcome(outcome("q", 1), model=""), catalog_digest="c2", catalog_size=13)
    assert compare_to_baseline(other, before).warnings == (
        "the baseline was made with the model mini, this run with no model",
        "the catalog changed since the baseline (12 tools then, 13 now)",
    )
    (told,) = compare_to_baseline(replace(suite_outcome(outcome("q", 1)), model="m2"), before).warnings
    assert told == "the baseline was made with another file of the model mini, or with another adapter or none"
    settings = replace(suite_outcome(outcome("q", 1)), profile_digest="p2", model="m2")  # as a change of `adapter` does
    assert compare_to_baseline(settings, before).warnings == (
        "the settings of profile toolhive changed since the baseline",
    )
    assert compare_to_baseline(suite_outcome(profile="x"), before).warnings == ("the baseline has no profile x",)


def test_the_same_query_twice_is_matched_by_expectation() -> None:
    before = Baseline.of((suite_outcome(outcome("q", 1, "a"), outcome("q", 4, "b")),))
    now = suite_outcome(outcome("q", 4, "b"), outcome("q", 2, "a"))
    assert [change.kind for change in compare_to_baseline(now, before).changes] == ["same", "worse"]
