"""What an explainer is given: a ranking that is there already, and the tool in question."""

from __future__ import annotations

from dataclasses import dataclass

from index.corpus import Corpus
from index.embedder import Vector
from index.query import Query
from index.ranking import Ranking
from index.tool import Tool
from index.vectors.space import VectorSpace


@dataclass(frozen=True, slots=True, eq=False)
class LexicalCase:
    """`ranking` is what the engine answered to `query` over `corpus`."""

    corpus: Corpus
    query: Query
    ranking: Ranking
    tool_id: int
    tool: Tool


@dataclass(frozen=True, slots=True, eq=False)
class Plain:
    """The vectors of a query and of a tool's texts without the adapter.

    `rows` (float32, shape (texts, d)) are in the order of the snapshot's; None where those are without it as they are.
    """

    vector: Vector
    rows: Vector | None


@dataclass(frozen=True, slots=True, eq=False)
class SemanticCase:
    """`ranking` is what the engine answered to `vector`, which embeds `query`, over `space`.

    `plain` is what it would have been without the adapter, None where none was used.
    """

    space: VectorSpace
    vector: Vector
    plain: Plain | None
    query: Query
    ranking: Ranking
    tool_id: int
    tool: Tool


@dataclass(frozen=True, slots=True, eq=False)
class FusionCase:
    """What a fusion was given and what it made of it; `limit` is how many tools it was asked for."""

    lexical: Ranking | None
    semantic: Ranking | None
    fused: Ranking
    limit: int
    tool_id: int

    @property
    def arms(self) -> tuple[tuple[str, Ranking], ...]:
        """The arms that answered, by name."""
        named = (("lexical", self.lexical), ("semantic", self.semantic))
        return tuple((name, arm) for name, arm in named if arm is not None)
