"""A sweep as plain text: the best settings, the profiles as they are, and what a choice is worth on unseen queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.output.cells import table
from index.suite.sweep import METRICS, Sweep, SweepRow
from index.visible import visible_line

MOST_ROWS = 15


def sweep_lines(sweep: Sweep) -> Iterator[str]:
    """The whole report."""
    shown = list(sweep.rows[:MOST_ROWS])
    shown += [row for row in sweep.profiles if row not in shown]
    yield f"Best first by {sweep.metric} over all {sum(sweep.cases):,} queries; the halves show how steady that is."
    yield ""
    yield from _rows(sweep, shown)
    beyond = len(sweep.rows) - len(shown)
    if beyond > 0:
        yield f"and {beyond:,} more; --json lists them all"
    yield ""
    for held in sweep.held:
        half = ("first", "second")[held.chosen_on]
        chosen, unseen = (METRICS[sweep.metric](totals) for totals in (held.row.halves[held.chosen_on], held.unseen))
        yield (
            f"Best on the {half} half: {visible_line(held.row.setting.label)}: "
            f"{chosen:.3f} there, {unseen:.3f} on the other"
        )
    yield f"Chosen on one half and measured on the other: {sweep.metric} {sweep.unseen:.3f}"
    for row in sweep.profiles:
        yield f"Profile {visible_line(row.setting.profile)} as it is: {METRICS[sweep.metric](row.all):.3f}"


def _rows(sweep: Sweep, shown: Sequence[SweepRow]) -> Iterator[str]:
    value = METRICS[sweep.metric]
    rows = [("setting", "hit@1", "hit@3", "hit@8", "MRR", "1st half", "2nd half")]
    for row in shown:
        name = visible_line(row.setting.label) + (f"  = {row.setting.profile}" if row.setting.profile else "")
        totals = (row.all.hit1, row.all.hit3, row.all.hit8, row.all.mrr, *(value(half) for half in row.halves))
        hit1, hit3, hit8, mrr, first, second = (f"{number:.3f}" for number in totals)
        rows.append((name, hit1, hit3, hit8, mrr, first, second))
    yield from table(rows, numbers=frozenset(range(1, 7)))
