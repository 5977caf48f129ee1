"""Whether a check passes: thresholds, allowed ranks, regressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from index.suite.change import Comparison
from index.suite.outcome import SuiteOutcome


@dataclass(frozen=True, slots=True)
class Demand:
    """The least a profile's fused ranking must reach in `metric`, "hit@1" or "mrr"."""

    metric: str
    least: float

    @property
    def label(self) -> str:
        return f"{self.metric} at least {self.least:g}"

    def failure(self, outcome: SuiteOutcome) -> str:
        """Why the outcome falls short, in words; "" when it does not."""
        totals = outcome.totals("fused")
        reached = 0.0 if totals is None else totals.hit1 if self.metric == "hit@1" else totals.mrr
        return f"{self.metric} is {reached:.4f}, demanded is {self.least:g}" if reached < self.least else ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One profile's result: what failed, each in a line that names the query or the metric."""

    outcome: SuiteOutcome
    comparison: Comparison | None
    demands: tuple[Demand, ...]

    @property
    def thresholds(self) -> tuple[tuple[str, str, str], ...]:
        """(profile, demand, failure or "") of every demand."""
        return tuple((self.outcome.profile, demand.label, demand.failure(self.outcome)) for demand in self.demands)

    @property
    def failures(self) -> tuple[str, ...]:
        """Metrics too low, then cases that fail by themselves in the suite's order, then regressions."""
        found = [failure for _, _, failure in self.thresholds if failure]
        for case in self.outcome.cases:
            if case.failure:
                thief = f"; first is {case.thief}" if case.thief else ""
                found.append(f"{case.case.source}:{case.case.line}: {case.case.label}: {case.failure}{thief}")
        if self.comparison is not None:
            found.extend(f"regression: {change.words}" for change in self.comparison.regressions)
        return tuple(found)


def passes(verdicts: Sequence[Verdict]) -> bool:
    """Whether every profile passes."""
    return not any(verdict.failures for verdict in verdicts)
