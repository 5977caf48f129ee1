"""Explains, measures words and finds rivals for the panes, on threads of its own; posts what it finds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from textual.message import Message

from app.explorer.panes.explain_messages import EffectsMeasured, ExplainFailed, ExplanationMade, RivalsFound
from app.explorer.panes.latest_worker import IsStale, LatestWorker
from app.explorer.state import View
from app.explorer.views import BIG, BIG_DEPTH
from index.corpus import Corpus
from index.draft.draft import ToolKey
from index.draft.what_if import WhatIf
from index.errors import TriptychError
from index.explain.explainer import Explainer
from index.explain.occlusion import VectorCache, WordEffect, effects
from index.explain.rivals import rivals, suite_wins
from index.ranking import Answer
from index.searcher import Searcher
from index.suite.discover import load_found
from index.suite.names import names_in
from index.workspace import Workspace

Post = Callable[[Message], object]
PAUSE = 0.12
"""Seconds without a key before words are left out in turn: the model is busy with what is typed."""


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """One tool of one view; `stamp` counts the pane's requests."""

    stamp: int
    view: View
    tool_id: int


class _Desk:
    """What the desks share: searchers of the thread that works here."""

    def __init__(self, workspace: Workspace, post: Post) -> None:
        self.workspace = workspace
        self.post = post
        self._searchers: dict[str, Searcher] = {}

    def searcher(self, name: str) -> Searcher:
        kept = self._searchers.get(name)
        if kept is None or kept.profile != self.workspace.profiles.get(name):
            kept = self._searchers[name] = self.workspace.searcher(name)
        return kept

    def guarded(self, wanted: Wanted, work: Callable[[], None], *, of_words: bool = False) -> None:
        """Do the work; what goes wrong becomes a message."""
        try:
            work()
        except (TriptychError, RuntimeError, sqlite3.Error) as error:
            self.post(ExplainFailed(wanted.stamp, str(error), of_words))
        except Exception as error:  # the worker's edge: a fault in one explainer must not end the session
            self.post(ExplainFailed(wanted.stamp, f"{type(error).__name__}: {error}", of_words))


class ExplainDesk(_Desk):
    """Explanations at once, from the answer on screen; the words' effects after them, from a second thread.

    That thread waits for the model, which a selection that moves on must not.
    """

    def __init__(self, workspace: Workspace, post: Post) -> None:
        super().__init__(workspace, post)
        self._explaining: LatestWorker[Wanted] = LatestWorker("triptych-explain", self._explain)
        self._measuring: LatestWorker[Wanted] = LatestWorker("triptych-words", self._measure, PAUSE)
        self._vectors = VectorCache(workspace.embedder) if workspace.embedder is not None else None
        self._measurers = _Desk(workspace, post)
        self._what_if = WhatIf(workspace)
        self._explainer: tuple[tuple[int, Searcher], Explainer] | None = None

    def ask(self, wanted: Wanted) -> None:
        self._explaining.ask(wanted)
        if self._vectors is not None:
            self._measuring.ask(wanted)

    @property
    def is_idle(self) -> bool:
        return self._explaining.is_idle and self._measuring.is_idle

    def cancel(self) -> None:
        """The pane was closed: stop measuring."""
        self._explaining.cancel()
        self._measuring.cancel()

    def stop(self) -> None:
        self._explaining.stop()
        self._measuring.stop()

    def _explain(self, wanted: Wanted, is_stale: IsStale) -> None:
        def work() -> None:
            corpus = self.workspace.corpus()
            searcher = self.searcher(wanted.view.asked.profile)
            if wanted.view.asked.drafts:
                self._explain_draft(wanted)
                return
            answer = wanted.view.answer
            if answer is None or answer.generation != corpus.revision:
                answer = searcher.search(corpus, wanted.view.asked.query, depth=_depth(self.workspace))
            if is_stale():
                return
            if self._explainer is None or self._explainer[0] != (corpus.revision, searcher):
                self._explainer = ((corpus.revision, searcher), Explainer(corpus, searcher, self.workspace.space))
            self.post(ExplanationMade(wanted.stamp, self._explainer[1].explain(answer, wanted.tool_id)))

        self.guarded(wanted, work)

    def _explain_draft(self, wanted: Wanted) -> None:
        """The drafts can only be seen while they are ranked: so rank them again, and explain within."""
        asked, answer = wanted.view.asked, wanted.view.answer

        def within(searcher: Searcher, corpus: Corpus, made: Answer) -> None:
            found = Explainer(corpus, searcher, searcher.space_of).explain(made, wanted.tool_id)
            self.post(ExplanationMade(wanted.stamp, found))

        self._what_if.answer(
            asked.drafts,
            asked.profile,
            asked.query,
            depth=_depth(self.workspace),
            vector=answer.vector if answer is not None else None,
            within=within,
        )

    def _measure(self, wanted: Wanted, is_stale: IsStale) -> None:
        def work() -> None:
            engine = self._measurers.searcher(wanted.view.asked.profile).semantic
            tool = self.workspace.tools((wanted.tool_id,)).get(wanted.tool_id)
            if tool is not None:
                key = ToolKey.of(tool)
                draft = next((one for one in wanted.view.asked.drafts if one.key == key), None)
                tool = tool if draft is None else draft.apply(tool)
            measured: list[WordEffect] = []
            if engine is not None and tool is not None and self._vectors is not None:
                for some in effects(engine, self._vectors, wanted.view.asked.query, tool):
                    if is_stale():
                        return
                    measured += some
                    self.post(EffectsMeasured(wanted.stamp, tuple(measured), False))
            self.post(EffectsMeasured(wanted.stamp, tuple(measured), True))

        self.guarded(wanted, work, of_words=True)


class RivalsDesk(_Desk):
    """The tools most easily taken for one, and those that win the queries a suite has for it."""

    def __init__(self, workspace: Workspace, post: Post) -> None:
        super().__init__(workspace, post)
        self._finding: LatestWorker[Wanted] = LatestWorker("triptych-rivals", self._find)

    def ask(self, wanted: Wanted) -> None:
        self._finding.ask(wanted)

    @property
    def is_idle(self) -> bool:
        return self._finding.is_idle

    def cancel(self) -> None:
        self._finding.cancel()

    def stop(self) -> None:
        self._finding.stop()

    def _find(self, wanted: Wanted, is_stale: IsStale) -> None:
        def work() -> None:
            corpus = self.workspace.corpus()
            searcher = self.searcher(wanted.view.asked.profile)
            space = self.workspace.space(searcher.semantic.space) if searcher.semantic is not None else None
            tool = self.workspace.tools((wanted.tool_id,)).get(wanted.tool_id)
            if tool is None:
                return
            self.post(RivalsFound(wanted.stamp, tool, rivals(corpus, wanted.tool_id, space)))
            cases = load_found(self.workspace.directory).cases
            names = names_in(corpus.connection)
            meant = [case for case in cases if wanted.tool_id in names.expected_ids(case)]
            if not meant or is_stale():
                return

            search = partial(searcher.search, corpus, depth=_depth(self.workspace))
            wins = suite_wins(meant, names, wanted.tool_id, search)
            if wins and not is_stale():
                self.post(RivalsFound(wanted.stamp, tool, rivals(corpus, wanted.tool_id, space, wins)))

        self.guarded(wanted, work)


def _depth(workspace: Workspace) -> int | None:
    return BIG_DEPTH if workspace.status().tools > BIG else None
