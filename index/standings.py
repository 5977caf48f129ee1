"""Rank and score of many tools in one ranking, in one pass: what `rank_of` and `score_of` give for each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from index.ranking import Everyone, IdArray, Ranking, ScoreArray

Standing = tuple[int | None, float | None]
"""Rank from 1 and score; None twice where there is no hit, or one beyond what the ranking knows."""

NOWHERE: Standing = (None, None)


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
    ordered = np.sort(everyone.scores)
    scores: ScoreArray = everyone.scores[at].astype(np.float64)
    first, last = (np.searchsorted(ordered, everyone.scores[at], side) for side in ("left", "right"))
    found: list[Standing] = []
    for place, score, begin, end in zip(at.tolist(), scores.tolist(), first.tolist(), last.tolist(), strict=True):
        if place < 0:
            found.append(NOWHERE)
            continue
        before = 0
        if end - begin > 1:  # equal scores are in catalog order
            before = int(np.count_nonzero(everyone.scores[:place] == everyone.scores[place]))
        found.append((len(ordered) - end + before + 1, score))
    return found
