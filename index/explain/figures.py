"""Numbers as they are shown: with as few decimals as still add up to what is shown below them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from index.explain.fused import ArmShare, FusionExplanation
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import SemanticExplanation

_MOST = 6


def points(value: float, more: int = 0) -> str:
    """Points of a ranking by words, with two decimals or `more`."""
    return f"{value:.{2 + more}f}"


def closeness(value: float) -> str:
    """A closeness by meaning: three decimals, everywhere."""
    return f"{value:.3f}"


def gap_between(more: str, less: str) -> str:
    """The difference of two numbers with equal decimals, as a reader would work it out."""
    return shown_gap(float(more), float(less), len(more.partition(".")[2]))


def units(value: float, decimals: int) -> int:
    """The value as shown with so many decimals, in units of the last of them."""
    return int(f"{value:.{decimals}f}".replace(".", ""))


def apportioned(parts: Sequence[float], decimals: int) -> tuple[str, ...]:
    """The parts, each rounded up or down so that those shown add up to their sum as shown (largest remainders)."""
    scale = 10**decimals
    floors = [math.floor(part * scale) for part in parts]
    short = units(math.fsum(parts), decimals) - sum(floors)
    by_rest = sorted(range(len(parts)), key=lambda at: (floors[at] - parts[at] * scale, at))
    raised = set(by_rest[: max(0, short)])
    return tuple(f"{(floor + (at in raised)) / scale:.{decimals}f}" for at, floor in enumerate(floors))


def fused_decimals(*fusions: FusionExplanation) -> int:
    """Decimals with which the shares add up, none of them bent, and different scores differ."""
    known = [fusion for fusion in fusions if fusion.score is not None and fusion.adds_up]
    least = 3 if all((fusion.score or 0.0) >= 0.1 for fusion in known) else 4
    for decimals in range(least, _MOST + 1):
        shares = ([share.share for share in fusion.shares] for fusion in known)
        if all(_fits(parts, decimals) for parts in shares) and _differ(known, decimals):
            return decimals
    return _MOST


def fused_shares(fusion: FusionExplanation, decimals: int) -> dict[str, str]:
    """What each arm adds, as shown, by arm."""
    parts = apportioned([share.share for share in fusion.shares], decimals)
    return {share.arm: text for share, text in zip(fusion.shares, parts, strict=True)}


def shown_gap(more: float, less: float, decimals: int) -> str:
    """The difference of two numbers as they are shown."""
    return f"{abs(units(more, decimals) - units(less, decimals)) / 10**decimals:.{decimals}f}"


def value_decimals(share: ArmShare, decimals: int) -> int:
    """Those of the arm's score where the sum has `decimals`: points are bigger than closenesses."""
    return decimals - 1 if share.arm == "lexical" else decimals


def _fits(parts: Sequence[float], decimals: int) -> bool:
    """Whether the parts add up with these decimals although none is shown more than a little off."""
    shown = map(float, apportioned(parts, decimals))
    return all(abs(part - text) <= 0.75 / 10**decimals for part, text in zip(parts, shown, strict=True))


def _differ(fusions: Sequence[FusionExplanation], decimals: int) -> bool:
    scores = {fusion.score or 0.0 for fusion in fusions}
    return len({units(score, decimals) for score in scores}) == len(scores)


@dataclass(frozen=True, slots=True)
class WordSums:
    """A ranking by words as shown: what each word adds, their sum, the factors, and the score these make."""

    parts: tuple[str, ...]
    total: str
    factors: tuple[str, ...]
    score: str


def word_sums(lexical: LexicalExplanation) -> WordSums:
    """The words that count, in the order of `telling`."""
    parts = [share.contribution for share in lexical.telling]
    score = points(lexical.product)
    values = [factor.value for factor in lexical.factors]
    for more, finer in product(range(4), range(5)):
        factors = tuple(f"{value:.{2 + finer}f}" for value in values)
        total = points(lexical.sum, more)
        if points(math.prod(map(float, factors), start=float(total))) == score:
            return WordSums(apportioned(parts, 2 + more), total, factors, score)
    return WordSums(apportioned(parts, 2), points(lexical.sum), tuple(f"{value:.3f}" for value in values), score)


def facet_shares(semantic: SemanticExplanation) -> tuple[str, ...]:
    """What each facet that counts adds, as shown with three decimals: they add up to the closeness."""
    return apportioned([facet.share for facet in semantic.facets if facet.counts], 3)


def by_word(lexical: LexicalExplanation) -> dict[str, float]:
    """What each word adds, in all the ways it was read."""
    sums: dict[str, float] = {}
    for share in lexical.words:
        sums[share.word] = sums.get(share.word, 0.0) + share.contribution
    return sums


def total(words: Iterable[str], sums: dict[str, float]) -> float:
    return math.fsum(sums.get(word, 0.0) for word in words)


def in_reading_order(fusion: FusionExplanation) -> Iterator[ArmShare]:
    """Meaning before words: where scores are added it is the bigger part."""
    return iter(sorted(fusion.shares, key=lambda share: share.arm != "semantic"))
