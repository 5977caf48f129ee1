"""A check as plain text: the totals, then the queries whose tool does not stand first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.output.cells import left, table
from index.suite.metrics import Rank
from index.suite.outcome import ARMS, CaseOutcome, SuiteOutcome
from index.suite.verdict import Verdict
from index.visible import visible_line

MOST_ROWS = 40
_QUERY_CELLS = 48
_NAME_CELLS = 32


def check_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The whole report, profile by profile."""
    yield from _totals([verdict.outcome for verdict in verdicts])
    for verdict in verdicts:
        yield from _misses(verdict.outcome)
        comparison = verdict.comparison
        if comparison is not None:
            counts = ", ".join(
                f"{comparison.count(kind)} {kind}" for kind in ("better", "worse", "same", "new", "gone", "edited")
            )
            yield ""
            yield f"{verdict.outcome.profile} against the baseline: {counts}"
        if verdict.failures:
            yield ""
            yield f"{verdict.outcome.profile} fails:"
            yield from (f"  {visible_line(failure)}" for failure in verdict.failures)


def _totals(outcomes: Sequence[SuiteOutcome]) -> Iterator[str]:
    rows = [("profile", "arm", "hit@1", "hit@3", "hit@8", "MRR", "worst", "not found")]
    for outcome in outcomes:
        for arm in ARMS:
            totals = outcome.totals(arm)
            if totals is None:
                continue
            metrics = (f"{value:.3f}" for value in (totals.hit1, totals.hit3, totals.hit8, totals.mrr))
            hit1, hit3, hit8, mrr = metrics
            counts = (_rank(totals.worst), str(totals.missing))
            rows.append((visible_line(outcome.profile), arm, hit1, hit3, hit8, mrr, *counts))
    yield from table(rows, numbers=frozenset(range(2, 8)))
    first = outcomes[0]
    cases = len(first.cases) - first.none_cases
    yield ""
    yield f"{cases:,} {'query' if cases == 1 else 'queries'}, {first.catalog_size:,} tools"
    for outcome in outcomes:
        if outcome.none_cases:
            yield (
                f"{visible_line(outcome.profile)}: {outcome.none_answered} of {outcome.none_cases} queries that expect "
                "no tool were answered all the same"
            )


def _misses(outcome: SuiteOutcome) -> Iterator[str]:
    missed = [case for case in outcome.cases if case.fused != 1 and not case.case.expects_none]
    if not missed:
        return
    arms = [arm for arm in ARMS if outcome.totals(arm) is not None]
    missed.sort(key=lambda case: (case.fused is not None, -(case.fused or 0)))
    rows = [("query", "expected", *arms, "first instead")]
    rows.extend(_row(case, arms) for case in missed[:MOST_ROWS])
    yield ""
    yield f"{visible_line(outcome.profile)}: {len(missed):,} not first"
    yield from table(rows, numbers=frozenset(range(2, 2 + len(arms))))
    if len(missed) > MOST_ROWS:
        yield f"and {len(missed) - MOST_ROWS:,} more; --json lists them all"


def _row(case: CaseOutcome, arms: Sequence[str]) -> tuple[str, ...]:
    query = left(case.case.label, _QUERY_CELLS).rstrip()
    expected = left(" or ".join(case.case.expect), _NAME_CELLS).rstrip()
    return (query, expected, *(_rank(case.rank(arm)) for arm in arms), left(case.thief, _NAME_CELLS).rstrip())


def _rank(rank: Rank) -> str:
    return "-" if rank is None else f"{rank:,}"
