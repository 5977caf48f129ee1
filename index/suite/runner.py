"""Runs a suite: every case through the same `Searcher` that answers the explorer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from index.corpus import Corpus
from index.embedder import Vector
from index.query import Query
from index.ranking import Answer, Ranking, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from index.suite.case import Case, Suite
from index.suite.confidence import says_nothing_fits
from index.suite.identity import catalog_digest, model_digest, profile_digest
from index.suite.metrics import Rank, best_rank
from index.suite.names import Names, names_in
from index.suite.outcome import CaseOutcome, SuiteOutcome
from index.suite.query_vectors import QueryVectors
from index.vectors.space import VectorSpace

SWITCHED_OFF = "switched off"

Progress = Callable[[int, int], None]
"""Called with cases done and cases in all."""


class Catalog(Protocol):
    """What a runner needs of a workspace."""

    @property
    def store(self) -> Store: ...

    def searcher(self, profile_name: str) -> Searcher:
        """A searcher for the calling thread."""

    def corpus(self) -> Corpus:
        """The calling thread's view of the catalog."""

    def space(self, name: str) -> VectorSpace | Unavailable:
        """The newest snapshot of a vector space."""


@dataclass(frozen=True, slots=True)
class _State:
    """What a case's ranks depend on besides the case; two equal states rank alike."""

    profile: str
    model: str
    revision: int
    vectors: tuple[int, int]


@dataclass(slots=True)
class _Pass:
    """One suite's way through one profile: its searcher, the catalog as last seen, and the arms that failed."""

    searcher: Searcher
    digest: str
    corpus: Corpus
    names: Names
    failed: dict[str, str] = field(default_factory=dict)
    words_only: Searcher | None = None


class SuiteRunner:
    """Evaluates suites over a catalog and keeps what is still true between runs. Use from one thread.

    Args:
        catalog: the workspace, or anything that gives searchers and a corpus.

    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._vectors: QueryVectors | None = None
        self._searchers: dict[str, Searcher] = {}
        self._kept: dict[str, tuple[_State, dict[Case, CaseOutcome]]] = {}
        self.ranked = 0
        """Cases that were really ranked so far, not taken from an earlier run."""

    def run(
        self,
        suite: Suite,
        profile: str,
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> SuiteOutcome | None:
        """The outcome of every case, or None when it was cancelled.

        Only cases whose catalog, profile, model or text changed since the last run are ranked again. An arm that
        cannot answer is reported in the outcome; nothing is raised for it.

        Raises:
            UsageError: the profile is unknown.
            ProfileError: the profile names an engine that does not exist.

        """
        going = self._begin(profile)
        found: list[CaseOutcome] = []
        try:
            for number, case in enumerate(suite.cases):
                if cancelled is not None and cancelled():
                    return None
                found.append(self._case(going, case))
                if progress is not None:
                    progress(number + 1, len(suite.cases))
        finally:
            if self._vectors is not None:
                self._vectors.save()
        return self._outcome(going, tuple(found))

    def searcher(self, profile: str) -> Searcher:
        """The searcher this runner keeps for a profile; a new one when the profile's settings changed."""
        fresh = self._catalog.searcher(profile)
        kept = self._searchers.get(profile)
        if kept is None or kept.profile != fresh.profile:
            self._searchers[profile] = kept = fresh
        return kept

    def vector(self, searcher: Searcher, query: Query) -> Vector | None:
        """The query's vector as this profile embeds it, None for nothing to embed. Raises RuntimeError."""
        text = searcher.query_text(query)
        if searcher.embedder is None or not text.strip():
            return None
        if self._vectors is None:
            self._vectors = QueryVectors(self._catalog.store, searcher.embedder)
        return self._vectors.get(text, searcher.adapter)

    def _begin(self, profile: str) -> _Pass:
        searcher, corpus = self.searcher(profile), self._catalog.corpus()
        going = _Pass(searcher, profile_digest(searcher.profile), corpus, names_in(corpus.connection))
        if searcher.semantic is not None and searcher.embedder is None:
            going.failed["semantic"] = SWITCHED_OFF
        return going

    def _case(self, going: _Pass, case: Case) -> CaseOutcome:
        corpus = self._catalog.corpus()
        if corpus.revision != going.corpus.revision:
            going.corpus, going.names = corpus, names_in(corpus.connection)
        state = self._state(going)
        kept = self._kept.get(going.searcher.profile.name)
        if kept is None or kept[0] != state:
            kept = (state, {})
            self._kept[going.searcher.profile.name] = kept
        outcome = kept[1].get(case)
        if outcome is None:
            self.ranked += 1
            outcome = judge(case, self._answer(going, case), going.names.expected_ids(case), going.names)
            if going.failed.get("semantic", SWITCHED_OFF) == SWITCHED_OFF:
                kept[1][case] = outcome
        return outcome

    def _answer(self, going: _Pass, case: Case) -> Answer:
        """One case ranked in full.

        An arm that fails for every case is reported once, and not asked again. It may also pass over a single query
        (one in a script the model cannot read): that is no failure.
        """
        vector = None
        if "semantic" not in going.failed:
            try:
                vector = self.vector(going.searcher, case.query)
            except RuntimeError as error:
                going.failed["semantic"] = str(error)
        searcher = going.searcher
        if "semantic" in going.failed and searcher.embedder is not None:
            if going.words_only is None:
                going.words_only = Searcher(searcher.profile, None, self._catalog.space)
            searcher = going.words_only
        answer = searcher.search(going.corpus, case.query, depth=None, vector=vector)
        if isinstance(answer.semantic, Unavailable) and searcher.semantic is not None:
            space = self._catalog.space(searcher.semantic.space)
            if isinstance(space, Unavailable) or space.missing:
                going.failed.setdefault("semantic", answer.semantic.reason)
        return answer

    def _state(self, going: _Pass) -> _State:
        searcher = going.searcher
        model, vectors = "", (-1, 0)
        if searcher.semantic is not None and searcher.embedder is not None:
            model = searcher.embedder.identity
            space = self._catalog.space(searcher.semantic.space)
            vectors = (space.revision, space.missing) if isinstance(space, VectorSpace) else (-2, 0)
        return _State(going.digest, model, going.corpus.revision, vectors)

    def _outcome(self, going: _Pass, cases: tuple[CaseOutcome, ...]) -> SuiteOutcome:
        searcher, profile = going.searcher, going.searcher.profile
        present = (("lexical", profile.lexical), ("semantic", profile.semantic), ("fused", profile.fusion))
        digest, size = catalog_digest(going.corpus.connection)
        outcome = SuiteOutcome(
            profile.name,
            cases,
            tuple(arm for arm, part in present if part is not None),
            tuple(going.failed.items()),
            profile_digest=going.digest,
            catalog_digest=digest,
            catalog_size=size,
        )
        if searcher.semantic is None or searcher.embedder is None or "semantic" in going.failed:
            return outcome
        space = self._catalog.space(searcher.semantic.space)
        waiting = space.missing if isinstance(space, VectorSpace) else 0
        embedder = searcher.embedder
        adapters = embedder.adapter if searcher.semantic.adapter else ""
        adapters += embedder.text_adapter if searcher.semantic.text_adapter else ""
        model = model_digest(embedder.identity + adapters)
        return replace(outcome, model=model, model_name=embedder.name, waiting=waiting)


def judge(case: Case, answer: Answer, expected: tuple[int, ...], names: Names) -> CaseOutcome:
    """A case's outcome from its answer; `expected` are the ids of its acceptable tools."""
    fused = answer.fused
    first = int(fused.ids[0]) if len(fused) else None
    return CaseOutcome(
        case,
        _rank(answer.lexical, expected),
        _rank(answer.semantic, expected),
        _rank(fused, expected),
        known=bool(expected) or case.expects_none,
        thief="" if first is None or first in expected else names.labels.get(first, ""),
        answered=len(fused) > 0 and not says_nothing_fits(fused),
    )


def _rank(ranking: Ranking | Unavailable | None, expected: tuple[int, ...]) -> Rank:
    return best_rank(ranking.rank_of(tool_id) for tool_id in expected) if isinstance(ranking, Ranking) else None
