"""Score fusion: the arms' scores weighed and added, on the scales they have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from index.engines.base import CatalogOrder, Fusion, Options
from index.engines.options import read_options
from index.leading import leading
from index.ranking import Everyone, IdArray, Ranking, ScoreArray
from index.registry import fusion


@dataclass(frozen=True, slots=True)
class ScoresOptions:
    """What one point of each arm's score is worth in the fused one.

    Where both arms answered and the best fused score is below `doubtful`, a note says that nothing fits well.
    """

    semantic: float = 1.0
    lexical: float = 0.01
    doubtful: float = 0.0


class Scores:
    """score = semantic weight * cosine + lexical weight * bm25.

    Neither is normalised within the query: a bm25 sum says how much of the query's information a tool matches, so
    that weak matches must not count as much as strong ones only because they are the best there are. A tool without
    a lexical hit has bm25 0; one without a vector is given the mean of the others' cosines.
    """

    def __init__(self, options: ScoresOptions) -> None:
        if options.semantic < 0 or options.lexical < 0:
            raise ValueError("weights must not be negative")
        self._options = options

    def fuse(self, lexical: Ranking | None, semantic: Ranking | None, limit: int, order: CatalogOrder) -> Ranking:
        arms = [(arm, self._weight(arm is semantic)) for arm in (lexical, semantic) if arm is not None]
        if not arms:
            return Ranking.empty("scores", answered=0)
        everyone = [_everyone(arm) for arm, _ in arms]
        present = np.zeros(max((int(ids.max()) + 1 for ids, _ in everyone if len(ids)), default=0), np.bool_)
        for known, _ in everyone:
            present[known] = True
        ids = np.flatnonzero(present).astype(np.int64, copy=False)
        ids = ids[np.argsort(order(ids), kind="stable")]
        total = np.zeros(len(ids))
        for (arm, weight), (known, scores) in zip(arms, everyone, strict=True):
            default = mean_of(scores) if arm is semantic else 0.0
            total += weight * _spread(ids, len(present), known, scores, default)
        held = leading(total, max(limit, *(len(arm) for arm, _ in arms)))
        return Ranking(
            "scores",
            ids[held],
            total[held],
            len(ids),
            notes=self._doubts(float(total[held[0]])) if len(arms) == 2 and len(ids) else (),
            answered=min(limit, len(ids)),
            everyone=Everyone(ids, total) if len(held) < len(ids) else None,
        )

    def _doubts(self, best: float) -> tuple[str, ...]:
        if best >= self._options.doubtful:
            return ()
        return (f"nothing fits well: the best score is {best:.2f}, below {self._options.doubtful:.2f}",)

    def _weight(self, semantic: bool) -> float:
        return self._options.semantic if semantic else self._options.lexical


def mean_of(scores: NDArray[np.floating[Any]]) -> float:
    """What a tool without a vector is given; 0 where there are none.

    Rounded, so that the order of adding up, which is another one with a depth, does not tell equal scores apart.
    """
    return round(float(scores.mean(dtype=np.float64)), 9) if len(scores) else 0.0


def _everyone(arm: Ranking) -> tuple[IdArray, ScoreArray]:
    if arm.everyone is None:
        return arm.ids, arm.scores
    return arm.everyone.ids, arm.everyone.scores.astype(np.float64, copy=False)


def _spread(ids: IdArray, room: int, known: IdArray, scores: ScoreArray, default: float) -> ScoreArray:
    """The arm's score for each of `ids` (all below `room`), `default` where it has none."""
    by_id = np.full(room, default)
    by_id[known] = scores
    return by_id[ids]


@fusion("scores")
def build(options: Options) -> Fusion:
    return Scores(read_options(ScoresOptions, options))
