"""What a suite found: the ranks of every case through one profile."""

from __future__ import annotations

from dataclasses import dataclass

from index.suite.case import Case
from index.suite.metrics import Rank, Totals, totals_of

ARMS = ("lexical", "semantic", "fused")


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """Where the best acceptable tool of one case stands in each arm's full ranking.

    A rank is None where the tool is not among the hits, or the arm did not answer. `known` is false where the
    catalog has none of the expected tools. `thief` is the first tool of the fused ranking when it is not an expected
    one. `answered` says whether the fused ranking has hits and does not itself say that nothing fits; it judges the
    cases that expect nothing.
    """

    case: Case
    lexical: Rank = None
    semantic: Rank = None
    fused: Rank = None
    known: bool = True
    thief: str = ""
    answered: bool = True

    def rank(self, arm: str) -> Rank:
        """The rank in "lexical", "semantic" or "fused"."""
        return {"lexical": self.lexical, "semantic": self.semantic, "fused": self.fused}[arm]

    @property
    def failure(self) -> str:
        """Why this case fails by itself, in words; "" when it does not.

        A case fails when its tool is unknown, stands lower than `max_rank`, or, with `expect: none` and a
        `max_rank`, when it was answered all the same.
        """
        if self.case.expects_none:
            return "was answered, though nothing should fit" if self.answered and self.case.max_rank else ""
        if not self.known:
            return f"expects {' or '.join(self.case.expect)}, which the catalog does not have"
        limit = self.case.max_rank
        if limit is not None and (self.fused is None or self.fused > limit):
            stands = "was not found" if self.fused is None else f"stands at rank {self.fused}"
            return f"{' or '.join(self.case.expect)} {stands}; allowed is {limit}"
        return ""


@dataclass(frozen=True, slots=True)
class SuiteOutcome:
    """A suite through one profile.

    `arms` are those the profile has; `unavailable` holds (arm, reason) for one that could not answer. `model` is the
    embedder's identity and `model_name` its name, "" where no vectors were used. `waiting` counts tools whose vectors
    were not ready: semantic ranks are then preliminary.
    """

    profile: str
    cases: tuple[CaseOutcome, ...]
    arms: tuple[str, ...]
    unavailable: tuple[tuple[str, str], ...] = ()
    profile_digest: str = ""
    catalog_digest: str = ""
    catalog_size: int = 0
    model: str = ""
    model_name: str = ""
    waiting: int = 0

    def totals(self, arm: str) -> Totals | None:
        """The arm's metrics over the cases that expect something; None where the arm gave no ranking."""
        if arm not in self.arms or any(name == arm for name, _ in self.unavailable):
            return None
        return totals_of([case.rank(arm) for case in self.cases if not case.case.expects_none])

    @property
    def none_cases(self) -> int:
        """How many cases expect no answer."""
        return sum(case.case.expects_none for case in self.cases)

    @property
    def none_answered(self) -> int:
        """How many of those were answered confidently all the same."""
        return sum(case.case.expects_none and case.answered for case in self.cases)


def rank_text(rank: Rank) -> str:
    """A rank for people."""
    return "no rank" if rank is None else f"rank {rank}"
