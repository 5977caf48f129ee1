"""What changed between a baseline and an outcome, query by query."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from index.suite.baseline import Baseline, SavedCase, SavedProfile
from index.suite.case import CaseKey
from index.suite.metrics import Rank
from index.suite.outcome import CaseOutcome, SuiteOutcome, rank_text

BETTER, WORSE, SAME, NEW, GONE, EDITED = "better", "worse", "same", "new", "gone", "edited"


@dataclass(frozen=True, slots=True)
class Change:
    """One query's movement in the fused ranking.

    `kind` is "better", "worse", "same", "new" (not in the baseline), "gone" (only there) or "edited" (it expects
    other tools now, so that ranks cannot be compared). `now` is None where it is gone, `then` where it is new.
    """

    kind: str
    label: str
    then: SavedCase | None
    now: CaseOutcome | None

    def moved(self, arm: str) -> int | None:
        """How many ranks up an arm moved, negative for down; None where either side has no rank."""
        if self.then is None or self.now is None or self.kind == EDITED:
            return None
        before, after = self.then.rank(arm), self.now.rank(arm)
        return None if before is None or after is None else before - after

    @property
    def words(self) -> str:
        """The movement for people: the query, the ranks, and who stands first instead."""
        if self.then is None or self.now is None:
            return f"{self.label}: {self.kind}"
        if self.now.case.expects_none:
            states = ["answered" if side.answered else "not answered" for side in (self.then, self.now)]
            return f"{self.label}: was {states[0]}, is {states[1]}"
        thief = f"; first is {self.now.thief}" if self.now.thief and self.kind == WORSE else ""
        expected = " or ".join(self.now.case.expect)
        return f"{self.label}: {expected} {rank_text(self.then.fused)} -> {rank_text(self.now.fused)}{thief}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One profile against its baseline; `warnings` say where the two are not of the same thing."""

    profile: str
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]

    @property
    def regressions(self) -> tuple[Change, ...]:
        """The queries whose expected tool stands lower now, or that are answered though nothing should fit."""
        return tuple(change for change in self.changes if change.kind == WORSE)

    def count(self, kind: str) -> int:
        return sum(change.kind == kind for change in self.changes)


def compare_to_baseline(outcome: SuiteOutcome, baseline: Baseline) -> Comparison:
    """Every query's change, in the suite's order, then those that are gone."""
    saved = baseline.profile(outcome.profile)
    if saved is None:
        return Comparison(outcome.profile, (), (f"the baseline has no profile {outcome.profile}",))
    before: dict[CaseKey, list[SavedCase]] = defaultdict(list)
    for case in saved.cases:
        before[case.query, case.keywords].append(case)
    changes = [_change(_take(before[now.case.key], now), now) for now in outcome.cases]
    for rest in before.values():
        changes.extend(Change(GONE, _label(case), case, None) for case in rest)
    return Comparison(outcome.profile, tuple(changes), _warnings(outcome, saved))


def kind_of(before: Rank, after: Rank) -> str:
    """Better, worse or the same; no rank is worse than any."""
    if before == after:
        return SAME
    if before is None or after is None:
        return BETTER if before is None else WORSE
    return BETTER if after < before else WORSE


def _take(candidates: list[SavedCase], now: CaseOutcome) -> SavedCase | None:
    """The saved case of the same query: with the same expectation if there is one, else the first."""
    if not candidates:
        return None
    same = [case for case in candidates if set(case.expect) == set(now.case.expect)]
    chosen = same[0] if same else candidates[0]
    candidates.remove(chosen)
    return chosen


def _change(then: SavedCase | None, now: CaseOutcome) -> Change:
    if then is None:
        return Change(NEW, now.case.label, None, now)
    if set(then.expect) != set(now.case.expect):
        return Change(EDITED, now.case.label, then, now)
    if now.case.expects_none:
        kind = SAME if then.answered == now.answered else WORSE if now.answered else BETTER
    else:
        kind = kind_of(then.fused, now.fused)
    return Change(kind, now.case.label, then, now)


def _label(case: SavedCase) -> str:
    return f"{case.query} [{', '.join(case.keywords)}]" if case.keywords else case.query


def _warnings(outcome: SuiteOutcome, saved: SavedProfile) -> tuple[str, ...]:
    found = []
    if saved.model != outcome.model:
        then, now = (f"the model {x.model_name or x.model}" if x.model else "no model" for x in (saved, outcome))
        if then != now:
            found.append(f"the baseline was made with {then}, this run with {now}")
        elif saved.profile_digest == outcome.profile_digest:
            found.append(f"the baseline was made with another file of {now}, or with another adapter or none")
    if saved.profile_digest != outcome.profile_digest:
        found.append(f"the settings of profile {outcome.profile} changed since the baseline")
    if saved.catalog_digest != outcome.catalog_digest:
        sizes = f"{saved.catalog_size} tools then, {outcome.catalog_size} now"
        found.append(f"the catalog changed since the baseline ({sizes})")
    return tuple(found)
