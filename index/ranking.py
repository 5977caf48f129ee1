"""Rankings: what an arm or a fusion answers, with everything a reader needs to judge it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from index.query import Query

IdArray = NDArray[np.int64]
ScoreArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A query word the engine left out, and why ("noise", "stop word", "not a word", "already there")."""

    word: str
    why: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A query word the engine replaced or widened: `kind` is "corrected", "synonym", "prefix" or "stem"."""

    word: str
    kind: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Everyone:
    """The scores of all hits, also of those a ranking does not hold because of its depth.

    `ids` (int64) and `scores` (shape (n,), any float type) are in catalog order, not by score.
    """

    ids: IdArray
    scores: NDArray[np.floating]

    def rank_of(self, tool_id: int) -> int | None:
        """Its rank from 1 in the total order (score falling, then catalog order), or None if it is no hit."""
        at = self._index(tool_id)
        if at is None:
            return None
        score = self.scores[at]
        return int(np.count_nonzero(self.scores > score) + np.count_nonzero(self.scores[:at] == score)) + 1

    def score_of(self, tool_id: int) -> float | None:
        at = self._index(tool_id)
        return None if at is None else float(self.scores[at])

    def _index(self, tool_id: int) -> int | None:
        found = np.flatnonzero(self.ids == tool_id)
        return int(found[0]) if len(found) else None


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Hits in order, best first; arrays, since a catalog may have 100,000 tools.

    `ids` (int64, shape (n,)) are tool ids, `scores` (float64, shape (n,)) are higher-is-better and never increase;
    equal scores are in catalog order (source, then position in it), so the order is total. `total` counts all hits,
    also those beyond a `depth` the caller asked for (then n < total). `input` says which text the engine searched
    for: "keywords", "description", "description + keywords", ...; `match` is the expression given to SQLite, if any.
    `answered` is how many leading hits a real engine would return; only fusions set it below `total`.
    `everyone` lets `rank_of` answer for tools beyond the depth held; without it those have no rank.
    """

    engine: str
    ids: IdArray
    scores: ScoreArray
    total: int
    elapsed_ms: float = 0.0
    match: str = ""
    input: str = ""
    dropped: tuple[Dropped, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    notes: tuple[str, ...] = ()
    answered: int | None = None
    everyone: Everyone | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.ids)

    def rank_of(self, tool_id: int) -> int | None:
        """The tool's rank, counted from 1, or None if it is no hit, or one beyond what the ranking knows."""
        found = np.flatnonzero(self.ids == tool_id)
        if len(found):
            return int(found[0]) + 1
        return self.everyone.rank_of(tool_id) if self.everyone is not None else None

    def score_of(self, tool_id: int) -> float | None:
        """The tool's score, or None where it has no rank."""
        found = np.flatnonzero(self.ids == tool_id)
        if len(found):
            return float(self.scores[found[0]])
        return self.everyone.score_of(tool_id) if self.everyone is not None else None

    @staticmethod
    def empty(engine: str, *, notes: tuple[str, ...] = (), **more: object) -> Ranking:
        """A ranking without hits: an answer ("nothing matches"), not a failure."""
        return Ranking(engine, np.empty(0, np.int64), np.empty(0, np.float64), 0, notes=notes, **more)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Unavailable:
    """An arm that could not answer, and why, in words for the user. Never shown as "no results"."""

    engine: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """One query through one profile. An arm is None when the profile has none."""

    query: Query
    profile: str
    lexical: Ranking | Unavailable | None
    semantic: Ranking | Unavailable | None
    fused: Ranking
    generation: int = 0
    vector: NDArray[np.float32] | None = field(default=None, repr=False)
