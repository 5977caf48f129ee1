"""What an engine is. A new engine is one new module in this package that calls `register`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from index.corpus import Corpus
from index.embedder import Vector
from index.query import Query
from index.ranking import IdArray, Ranking, Unavailable
from index.store.fts import FtsTable
from index.tool import Tool
from index.vectors.space import VectorSpace


class LexicalEngine(Protocol):
    """Ranks by words. Built once a profile from the profile's options; called from one thread at a time."""

    tables: tuple[FtsTable, ...]

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        """The best `depth` hits (None: all), ties in catalog order. Any text is a valid query; none raises."""


@runtime_checkable
class Preparing(Protocol):
    """A lexical engine that can do some of its work before anybody searches."""

    def prepare(self, corpus: Corpus) -> bool:
        """One short step of it; False once there is nothing left to do. May be interrupted, and goes on later."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One text that stands for a tool in a vector space. `kind` is a small number the engine gives meaning to."""

    kind: int
    text: str


class SemanticEngine(Protocol):
    """Ranks by vectors. `space` names the set of texts: engines that embed the same texts share it.

    `adapter` and `text_adapter` are how much the model's adapters count in the vectors of queries and of tools' texts;
    0 for the model's own vectors. Engines of the same space have the same `text_adapter`.
    """

    space: str
    adapter: float
    text_adapter: float

    def facets(self, tool: Tool) -> tuple[Facet, ...]:
        """The texts that stand for a tool; pure: the same tool gives the same texts."""

    def query_text(self, query: Query) -> str:
        """What is embedded for a query; "" when there is nothing to embed."""

    def rank(self, space: VectorSpace, vector: Vector, query: Query, depth: int | None = None) -> Ranking | Unavailable:
        """Tools that have vectors, best first, less those beyond the engine's threshold.

        `depth` bounds the hits held (None: all); ties, also at the cut, are in catalog order. An engine that needs
        every tool's vector answers `Unavailable` while `space.missing` counts some.
        """


CatalogOrder = Callable[[IdArray], IdArray]
"""Tool ids to their places in catalog order (source, then position in it): the last word on every tie."""


class Fusion(Protocol):
    """Makes one ranking of two. `None` stands for an arm that is missing or could not answer."""

    def fuse(self, lexical: Ranking | None, semantic: Ranking | None, limit: int, order: CatalogOrder) -> Ranking:
        """The fused ranking; its `answered` is how many leading hits the real engine returns."""


Options = Mapping[str, Any]
