"""Makes views out of answers: facts of the rows near the top, movement, notes. Runs on the worker's thread."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from app.explorer.matching import words_of
from app.explorer.state import Asked, Column, Cost, Facts, View
from index.answer import baseline_tokens, returned_tokens, savings_percent
from index.corpus import Corpus
from index.per_revision import PerRevision
from index.ranking import Answer, IdArray, Ranking, Unavailable
from index.searcher import Searcher
from index.standings import positions, standings
from index.store.tools import count_tools
from index.visible import visible_line
from index.workspace import Workspace

DRAFTED = " *"
"""After the name of a tool that is shown as its draft has it."""
TOOLS = PerRevision(lambda corpus: count_tools(corpus.connection))
"""How many tools the catalog has."""
BIG, BIG_DEPTH = 20_000, 2_000
"""From this many tools on, lexical arms hold only this many hits."""


class ViewMaker:
    """Keeps the names of tools by id for one revision of the catalog. One thread only."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._names: dict[int, tuple[str, str]] = {}
        self._revision = -1
        self._drafted: frozenset[int] = frozenset()

    def view(
        self, asked: Asked, answer: Answer, searcher: Searcher, corpus: Corpus, drafted: Collection[int] = ()
    ) -> View:
        """The snapshot of an answer. Names of tools in `drafted` carry a star."""
        columns = (
            self._arm(answer.lexical, "no lexical arm in this profile"),
            self._semantic(answer, searcher),
            Column(visible_line(answer.fused.engine), answer.fused, _joined(answer.fused.notes)),
        )
        revision = answer.generation
        self._turn_to(revision, drafted)
        shown = dict.fromkeys(number for column in columns for number in column.ranking.ids[: asked.rows].tolist())
        shown |= dict.fromkeys(drafted)
        if asked.selected is not None:
            shown[asked.selected] = None
        facts = self.facts(columns, tuple(shown), asked)
        spaces = (searcher.semantic.space,) if searcher.semantic is not None else ()
        cost, tools = cost_of(answer, corpus), TOOLS.of(corpus)
        return View(asked, columns, facts, words_of(answer), spaces, cost, revision, answer, tools)

    def words(self, ranking: Ranking, asked: Asked, corpus: Corpus) -> tuple[Column, Mapping[int, Facts]]:
        """The lexical column while there are no others yet, and the facts of the rows near its top."""
        self._turn_to(corpus.revision, ())
        column, none = self._arm(ranking, ""), Column("", Ranking.empty(""))
        shown = dict.fromkeys(ranking.ids[: asked.rows].tolist())
        return column, self.facts((column, none, none), shown, asked)

    def facts(self, columns: tuple[Column, Column, Column], ids: Iterable[int], asked: Asked) -> Mapping[int, Facts]:
        """The facts of these tools in those columns; tools that are gone are left out."""
        ids = tuple(ids)
        self._learn(ids)
        rankings = [column.ranking for column in columns]
        held = [standings(ranking, ids) for ranking in rankings]
        before = [_ranks(then, ids) for then in asked.compared] if asked.compared is not None else None
        made: dict[int, Facts] = {}
        for at, number in enumerate(ids):
            if number not in self._names:
                continue
            now, scores = zip(*(column[at] for column in held), strict=True)
            moves = None
            if before is not None:
                moves = tuple(
                    _move(column[at], rank) if len(then) else 0
                    for then, column, rank in zip(asked.compared or (), before, now, strict=True)
                )
            made[number] = Facts(*self._names[number], now, scores, moves)  # type: ignore[arg-type]
        return MappingProxyType(made)

    def _turn_to(self, revision: int, drafted: Collection[int]) -> None:
        """Forget the names of another state of the catalog; tools in `drafted` carry a star."""
        self._drafted = frozenset(drafted)
        if revision != self._revision:
            self._names.clear()
            self._revision = revision

    def _learn(self, ids: tuple[int, ...]) -> None:
        missing = [number for number in ids if number not in self._names]
        if missing:
            for number, (name, server) in self._workspace.names(missing).items():
                star = DRAFTED if number in self._drafted else ""
                self._names[number] = visible_line(name) + star, visible_line(server)

    def _arm(self, ranking: Ranking | Unavailable | None, absent: str) -> Column:
        if ranking is None:
            return Column("", Ranking.empty(""), absent=absent)
        if isinstance(ranking, Unavailable):
            return Column(
                visible_line(ranking.engine), Ranking.empty(ranking.engine), unavailable=visible_line(ranking.reason)
            )
        return Column(visible_line(ranking.engine), ranking, _joined(ranking.notes))

    def _semantic(self, answer: Answer, searcher: Searcher) -> Column:
        column = self._arm(answer.semantic, "no semantic arm in this profile")
        if searcher.semantic is None or column.unavailable or self._workspace.embedder is None:
            return column
        space = self._workspace.space(searcher.semantic.space)
        if isinstance(space, Unavailable) or not space.missing:
            return column
        held = len(space.order)
        alert = f"{held:,} of {held + space.missing:,} tools embedded"
        return replace(column, alert=alert)


def cost_of(answer: Answer, corpus: Corpus) -> Cost | None:
    """What the profile's answer costs an agent; None while there is no query."""
    if answer.query.is_empty:
        return None
    returned = returned_tokens(corpus, answer)
    return Cost(returned, savings_percent(returned, baseline_tokens(corpus)))


def _ranks(ids: IdArray, wanted: tuple[int, ...]) -> list[int | None]:
    """The rank from 1 of each wanted tool."""
    return [place + 1 if place >= 0 else None for place in positions(ids, np.array(wanted, np.int64)).tolist()]


def _move(then: int | None, now: int | None) -> int | None:
    return None if then is None or now is None else then - now


def _joined(notes: Iterable[str]) -> str:
    return " · ".join(visible_line(note) for note in notes if note)
