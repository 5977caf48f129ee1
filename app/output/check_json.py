"""`check --json`: the contract that scripts and CI jobs rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from index.suite.change import Change, Comparison
from index.suite.metrics import Totals
from index.suite.outcome import ARMS, CaseOutcome, SuiteOutcome
from index.suite.verdict import Verdict, passes


def check_data(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Every profile with its totals and its queries' ranks. A rank is null where the tool is not among the hits."""
    return {"profiles": [_profile(verdict) for verdict in verdicts], "passed": passes(verdicts)}


def expected_data(expect: tuple[str, ...]) -> str | list[str]:
    """As a suite writes it: a name, a list of several, or "none"."""
    return "none" if not expect else expect[0] if len(expect) == 1 else list(expect)


def totals_data(totals: Totals | None) -> dict[str, Any] | None:
    if totals is None:
        return None
    return {
        "hit@1": totals.hit1,
        "hit@3": totals.hit3,
        "hit@8": totals.hit8,
        "mrr": totals.mrr,
        "worst": totals.worst,
        "missing": totals.missing,
        "cases": totals.cases,
    }


def _profile(verdict: Verdict) -> dict[str, Any]:
    outcome = verdict.outcome
    changes = {id(change.now): change for change in verdict.comparison.changes} if verdict.comparison else {}
    return {
        "profile": outcome.profile,
        "model": outcome.model_name or None,
        "totals": {arm: totals_data(outcome.totals(arm)) for arm in ARMS},
        "none": {"cases": outcome.none_cases, "answered": outcome.none_answered},
        "queries": [_case(outcome, case, changes.get(id(case))) for case in outcome.cases],
        "failures": list(verdict.failures),
        "baseline": _baseline(verdict.comparison) if verdict.comparison else None,
    }


def _case(outcome: SuiteOutcome, case: CaseOutcome, change: Change | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "query": case.case.query.description,
        "keywords": list(case.case.query.keywords),
        "expect": expected_data(case.case.expect),
        "ranks": {arm: case.rank(arm) for arm in ARMS},
        "max_rank": case.case.max_rank,
        "first_instead": case.thief or None,
        "failure": case.failure or None,
        "source": case.case.source,
        "line": case.case.line,
    }
    if case.case.expects_none:
        data["answered"] = case.answered
    if change is not None:
        before = None if change.then is None else {arm: change.then.rank(arm) for arm in ARMS}
        data["change"] = {"kind": change.kind, "before": before}
    return data


def _baseline(comparison: Comparison) -> dict[str, Any]:
    kinds = ("better", "worse", "same", "new", "gone", "edited")
    return {
        **{kind: comparison.count(kind) for kind in kinds},
        "regressions": [change.words for change in comparison.regressions],
        "warnings": list(comparison.warnings),
    }
