"""What a semantic engine's score is made of."""

from __future__ import annotations

from dataclasses import dataclass

NO_ADAPTER = "without the adapters, which were learned for another model"


@dataclass(frozen=True, slots=True)
class FacetShare:
    """One of the texts that stand for a tool: its cosine with the query, its weight, and what it adds to the score.

    Of several texts of one kind only the nearest may count; the others have `counts` false and share 0.
    """

    kind: str
    text: str
    cosine: float
    weight: float
    share: float
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SemanticExplanation:
    """A tool's semantic score: the sum of its facets' shares.

    `score` is what is shown; also given for a tool that the engine's threshold leaves out, with `rank` the place it
    would have. `opening` is how many characters of a long description are embedded with the name, None where all are.
    `distance` is 1 - score; `max_distance` the threshold, None where there is none; `is_hit` whether
    the tool is in the ranking. `score` is None while the tool has no vector (`waiting`). `unadapted` is what the score
    would be without the adapter, None where none was used.
    """

    engine: str
    rank: int | None
    score: float | None
    total: int
    query_text: str
    facets: tuple[FacetShare, ...] = ()
    max_distance: float | None = None
    is_hit: bool = True
    waiting: bool = False
    exact: bool = True
    unadapted: float | None = None
    opening: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def distance(self) -> float | None:
        """Cosine distance from 0 (the same) to 2 (the opposite)."""
        return None if self.score is None else 1.0 - self.score

    @property
    def sum(self) -> float:
        return sum(facet.share for facet in self.facets)
