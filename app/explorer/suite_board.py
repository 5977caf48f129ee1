"""A suite's newest outcome, and what it is compared with: a baseline, the saved files, or the last save."""

from __future__ import annotations

from dataclasses import dataclass, replace

from index.draft.effect import Effect
from index.problem import Problem
from index.suite.baseline import Baseline
from index.suite.case import Case, Suite
from index.suite.change import Change, Comparison, compare_to_baseline
from index.suite.metrics import Totals, totals_of
from index.suite.outcome import CaseOutcome, SuiteOutcome


@dataclass(frozen=True, slots=True)
class Read:
    """The suite as its files have it, and what is wrong with them or with the names in them."""

    suite: Suite
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """A suite's outcome; `expected` are the ids of each case's acceptable tools, the best known first."""

    outcome: SuiteOutcome
    expected: tuple[tuple[int, ...], ...]


class SuiteBoard:
    """Held on the UI's thread. `wanted` is whether somebody looks at outcomes; reading alone is cheap."""

    def __init__(self) -> None:
        self.read: Read | None = None
        self.ran: Ran | None = None
        self.effect: Effect | None = None
        self.baseline: Baseline | None = None
        self.baseline_name = ""
        self.progress: tuple[int, int] | None = None
        self.wanted = False
        self._before: SuiteOutcome | None = None
        self._pin_next = False

    @property
    def is_pinned(self) -> bool:
        return self.baseline is not None or self._pin_next

    @property
    def shown(self) -> SuiteOutcome | None:
        """The outcome to show: with drafts, what they would make of it."""
        if self.ran is None:
            return None
        outcome = self.ran.outcome
        if self.effect is None or self.effect.profile != outcome.profile or self.effect.before != outcome.cases:
            return outcome
        return replace(outcome, cases=self.effect.after)

    @property
    def against(self) -> str:
        """What changes are measured against, in words; "" for nothing."""
        base = self._base
        if base is None:
            return ""
        if self.baseline is not None:
            return self.baseline_name
        return "the saved files" if self._shows_effect else "before the last save"

    @property
    def comparison(self) -> Comparison | None:
        """Every case's change, where there is something to compare with."""
        shown, base = self.shown, self._base
        return compare_to_baseline(shown, base) if shown is not None and base is not None else None

    def totals_then(self, arm: str) -> Totals | None:
        """The metrics of what the outcome is compared with."""
        shown, base = self.shown, self._base
        saved = base.profile(shown.profile) if shown is not None and base is not None else None
        if saved is None:
            return None
        return totals_of([case.rank(arm) for case in saved.cases if case.expect])

    def take_read(self, read: Read) -> None:
        self.read = read

    def take_ran(self, ran: Ran) -> None:
        """A new outcome; the one of another state of the catalog becomes what it is compared with."""
        old = self.ran.outcome if self.ran is not None else None
        if old is not None and old.profile != ran.outcome.profile:
            self._before = None
        elif old is not None and old.catalog_digest != ran.outcome.catalog_digest:
            self._before = old
        self.ran = ran
        self.progress = None
        if self._pin_next:
            self.pin()

    def pin(self) -> None:
        """Take the outcome as the baseline; the next one, when there is none yet."""
        shown = self.shown
        self._pin_next = shown is None
        if shown is not None:
            self.baseline, self.baseline_name = Baseline.of((shown,)), "the pinned baseline"

    def unpin(self) -> None:
        self.baseline, self.baseline_name, self._pin_next = None, "", False

    @property
    def _shows_effect(self) -> bool:
        return self.ran is not None and self.shown is not self.ran.outcome

    @property
    def _base(self) -> Baseline | None:
        if self.baseline is not None:
            return self.baseline
        if self._shows_effect and self.ran is not None:
            return Baseline.of((self.ran.outcome,))
        return Baseline.of((self._before,)) if self._before is not None else None


def is_failing(outcome: CaseOutcome) -> bool:
    """Whether a case misses what it asks for: the first place, unless it allows a lower one."""
    if outcome.failure:
        return True
    limit = outcome.case.max_rank or 1
    return not outcome.case.expects_none and (outcome.fused is None or outcome.fused > limit)


def changes_by_case(comparison: Comparison | None) -> dict[Case, Change]:
    """The changes of the cases that are there now."""
    if comparison is None:
        return {}
    return {change.now.case: change for change in comparison.changes if change.now is not None}
