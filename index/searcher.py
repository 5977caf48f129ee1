"""One query through one profile: the only way the explorer, the command line and the checks rank anything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from index.corpus import Corpus
from index.embedder import Embedder, Vector
from index.engines.base import Preparing
from index.order import catalog_places
from index.profile import Profile
from index.query import Query
from index.ranking import Answer, Ranking, Unavailable
from index.registry import build_fusion, build_lexical, build_semantic
from index.vectors.space import VectorSpace

T = TypeVar("T")
Meanwhile = Callable[[Ranking, "Future[_Embedded]"], object]
"""Called with the lexical ranking while the model still works, and with what will hold the query's vector."""
SpaceOf = Callable[[str], VectorSpace | Unavailable]
"""Gives the present snapshot of a vector space by its name, or says why there is none."""


class Searcher:
    """Composes a profile's arms and fusion. Not thread-safe: one searcher a thread.

    Args:
        profile: which engines and fusion.
        embedder: the model, or None for lexical-only work (`--no-semantic`).
        space_of: where vectors come from; called once a search.

    Raises:
        ProfileError: the profile names an engine that does not exist or gives it wrong options.

    """

    def __init__(self, profile: Profile, embedder: Embedder | None, space_of: SpaceOf) -> None:
        self.profile = profile
        self.embedder = embedder
        self.space_of = space_of
        self.clock: Callable[[], float] = time.perf_counter  # seconds; tests give one that stands still
        source = f"profile {profile.name}"
        self.lexical = build_lexical(profile.lexical, source=source) if profile.lexical else None
        self.semantic = build_semantic(profile.semantic, source=source) if profile.semantic else None
        self.fusion = build_fusion(profile.fusion, source=source)

    def search(
        self,
        corpus: Corpus,
        query: Query,
        *,
        depth: int | None = None,
        limit: int | None = None,
        vector: Vector | None = None,
        meanwhile: Meanwhile | None = None,
    ) -> Answer:
        """Rank.

        A failing model makes the semantic arm `Unavailable`; it never raises and never stops the lexical arm.

        Args:
            corpus: the calling thread's view of the catalog.
            query: what is asked; any text is valid.
            depth: how many hits each arm holds at most (None: all).
            limit: how many tools the caller would like answered; raises the profile's own limit as far as its
                `max_limit`. A smaller one is the reader's business: the real engine's answer stays what it is.
            vector: the query's embedding, where it is known already.
            meanwhile: may use the time until the model answers; the search goes on when it returns.

        """
        begun = self._begin_semantic(query, vector)
        lexical = self.rank_words(corpus, query, depth)
        if meanwhile is not None and lexical is not None and isinstance(begun, _Begun):
            meanwhile(lexical, begun.embedded)
        semantic, vector = self._finish_semantic(begun, query, depth) if isinstance(begun, _Begun) else (begun, None)
        fused = self._fuse(corpus, lexical, semantic, limit)
        return Answer(query, self.profile.name, lexical, semantic, fused, corpus.revision, vector)

    def query_text(self, query: Query) -> str:
        """What this profile embeds of a query, "" for nothing. Profiles with the same adapter can share its vector."""
        return self.semantic.query_text(query) if self.semantic is not None else ""

    @property
    def adapter(self) -> float:
        """How much the model's adapter counts in this profile's query vectors."""
        return self.semantic.adapter if self.semantic is not None else 0.0

    def _fuse(
        self, corpus: Corpus, lexical: Ranking | None, semantic: Ranking | Unavailable | None, limit: int | None
    ) -> Ranking:
        started = self.clock()
        answered = max(self.profile.limit, min(limit or 0, self.profile.max_limit))
        ranked = semantic if isinstance(semantic, Ranking) else None
        fused = self.fusion.fuse(lexical, ranked, answered, partial(catalog_places, corpus))
        notes = fused.notes
        if isinstance(semantic, Unavailable):
            notes += (f"{'lexical alone' if lexical is not None else 'nothing to rank by'}: {semantic.reason}",)
        return replace(fused, notes=notes, elapsed_ms=(self.clock() - started) * 1000)

    def prepare(self, corpus: Corpus) -> bool:
        """One short step of what will make searches of this catalog faster; False once there is nothing left to do.

        May be interrupted, like a search.
        """
        return isinstance(self.lexical, Preparing) and self.lexical.prepare(corpus)

    def rank_words(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking | None:
        """The lexical ranking alone; None in a profile without that arm."""
        if self.lexical is None:
            return None
        for table in self.lexical.tables:
            corpus.ensure(table)
        started = self.clock()
        ranking = self.lexical.rank(corpus, query, depth)
        return replace(ranking, elapsed_ms=(self.clock() - started) * 1000)

    def _begin_semantic(self, query: Query, vector: Vector | None) -> _Begun | Ranking | Unavailable | None:
        """Ask the model, which works in its own process while words are ranked here; or say why there is no need."""
        if self.semantic is None or self.profile.semantic is None:
            return None
        name = self.profile.semantic.name
        if self.embedder is None:
            return Unavailable(name, "switched off")
        space = self.space_of(self.semantic.space)
        if isinstance(space, Unavailable):
            return space
        text = self.semantic.query_text(query)
        if not text.strip():
            return Ranking.empty(name, notes=(self._nothing_embedded(query),) if not query.is_empty else ())
        if vector is None:
            return _Begun(name, space, _in_a_thread(partial(self._embed, self.embedder, text)))
        known: Future[_Embedded] = Future()
        known.set_result((vector, 0.0))
        return _Begun(name, space, known)

    @staticmethod
    def _nothing_embedded(query: Query) -> str:
        return "no words to embed" if query.description.strip() else "no description to embed"

    def _embed(self, embedder: Embedder, text: str) -> _Embedded:
        started = self.clock()
        vector = embedder.embed_query(text, self.adapter)
        return vector, self.clock() - started

    def _finish_semantic(
        self, begun: _Begun, query: Query, depth: int | None
    ) -> tuple[Ranking | Unavailable, Vector | None]:
        assert self.semantic is not None
        try:
            vector, embedding_s = begun.embedded.result()
        except RuntimeError as error:
            return Unavailable(begun.engine, str(error)), None
        started = self.clock()
        ranking = self.semantic.rank(begun.space, vector, query, depth)
        if isinstance(ranking, Ranking):
            ranking = replace(ranking, elapsed_ms=(embedding_s + self.clock() - started) * 1000)
        return ranking, vector


_Embedded = tuple[Vector, float]
"""A query's vector, and the seconds it took."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A semantic search whose vector is on its way."""

    engine: str
    space: VectorSpace
    embedded: Future[_Embedded]


def _in_a_thread(work: Callable[[], T]) -> Future[T]:
    """Begin a work that mostly waits. Its thread ends with it, and a model that hangs keeps no process from ending."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # a thread's edge: it goes to whoever asks for the result
            future.set_exception(error)

    threading.Thread(target=run, name="triptych-ask", daemon=True).start()
    return future
