"""How well ranks serve: hit@k, mean reciprocal rank, the worst.

A rank counts from 1 in the full ranking of an arm; None means that the tool is not in it. Where several tools are
acceptable, a case's rank is the best of theirs. Cases that expect nothing have no rank and are not given to these
functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

HIT_DEPTHS = (1, 3, 8)

Rank = int | None


def best_rank(ranks: Iterable[Rank]) -> Rank:
    """The smallest rank, None if there is none."""
    return min((rank for rank in ranks if rank is not None), default=None)


def hit_at(ranks: Sequence[Rank], depth: int) -> float:
    """The share of cases whose rank is at most `depth`; 0 without cases.

    With one relevant item a query this is success@k, which equals recall@k (Manning, Raghavan and Schütze,
    Introduction to Information Retrieval, 2008, chapter 8).
    """
    return sum(rank is not None and rank <= depth for rank in ranks) / len(ranks) if ranks else 0.0


def mean_reciprocal_rank(ranks: Sequence[Rank]) -> float:
    """(1 / n) * sum of 1 / rank, a missing tool adding 0; 0 without cases.

    Voorhees, The TREC-8 Question Answering Track Report, 1999.
    """
    return sum(1 / rank for rank in ranks if rank is not None) / len(ranks) if ranks else 0.0


@dataclass(frozen=True, slots=True)
class Totals:
    """The metrics of one arm over `cases` cases. `worst` is the largest rank found, `missing` how many had none."""

    cases: int
    hit1: float
    hit3: float
    hit8: float
    mrr: float
    worst: Rank
    missing: int


def totals_of(ranks: Sequence[Rank]) -> Totals:
    """All metrics of one arm's ranks."""
    found = [rank for rank in ranks if rank is not None]
    hit1, hit3, hit8 = (hit_at(ranks, depth) for depth in HIT_DEPTHS)
    return Totals(
        len(ranks), hit1, hit3, hit8, mean_reciprocal_rank(ranks), max(found, default=None), len(ranks) - len(found)
    )
