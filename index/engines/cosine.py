"""Cosine similarity between the query's vector and one vector a tool."""

from __future__ import annotations

import string
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vector
from index.engines.base import Facet, Options, SemanticEngine
from index.engines.options import read_options
from index.query import Query
from index.ranking import Everyone, Ranking, Unavailable
from index.registry import semantic_engine
from index.tool import Tool
from index.vectors.product import products
from index.vectors.space import VectorSpace

_FIELDS = ("name", "description", "server", "title")


@dataclass(frozen=True, slots=True)
class CosineOptions:
    """`text` is a template of what is embedded of a tool, with {name}, {description}, {server} and {title}.

    `query` is "description" (its text, verbatim, never the keywords) or "all" (description and keywords joined).
    Tools at a cosine distance (1 - cosine) above `max_distance` are left out. With `partial` false the arm is
    unavailable until every tool has its vector.
    """

    text: str = "{name} {description}"
    query: str = "description"
    max_distance: float | None = None
    partial: bool = True


class Cosine:
    """All tools by cosine, best first. Tools with the same template share a vector space between profiles."""

    adapter = text_adapter = 0.0

    def __init__(self, options: CosineOptions) -> None:
        fields = [part for part in string.Formatter().parse(options.text) if part[1] is not None]
        if not fields or any(name not in _FIELDS or spec or conversion for _, name, spec, conversion in fields):
            raise ValueError(f"option 'text' may use {', '.join(f'{{{name}}}' for name in _FIELDS)}: {options.text!r}")
        if options.query not in ("description", "all"):
            raise ValueError(f'option \'query\' must be "description" or "all", not {options.query!r}')
        self._options = options
        self.space = options.text

    def facets(self, tool: Tool) -> tuple[Facet, ...]:
        values = {"name": tool.name, "description": tool.description, "server": tool.server, "title": tool.title}
        return (Facet(0, self._options.text.format_map(values)),)

    def query_text(self, query: Query) -> str:
        return query.description if self._options.query == "description" else query.single_string

    def rank(self, space: VectorSpace, vector: Vector, query: Query, depth: int | None = None) -> Ranking | Unavailable:
        if space.missing and not self._options.partial:
            known = len(space.order)
            return Unavailable("cosine", f"vectors are being built: {known:,} of {known + space.missing:,} tools")
        ids = space.tool_ids
        cosines = products(space.matrix, vector)
        if self._options.max_distance is not None:
            near = cosines >= np.float32(1 - self._options.max_distance)
            if not near.all():
                ids, cosines = ids[near], cosines[near]
        order = _leading(cosines, depth)
        notes = (f"{space.missing:,} tools have no vector yet",) if space.missing else ()
        return Ranking(
            "cosine",
            ids[order],
            cosines[order].astype(np.float64),
            len(ids),
            input=self._input(query),
            notes=notes,
            everyone=Everyone(ids, cosines) if len(order) < len(ids) else None,
        )

    def _input(self, query: Query) -> str:
        keywords = any(word.strip() for word in query.keywords)
        return "description + keywords" if keywords and self._options.query == "all" else "description"


def _leading(scores: Vector, depth: int | None) -> NDArray[np.intp]:
    """Indices of the best `depth` scores, best first; equal scores by index, which is catalog order."""
    if depth is None or depth >= len(scores):
        return np.argsort(-scores, kind="stable")
    if depth == 0:
        return np.empty(0, np.intp)
    cut = np.partition(scores, len(scores) - depth)[len(scores) - depth]
    above = np.flatnonzero(scores > cut)
    level = np.flatnonzero(scores == cut)[: depth - len(above)]
    chosen = np.concatenate((above, level))
    return chosen[np.argsort(-scores[chosen], kind="stable")]


@semantic_engine("cosine")
def build(options: Options) -> SemanticEngine:
    return Cosine(read_options(CosineOptions, options))
