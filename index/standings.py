"""Rank and score of many tools in one ranking, in one pass: what `rank_of` and `score_of` give for each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from index.ranking import Everyone, IdArray, Ranking, ScoreArray

Standing = tuple[int | None, float | None]
"""Rank from 1 and score; None twice where there is no hit, or one beyond what the ranking knows."""

NOWHERE: Standing = (None, None)

_BINS = 8_192
"""That many scores are sorted as quickly as they are told apart."""


def standings(ranking: Ranking, ids: Sequence[int]) -> list[Standing]:
    """Where each tool stands, in the order of `ids`."""
    wanted = np.array(ids, np.int64).reshape(-1)
    at = positions(ranking.ids, wanted)
    found: list[Standing] = [NOWHERE] * len(wanted)
    for number in np.flatnonzero(at >= 0).tolist():
        place = int(at[number])
        found[number] = place + 1, float(ranking.scores[place])
    if ranking.everyone is not None:
        beyond = np.flatnonzero(at < 0)
        for number, standing in zip(beyond.tolist(), _beyond(ranking.everyone, wanted[beyond]), strict=True):
            found[number] = standing
    return found


def positions(ids: IdArray, wanted: IdArray) -> IdArray:
    """The index of each wanted tool in `ids`, -1 where it is not there."""
    if not len(ids) or not len(wanted):
        return np.full(len(wanted), -1, np.int64)
    by_id = np.full(max(int(ids.max()), int(wanted.max())) + 1, -1, np.int64)
    by_id[ids] = np.arange(len(ids))
    return by_id[wanted]


def _beyond(everyone: Everyone, wanted: IdArray) -> list[Standing]:
    at = positions(everyone.ids, wanted)
    higher, near = sorted_near(everyone.scores, at)
    scores: ScoreArray = everyone.scores[at].astype(np.float64)
    first, last = (np.searchsorted(near, everyone.scores[at], side) for side in ("left", "right"))
    found: list[Standing] = []
    columns = (column.tolist() for column in (at, scores, first, last, higher))
    for place, score, begin, end, above in zip(*columns, strict=True):
        if place < 0:
            found.append(NOWHERE)
            continue
        before = 0
        if end - begin > 1:  # equal scores are in catalog order
            before = int(np.count_nonzero(everyone.scores[:place] == everyone.scores[place]))
        found.append((above + len(near) - end + before + 1, score))
    return found


def sorted_near(scores: NDArray[np.floating], at: IdArray, bins: int = _BINS) -> tuple[IdArray, NDArray[np.floating]]:
    """What tells the ranks of scores `at` some places without sorting all: only those near them are sorted.

    Returns:
        For each place how many scores are higher and are not among the second, and those near any of them, rising.

    """
    low, high = (float(scores.min()), float(scores.max())) if len(scores) else (0.0, 0.0)
    step = (high - low) / (bins - 1)
    if len(scores) < bins or not step:
        return np.zeros(len(at), np.int64), np.sort(scores)
    bin_of = ((scores.astype(np.float64) - low) / step).astype(np.intp)  # never falls as the score rises
    wanted = np.zeros(bin_of.max() + 1, bool)
    wanted[bin_of[at]] = True
    others = np.bincount(bin_of)
    others[wanted] = 0
    return others[::-1].cumsum()[::-1][bin_of[at]], np.sort(scores[wanted[bin_of]])
