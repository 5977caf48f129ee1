"""One query through every profile: where each tool lands in each engine's answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from index.answer import FoundTools, find_tool_answer
from index.corpus import Corpus
from index.embedder import Vector
from index.order import catalog_places
from index.profile import Profile
from index.query import Query
from index.ranking import Answer, Dropped, Ranking, Rewrite
from index.searcher import Searcher
from index.store.tools import tools_by_id
from index.tool import Tool


@dataclass(frozen=True, slots=True)
class Cell:
    """A tool's rank in a profile's fused ranking; `answered` is false beyond what the engine would return."""

    rank: int
    answered: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One profile: its answer and what it did to the query's words."""

    profile: Profile
    answer: Answer
    found: FoundTools

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        return self.answer.lexical.dropped if isinstance(self.answer.lexical, Ranking) else ()

    @property
    def rewrites(self) -> tuple[Rewrite, ...]:
        return self.answer.lexical.rewrites if isinstance(self.answer.lexical, Ranking) else ()


@dataclass(frozen=True, slots=True)
class Row:
    """One tool; `cells` run beside the columns, None where the profile does not rank it."""

    tool_id: int
    tool: Tool
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every tool that some profile answers, and those asked for."""

    query: Query
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def sorted_by(self, number: int) -> tuple[Row, ...]:
        """The rows by one column's rank, tools it does not rank last; ties keep their order."""
        return tuple(sorted(self.rows, key=lambda row: _rank(row.cells[number])))


def compare(
    searchers: Sequence[Searcher],
    corpus: Corpus,
    query: Query,
    *,
    tool_ids: Iterable[int] = (),
    depth: int | None = None,
) -> Comparison:
    """Rank with every searcher; each distinct text is embedded once with each adapter.

    Rows are in order of their best rank, then of how many profiles rank them, then in catalog order. `tool_ids` have
    a row even where no profile answers them; `depth` is as in `Searcher.search`.
    """
    vectors: dict[tuple[str, float], Vector] = {}
    columns = []
    for searcher in searchers:
        embedded = searcher.query_text(query), searcher.adapter
        answer = searcher.search(corpus, query, depth=depth, vector=vectors.get(embedded))
        if answer.vector is not None:
            vectors[embedded] = answer.vector
        columns.append(Column(searcher.profile, answer, find_tool_answer(corpus, answer, searcher.profile)))
    return Comparison(query, tuple(columns), _rows(columns, corpus, tool_ids))


def _rows(columns: Sequence[Column], corpus: Corpus, tool_ids: Iterable[int]) -> tuple[Row, ...]:
    asked = dict.fromkeys(found.tool_id for column in columns for found in column.found.tools)
    ids = list(asked | dict.fromkeys(tool_ids))
    tools = tools_by_id(corpus.connection, ids)
    rows = [
        Row(tool_id, tools[tool_id], tuple(_cell(column.answer.fused, tool_id) for column in columns))
        for tool_id in ids
        if tool_id in tools
    ]
    places = catalog_places(corpus, np.array([row.tool_id for row in rows], np.int64)).tolist()
    order = sorted(range(len(rows)), key=lambda at: (*_importance(rows[at]), places[at]))
    return tuple(rows[at] for at in order)


def _cell(fused: Ranking, tool_id: int) -> Cell | None:
    rank = fused.rank_of(tool_id)
    if rank is None:
        return None
    return Cell(rank, fused.answered is None or rank <= fused.answered)


def _importance(row: Row) -> tuple[float, int]:
    ranked = [cell for cell in row.cells if cell is not None]
    return min((cell.rank for cell in ranked), default=float("inf")), -len(ranked)


def _rank(cell: Cell | None) -> float:
    return float("inf") if cell is None else cell.rank
