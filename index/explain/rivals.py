"""The tools most easily taken for one: near in meaning, sharing its rare words, or ahead of it in its own queries."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from index.corpus import Corpus
from index.engines.triptych_terms import SPLIT
from index.explain.stems import SMALL, stems, words_of
from index.query import Query
from index.ranking import Answer, Unavailable
from index.store.tools import count_tools, tools_by_id
from index.suite.case import Case
from index.suite.names import Names
from index.tool import Tool
from index.vectors.space import VectorSpace

MOST = 4
"""Tools taken from each of the three lists."""

_RARE_SHARE, _RARE_LEAST = 0.1, 12
"""A word is rare that at most this share of the tools have, or at most this many."""


@dataclass(frozen=True, slots=True)
class SharedWord:
    """A rare word that both have, as this tool writes it; `tools` says how many have it."""

    word: str
    stem: str
    tools: int


@dataclass(frozen=True, slots=True)
class Rival:
    """`cosine` is between the two tools' texts, None without vectors. `shared` are rare words of both, the rarest
    first; `weight` the sum of their rarities. `wins` are the suite's queries, meant for the tool, that this one wins.
    """

    tool_id: int
    tool: Tool
    cosine: float | None = None
    shared: tuple[SharedWord, ...] = ()
    weight: float = 0.0
    wins: tuple[str, ...] = ()


def rivals(
    corpus: Corpus,
    tool_id: int,
    space: VectorSpace | Unavailable | None,
    wins: Mapping[int, tuple[str, ...]] | None = None,
) -> tuple[Rival, ...]:
    """First those that win its queries, then by nearness (or, without vectors, by shared rare words)."""
    tool = tools_by_id(corpus.connection, (tool_id,)).get(tool_id)
    if tool is None:
        return ()
    near = _cosines(space, tool_id) if isinstance(space, VectorSpace) else {}
    shared = _shared(corpus, tool_id, tool)
    wins = wins or {}
    size = count_tools(corpus.connection)
    weight = {other: sum(math.log(size / word.tools) for word in words) for other, words in shared.items()}
    nearest = sorted(near, key=lambda other: (-near[other], other))[:MOST]
    sharing = sorted(shared, key=lambda other: (-weight[other], other))[:MOST]
    winning = sorted(wins, key=lambda other: (-len(wins[other]), -near.get(other, 0.0), other))[:MOST]
    chosen = [other for other in dict.fromkeys((*winning, *nearest, *sharing)) if other != tool_id]
    tools = tools_by_id(corpus.connection, chosen)
    found = [
        Rival(other, tools[other], near.get(other), shared.get(other, ()), weight.get(other, 0.0), wins.get(other, ()))
        for other in chosen
        if other in tools
    ]
    return tuple(sorted(found, key=_closest_first))


def _closest_first(rival: Rival) -> tuple[float, ...]:
    return (-len(rival.wins), -(rival.cosine or 0.0), -rival.weight, rival.tool_id)


def suite_wins(
    cases: Iterable[Case], names: Names, tool_id: int, search: Callable[[Query], Answer]
) -> dict[int, tuple[str, ...]]:
    """Which tools stand before this one in the suite's queries that expect it, with those queries' texts."""
    won: dict[int, tuple[str, ...]] = {}
    for case in cases:
        expected = names.expected_ids(case)
        if tool_id not in expected:
            continue
        fused = search(case.query).fused
        rank = fused.rank_of(tool_id)
        ahead = fused.ids[: MOST if rank is None else min(rank - 1, MOST)].tolist()
        for other in ahead:
            if other not in expected:
                won[other] = (*won.get(other, ()), case.label)
    return won


def _cosines(space: VectorSpace, tool_id: int) -> dict[int, float]:
    """Cosine of every other tool's whole text (the first kind of text) with this one's."""
    if not len(space.kinds):
        return {}
    first = space.kinds == space.kinds.min()
    ids, matrix = space.tool_ids[first], space.matrix[first]
    at = np.flatnonzero(ids == tool_id)
    if not len(at):
        return {}
    cosines = matrix @ matrix[at[0]]
    return {int(other): float(cosine) for other, cosine in zip(ids, cosines, strict=True) if other != tool_id}


def _words_by_stem(tool: Tool) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words_of(f"{tool.name} {tool.description}"):
        for stem in stems(word):
            found.setdefault(stem, word)
    return found


def _shared(corpus: Corpus, tool_id: int, tool: Tool) -> dict[int, tuple[SharedWord, ...]]:
    """The rare words of the tool's name and description that others have in theirs, by tool."""
    corpus.ensure(SPLIT)
    vocabulary = f"temp.{SPLIT.name}_instances"
    corpus.connection.execute(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS {vocabulary} USING fts5vocab('main', '{SPLIT.name}', 'instance')"
    )
    most = max(_RARE_LEAST, count_tools(corpus.connection) * _RARE_SHARE)
    sql = f"SELECT DISTINCT doc FROM {vocabulary} WHERE term = ? AND col IN ('name', 'description') LIMIT ?"
    found: dict[int, list[SharedWord]] = {}
    for stem, word in _words_by_stem(tool).items():
        docs = [] if stem in SMALL else [row[0] for row in corpus.connection.execute(sql, (stem, int(most) + 1))]
        if 1 < len(docs) <= most:
            for doc in docs:
                found.setdefault(doc, []).append(SharedWord(word, stem, len(docs)))
    found.pop(tool_id, None)
    return {other: tuple(sorted(words, key=lambda word: (word.tools, word.stem))) for other, words in found.items()}
