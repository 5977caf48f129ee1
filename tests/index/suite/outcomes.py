"""Outcomes made by hand for the tests of baselines, changes and reports."""

from __future__ import annotations

from index.query import Query
from index.suite.case import Case
from index.suite.outcome import CaseOutcome, SuiteOutcome


def outcome(query: str, fused: int | None, *expect: str, max_rank: int | None = None, thief: str = "") -> CaseOutcome:
    case = Case(Query(query), expect or ("tool",), max_rank, "", "s.yaml", 2)
    return CaseOutcome(case, 2, None, fused, thief=thief)


def nothing(query: str, *, answered: bool, max_rank: int | None = None) -> CaseOutcome:
    return CaseOutcome(Case(Query(query), (), max_rank), answered=answered)


def suite_outcome(*cases: CaseOutcome, profile: str = "toolhive", model: str = "m1") -> SuiteOutcome:
    return SuiteOutcome(
        profile, cases, ("lexical", "semantic", "fused"), (), "p1", "c1", 12, model, "mini" * bool(model)
    )
