"""What drafts do to a suite."""

from __future__ import annotations

from dataclasses import dataclass

from index.suite.change import BETTER, SAME, WORSE, kind_of
from index.suite.outcome import CaseOutcome

_NAMED = 3


@dataclass(frozen=True, slots=True)
class CaseEffect:
    """One case before and after. `kind` is "better", "worse" or "same", by the fused rank."""

    before: CaseOutcome
    after: CaseOutcome

    @property
    def kind(self) -> str:
        if self.before.case.expects_none:
            if self.before.answered == self.after.answered:
                return SAME
            return WORSE if self.after.answered else BETTER
        return kind_of(self.before.fused, self.after.fused)

    @property
    def words(self) -> str:
        """The movement: "`close ticket` 1 -> 3"."""
        if self.before.case.expects_none:
            return f"`{self.before.case.label}` {'now answered' if self.after.answered else 'no longer answered'}"
        return f"`{self.before.case.label}` {self.before.fused or '-'} -> {self.after.fused or '-'}"


@dataclass(frozen=True, slots=True)
class Effect:
    """A suite without and with the drafts, case by case in the suite's order."""

    profile: str
    before: tuple[CaseOutcome, ...]
    after: tuple[CaseOutcome, ...]

    @property
    def cases(self) -> tuple[CaseEffect, ...]:
        return tuple(CaseEffect(*pair) for pair in zip(self.before, self.after, strict=True))

    @property
    def better(self) -> tuple[CaseEffect, ...]:
        return tuple(case for case in self.cases if case.kind == BETTER)

    @property
    def worse(self) -> tuple[CaseEffect, ...]:
        return tuple(case for case in self.cases if case.kind == WORSE)

    @property
    def unchanged(self) -> int:
        return sum(case.kind == SAME for case in self.cases)

    @property
    def summary(self) -> str:
        """For people: "5 better, 1 worse: `close ticket` 1 -> 3"; the worse ones are named first."""
        better, worse = self.better, self.worse
        if not better and not worse:
            return "no change"
        named = [case.words for case in (worse or better)]
        more = f", {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        return f"{len(better)} better, {len(worse)} worse: {', '.join(named[:_NAMED])}{more}"
