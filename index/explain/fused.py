"""How two rankings became one, for one tool."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArmShare:
    """What one arm does for the tool's place.

    `rank` and `score` are the tool's in that arm (None: no hit there). `value` is what the fusion makes of them,
    `weight` what it multiplies that by, `share` the part of the fused score. `taking` is how many of the arm's hits
    take part at most (None: all), `place` which of the arm's own places in the answer the tool holds, if any.
    `why` is the arithmetic in a line, `formula` how `value` came about where it is not the score itself.
    """

    arm: str
    rank: int | None
    score: float | None
    value: float
    weight: float
    share: float
    why: str
    taking: int | None = None
    place: int | None = None
    formula: str = ""


@dataclass(frozen=True, slots=True)
class FusionExplanation:
    """A tool's place in the fused ranking. `adds_up` says that its score is the sum of the shares.

    `answered` is how many leading tools the real engine answers, `in_answer` whether this is one of them.
    """

    method: str
    rank: int | None
    score: float | None
    answered: int
    shares: tuple[ArmShare, ...]
    about: str
    adds_up: bool = True
    notes: tuple[str, ...] = ()

    @property
    def in_answer(self) -> bool:
        return self.rank is not None and self.rank <= self.answered

    @property
    def sum(self) -> float:
        return sum(share.share for share in self.shares)
