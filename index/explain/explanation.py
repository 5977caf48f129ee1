"""Why a tool has its rank, or has none: everything the pane and `triptych explain` show."""

from __future__ import annotations

from dataclasses import dataclass

from index.explain.fused import FusionExplanation
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import SemanticExplanation
from index.query import Query
from index.ranking import Unavailable
from index.tool import Tool


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that keeps a tool out. `code` is for programs: "no-word", "not-every-word", "beyond-distance",
    "no-vector", "unavailable", "not-taking-part", "quota-full", "cut", "no-hit".
    """

    code: str
    arm: str
    text: str


@dataclass(frozen=True, slots=True)
class LastPlace:
    """Who holds the last place a tool could have had, in which ranking, and the scores between them.

    `margin` is in that ranking's own points, None where the tool has no score there.
    """

    arm: str
    tool_id: int
    name: str
    server: str
    rank: int
    score: float
    margin: float | None


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a tool is not in the answer."""

    reasons: tuple[Reason, ...]
    last: tuple[LastPlace, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """The first tool of the fused ranking, explained like the tool itself to compare with."""

    tool_id: int
    name: str
    server: str
    lexical: LexicalExplanation | None
    semantic: SemanticExplanation | None
    fusion: FusionExplanation


@dataclass(frozen=True, slots=True)
class Explanation:
    """One tool, one query, one profile.

    An arm is None where the profile has none. `missing` is None for a tool in the answer, `winner` for the first.
    `absent` are query words that stand nowhere in the tool's name, description or parameters. `lead` is how much more
    the first tool's fused score is than the second's, None for others. In plain words `standing` says where it stands
    and by how much, `sentences` why, `advice` what its author may change.
    """

    query: Query
    profile: str
    tool_id: int
    tool: Tool
    lexical: LexicalExplanation | Unavailable | None
    semantic: SemanticExplanation | Unavailable | None
    fusion: FusionExplanation
    missing: Missing | None
    winner: Winner | None
    absent: tuple[str, ...]
    lead: float | None = None
    standing: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def gap(self) -> float | None:
        """How much more the first tool's fused score is; None for the first itself and where scores do not compare."""
        theirs = self.winner.fusion.score if self.winner is not None and self.fusion.adds_up else None
        return None if theirs is None or self.fusion.score is None else theirs - self.fusion.score
