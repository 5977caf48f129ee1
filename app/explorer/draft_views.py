"""Views of what drafts would do, for the search thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.explorer.state import Asked, View
from app.explorer.views import ViewMaker
from index.corpus import Corpus
from index.draft.catalog import find_drafts
from index.draft.what_if import WhatIf
from index.errors import StoreError
from index.ranking import Answer, IdArray, Ranking, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from index.vectors.space import VectorSpace
from index.workspace import Workspace


class DraftViews:
    """Ranks the catalog with the drafts in it, and measures movement against the saved files."""

    def __init__(self, workspace: Workspace, maker: ViewMaker, clock: Callable[[], float]) -> None:
        self._maker = maker
        self._what_if = WhatIf(_Timed(workspace, clock))

    def view(self, asked: Asked, saved: Searcher, corpus: Corpus, depth: int | None) -> View:
        """The view with the drafts of the request; `saved` ranks the saved files. Raises StoreError."""
        before = saved.search(corpus, asked.query, depth=depth)
        if asked.compared is None:
            asked = replace(asked, compared=_ids(before))
        found = find_drafts(corpus.connection, asked.drafts)
        drafted = tuple(match.tool_id for match in found if match.can_be_ranked and match.tool_id is not None)
        made: list[View] = []

        def within(searcher: Searcher, edited: Corpus, answer: Answer) -> None:
            made.append(self._maker.view(asked, answer, searcher, edited, drafted))

        self._what_if.answer(asked.drafts, asked.profile, asked.query, depth=depth, vector=before.vector, within=within)
        if not made:
            raise StoreError("the drafts could not be ranked")
        return made[0]


class _Timed:
    """The workspace, with searchers that take their time from a given clock."""

    def __init__(self, workspace: Workspace, clock: Callable[[], float]) -> None:
        self._workspace = workspace
        self._clock = clock

    @property
    def store(self) -> Store:
        return self._workspace.store

    def searcher(self, profile_name: str) -> Searcher:
        searcher = self._workspace.searcher(profile_name)
        searcher.clock = self._clock
        return searcher

    def corpus(self) -> Corpus:
        return self._workspace.corpus()

    def space(self, name: str) -> VectorSpace | Unavailable:
        return self._workspace.space(name)


def _ids(answer: Answer) -> tuple[IdArray, IdArray, IdArray]:
    arms = (answer.lexical, answer.semantic, answer.fused)
    lexical, semantic, fused = (arm if isinstance(arm, Ranking) else Ranking.empty("") for arm in arms)
    return lexical.ids, semantic.ids, fused.ids
