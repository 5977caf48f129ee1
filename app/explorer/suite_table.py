"""A suite's outcome as tables: the totals of each arm, and a row a query."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from app.explorer.cells import count
from app.explorer.suite_board import SuiteBoard, changes_by_case, is_failing
from app.explorer.widgets.grid import Cell, GridRow
from app.explorer.widgets.grid_layout import GridColumn
from index.suite.change import BETTER, EDITED, NEW, WORSE, Change
from index.suite.metrics import Rank, Totals
from index.suite.outcome import ARMS, CaseOutcome, SuiteOutcome
from index.visible import visible_line

COLUMNS = (
    GridColumn("", 1),
    GridColumn("query", 34, 16, weight=3),
    GridColumn("expected", 26, 14, weight=2),
    GridColumn("lexical", 10, 9, right=True),
    GridColumn("semantic", 10, 9, right=True),
    GridColumn("fused", 10, 9, right=True),
    GridColumn("first instead", 24, 12, weight=2, gives_way=True),
)
_MOVE = 5
_RANK = 4
_CELLS = 120
_METRICS = (("hit@1", "hit1"), ("hit@3", "hit3"), ("hit@8", "hit8"), ("MRR", "mrr"))


def rows_of(board: SuiteBoard, *, failing_only: bool) -> tuple[GridRow, ...]:
    """A row a query, in the suite's order; the key is the case's place in the suite, from 0."""
    shown = board.shown
    if shown is None:
        return ()
    changes = changes_by_case(board.comparison)
    return tuple(
        _row(number, outcome, changes.get(outcome.case))
        for number, outcome in enumerate(shown.cases)
        if not failing_only or is_failing(outcome)
    )


def _row(number: int, outcome: CaseOutcome, change: Change | None) -> GridRow:
    failing = is_failing(outcome)
    case = outcome.case
    expected = " or ".join(case.expect) or "no tool"
    arms = (_rank(outcome, change, arm, failing) for arm in ARMS)
    cells = (
        Cell("x" if failing else " ", "down"),
        Cell(visible_line(case.label, _CELLS), "text" if failing else "quiet"),
        Cell(visible_line(expected, _CELLS), "text" if outcome.known else "alert"),
        *arms,
        Cell(_thief(outcome), "quiet"),
    )
    return GridRow(number, cells)


def _rank(outcome: CaseOutcome, change: Change | None, arm: str, failing: bool) -> Cell:
    """The rank and, left of it as in the explorer, how it moved."""
    rank, move = outcome.rank(arm), move_of(change, arm)
    text = "?" if not outcome.known else "-" if rank is None else f"{rank:,}"
    style = "up" if move.startswith(("+", "found")) else "down" if move.startswith(("-", "lost")) else "text"
    if style == "text" and arm == "fused" and failing:
        style = "strong"
    return Cell(f"{move}{'' if outcome.case.expects_none else text.rjust(_RANK)}", style)


def move_of(change: Change | None, arm: str) -> str:
    """How one arm moved: `+2`, `-1`, `found`, `lost`, `new`, or "" for not at all."""
    if change is None:
        return ""
    if change.kind in (NEW, EDITED):
        return change.kind[:_MOVE] if arm == "fused" else ""
    if change.then is None or change.now is None:
        return ""
    if change.now.case.expects_none:
        return {BETTER: "quiet", WORSE: "lost"}.get(change.kind, "") if arm == "fused" else ""
    moved, then, now = change.moved(arm), change.then.rank(arm), change.now.rank(arm)
    if moved is None:
        return "" if then == now else "found" if then is None else "lost"
    return f"{moved:+d}" if moved else ""


def _thief(outcome: CaseOutcome) -> str:
    if outcome.case.expects_none:
        return "answered all the same" if outcome.answered else ""
    return visible_line(outcome.thief, _CELLS) if outcome.fused != 1 else ""


def totals_table(board: SuiteBoard) -> Content:
    """A line an arm: hit@1, hit@3, hit@8, MRR, the worst rank, how many were not found; each with its change."""
    shown = board.shown
    if shown is None:
        return Content("")
    head = "".join(f"{name:>6}{'':6}" for name, _ in _METRICS) + f"{'worst':>6}{'':6}{'none':>5}"
    lines = [Content.styled(f"{'':9}{head}", "$foreground-muted")]
    lines += [_totals_line(board, shown, arm) for arm in ARMS]
    return Content("\n").join(lines)


def _totals_line(board: SuiteBoard, shown: SuiteOutcome, arm: str) -> Content:
    now, then = shown.totals(arm), board.totals_then(arm)
    if now is None:
        reason = dict(shown.unavailable).get(arm, "not in this profile")
        return Content.assemble((f"{arm:<9}", "bold"), (f"      {visible_line(reason)}", "$foreground-muted"))
    parts = [part for name in _METRICS for part in _metric(now, then, name[1])]
    parts += _count(now.worst, then.worst if then is not None else None, then is not None, 6)
    parts += _count(now.missing, then.missing if then is not None else None, then is not None, 5)
    return Content.assemble((f"{arm:<9}", "bold"), *parts)


def _metric(now: Totals, then: Totals | None, name: str) -> Iterator[tuple[str, str]]:
    value = getattr(now, name)
    moved = value - getattr(then, name) if then is not None else 0.0
    yield f"{value:>6.3f}", ""
    text = f"{moved:+.3f}".replace("0.", ".") if abs(moved) >= 0.0005 else ""
    yield f"{text:>6}", "$text-success" if moved > 0 else "$text-error"


def _count(now: Rank, then: Rank, comparable: bool, width: int) -> Iterator[tuple[str, str]]:
    """A number of which more is worse."""
    yield f"{'-' if now is None else f'{now:,}':>{width}}", ""
    moved = (now or 0) - (then or 0) if comparable else 0
    yield f"{f'{moved:+,}' if moved else '':>6}", "$text-success" if moved < 0 else "$text-error"


def state_of(board: SuiteBoard, profile: str, *, failing_only: bool) -> str:
    """The first line's right part: how many queries, which profile, what changes are against."""
    shown = board.shown
    parts = [f"profile {profile}"]
    if shown is not None:
        failing = sum(map(is_failing, shown.cases))
        only = "only " if failing_only else ""
        parts.insert(0, f"{count(len(shown.cases))} queries, {only}{count(failing)} failing")
        if shown.waiting:
            parts.append(f"{count(shown.waiting)} tools not embedded yet")
    if board.against:
        parts.append(f"changes against {board.against}")
    if board.progress is not None:
        parts.append("running {:,}/{:,}".format(*board.progress))
    return " · ".join(parts)


def about_case(board: SuiteBoard, number: int) -> Content:
    """Two lines on the selected query: where it is written and what it allows; why it fails, or its note."""
    shown = board.shown
    if shown is None or number >= len(shown.cases):
        return Content("")
    outcome = shown.cases[number]
    case = outcome.case
    parts = [f"{case.source}:{case.line}", *([f"max_rank {case.max_rank}"] if case.max_rank else [])]
    first = Content.styled(visible_line(" · ".join(parts)), "$foreground-muted")
    failure = Content.styled(f"{visible_line(outcome.failure)}  ", "$text-error") if outcome.failure else Content("")
    return Content("\n").join([first, failure + Content(visible_line(case.note))])
