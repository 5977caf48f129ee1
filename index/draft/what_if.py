"""What a draft would do: the ordinary engines over the catalog with the drafts in it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from index.corpus import Corpus
from index.draft.catalog import Edited, draft_catalog, edited, position_of
from index.draft.draft import Draft
from index.draft.effect import Effect
from index.draft.overlay import Row, overlaid
from index.embedder import Embedder, Vector, text_identity
from index.engines.base import SemanticEngine
from index.order import catalog_places
from index.query import Query
from index.ranking import Answer, Unavailable
from index.searcher import Searcher
from index.suite.case import Suite
from index.suite.names import names_in
from index.suite.outcome import CaseOutcome
from index.suite.runner import Catalog, Progress, SuiteRunner, judge
from index.tool import Tool
from index.vectors.space import VectorSpace, vector_key

HELD_SECONDS = 0.015
"""The longest the index's write lock is held for ranking; a single query may take longer."""
PAUSE_SECONDS = 0.01
"""Between two such times: a waiting sync tries again only every few milliseconds."""
_VECTORS_KEPT = 2_000


@dataclass(slots=True)
class _Prepared:
    """A profile's searcher, and while it ranks one state of the drafts the vector space with the drafts in it."""

    searcher: Searcher
    space: VectorSpace | Unavailable | None = None

    def space_of(self, name: str) -> VectorSpace | Unavailable:
        return self.space if self.space is not None else Unavailable(name, "no vectors")


class WhatIf:
    """Ranks drafts. Use from one thread; keep it, since it remembers vectors and engines between keystrokes.

    Args:
        catalog: the workspace.
        runner: evaluates the suite without drafts, to compare with; it must be used by the same thread.
        clock: seconds, for how long the write lock is held.
        rest: waits so many seconds between two such times.

    """

    def __init__(
        self,
        catalog: Catalog,
        runner: SuiteRunner | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        rest: Callable[[float], object] | None = None,
    ) -> None:
        self._catalog = catalog
        self._runner = runner if runner is not None else SuiteRunner(catalog)
        self._state: Edited | None = None
        self._prepared: dict[str, _Prepared] = {}
        self._vectors: OrderedDict[bytes, Vector] = OrderedDict()
        self._clock = clock
        self._rest = rest if rest is not None else threading.Event().wait

    def answer(
        self,
        drafts: tuple[Draft, ...],
        profile: str,
        query: Query,
        *,
        depth: int | None = None,
        vector: Vector | None = None,
        within: Callable[[Searcher, Corpus, Answer], None] | None = None,
    ) -> Answer:
        """What this query would be answered if the drafts were saved.

        `within` is called with the searcher, the drafts' corpus and the answer while the drafts can still be seen:
        explanations are worked out there. The answer's generation is a negative number no committed catalog has.

        Raises:
            StoreError: the index is locked by another process for too long.
            UsageError: the profile is unknown.

        """
        state = self._edited(drafts)
        with self._ready(state, profile) as searcher, draft_catalog(self._catalog.store, state) as corpus:
            answer = searcher.search(corpus, query, depth=depth, vector=vector)
            if within is not None:
                within(searcher, corpus, answer)
        return answer

    def suite_effect(
        self,
        drafts: tuple[Draft, ...],
        profile: str,
        suite: Suite,
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Effect | None:
        """The suite before and after, or None when cancelled.

        A tool that a draft renames is still the one its old name in the suite means. Raises like `answer`.
        """
        before = self._runner.run(suite, profile, cancelled=cancelled)
        if before is None:
            return None
        names = names_in(self._catalog.store.connection())
        vectors = self._query_vectors(self._runner.searcher(profile), suite)
        after: list[CaseOutcome] = []
        while len(after) < len(suite.cases):
            if cancelled is not None and cancelled():
                return None
            state = self._edited(drafts)
            with self._ready(state, profile) as searcher, draft_catalog(self._catalog.store, state) as corpus:
                ends = self._clock() + HELD_SECONDS
                while len(after) < len(suite.cases):
                    case, vector = suite.cases[len(after)], vectors[len(after)]
                    answer = searcher.search(corpus, case.query, depth=None, vector=vector)
                    after.append(judge(case, answer, names.expected_ids(case), names))
                    if self._clock() > ends:
                        break
            if progress is not None:
                progress(len(after), len(suite.cases))
            if len(after) < len(suite.cases):
                self._rest(PAUSE_SECONDS)
        return Effect(profile, before.cases, tuple(after))

    def _query_vectors(self, searcher: Searcher, suite: Suite) -> list[Vector | None]:
        try:
            return [self._runner.vector(searcher, case.query) for case in suite.cases]
        except RuntimeError:  # the model stopped: the searcher finds out again and says so
            return [None] * len(suite.cases)

    def _edited(self, drafts: tuple[Draft, ...]) -> Edited:
        """The drafts on the present catalog; worked out anew when either changed."""
        state = self._state
        if (
            state is None
            or state.drafts != drafts
            or (state.epoch, state.generation) != position_of(self._catalog.store)
        ):
            state = edited(self._catalog.store, drafts)
            self._state = state
        return state

    @contextlib.contextmanager
    def _ready(self, state: Edited, profile: str) -> Iterator[Searcher]:
        """A profile's searcher with the drafts in its vectors. Those, as many as the catalog's, are not kept."""
        prepared = self._prepare(state, profile)
        try:
            yield prepared.searcher
        finally:
            prepared.space = None

    def _prepare(self, state: Edited, profile: str) -> _Prepared:
        fresh = self._catalog.searcher(profile)
        prepared = self._prepared.get(profile)
        if prepared is None or prepared.searcher.profile != fresh.profile:
            prepared = _Prepared(fresh)
            prepared.searcher = Searcher(fresh.profile, fresh.embedder, prepared.space_of)
            prepared.searcher.clock = fresh.clock
            self._prepared[profile] = prepared
        searcher = prepared.searcher
        if searcher.lexical is not None:
            for table in searcher.lexical.tables:
                self._catalog.store.ensure(table)
        if searcher.semantic is not None and searcher.embedder is not None:
            prepared.space = self._space(state, searcher.semantic, searcher.embedder)
        return prepared

    def _space(self, state: Edited, engine: SemanticEngine, embedder: Embedder) -> VectorSpace | Unavailable:
        space = self._catalog.space(engine.space)
        if isinstance(space, Unavailable):
            return space
        try:
            changed = {tool_id: self._rows(engine, embedder, tool) for tool_id, tool in state.tools.items()}
        except RuntimeError as error:
            return Unavailable(engine.space, str(error))
        return overlaid(space, changed, partial(catalog_places, self._catalog.corpus()))

    def _rows(self, engine: SemanticEngine, embedder: Embedder, tool: Tool) -> tuple[Row, ...]:
        """The vectors of one edited tool: those known already, and the rest embedded now. Raises RuntimeError."""
        facets = engine.facets(tool)
        identity = text_identity(embedder, engine.text_adapter)
        keys = [vector_key(identity, facet.text) for facet in facets]
        missing = {key: facet.text for key, facet in zip(keys, facets, strict=True) if not self._known(key, embedder)}
        if missing:
            vectors = embedder.embed_passages(list(missing.values()), engine.text_adapter)
            for key, vector in zip(missing, vectors, strict=True):
                self._vectors[key] = vector
        for key in keys:
            self._vectors.move_to_end(key)
        rows = tuple(Row(facet.kind, key, self._vectors[key]) for key, facet in zip(keys, facets, strict=True))
        while len(self._vectors) > _VECTORS_KEPT:
            self._vectors.popitem(last=False)
        return rows

    def _known(self, key: bytes, embedder: Embedder) -> bool:
        if key in self._vectors:
            return True
        connection = self._catalog.store.connection()
        row = connection.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        if row is None or len(row[0]) != embedder.dimensions * 4:
            return False
        self._vectors[key] = np.frombuffer(row[0], np.float32)
        return True
