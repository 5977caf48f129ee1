"""Runs a suite: every case through the same `Searcher` that answers the explorer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from index.corpus import Corpus
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
        searcher = self._searcher(profile)
        corpus = self._catalog.corpus()
        names = names_in(corpus.connection)
        found: list[CaseOutcome] = []
        failed: dict[str, str] = {}
        if searcher.semantic is not None and searcher.embedder is None:
            failed["semantic"] = "switched off"
        try:
            for number, case in enumerate(suite.cases):
                if cancelled is not None and cancelled():
                    return None
                if self._catalog.corpus().revision != corpus.revision:
                    corpus = self._catalog.corpus()
                    names = names_in(corpus.connection)
                found.append(self._case(searcher, corpus, names, case, failed))
                if progress is not None:
                    progress(number + 1, len(suite.cases))
        finally:
            if self._vectors is not None:
                self._vectors.save()
        return self._outcome(searcher, corpus, tuple(found), failed)

    def _case(
        self, searcher: Searcher, corpus: Corpus, names: Names, case: Case, failed: dict[str, str]
    ) -> CaseOutcome:
        state = self._state(searcher, corpus)
        kept = self._kept.get(searcher.profile.name)
        if kept is None or kept[0] != state:
            kept = (state, {})
            self._kept[searcher.profile.name] = kept
        outcome = kept[1].get(case)
        if outcome is None:
            answer = self.answer(searcher, corpus, case, failed)
            self.ranked += 1
            outcome = judge(case, answer, names.expected_ids(case), names)
            if not failed or searcher.embedder is None:
                kept[1][case] = outcome
        return outcome

    def answer(self, searcher: Searcher, corpus: Corpus, case: Case, failed: dict[str, str]) -> Answer:
        """One case ranked in full; an arm that fails is added to `failed` with its reason."""
        vector = None
        if searcher.semantic is not None and searcher.embedder is not None and "semantic" not in failed:
            text = searcher.semantic.query_text(case.query)
            try:
                vector = self._query_vectors(searcher).get(text) if text.strip() else None
            except RuntimeError as error:
                failed["semantic"] = str(error)
        if "semantic" in failed:  # a model that failed once is not asked again for every case of a run
            searcher = Searcher(searcher.profile, None, self._catalog.space)
        answer = searcher.search(corpus, case.query, depth=None, vector=vector)
        for arm, ranking in (("lexical", answer.lexical), ("semantic", answer.semantic)):
            if isinstance(ranking, Unavailable):
                failed.setdefault(arm, ranking.reason)
        return answer

    def _searcher(self, profile: str) -> Searcher:
        if profile not in self._searchers:
            self._searchers[profile] = self._catalog.searcher(profile)
        return self._searchers[profile]

    def _query_vectors(self, searcher: Searcher) -> QueryVectors:
        if self._vectors is None and searcher.embedder is not None:
            self._vectors = QueryVectors(self._catalog.store, searcher.embedder)
        assert self._vectors is not None
        return self._vectors

    def _state(self, searcher: Searcher, corpus: Corpus) -> _State:
        model, vectors = "", (-1, 0)
        if searcher.semantic is not None and searcher.embedder is not None:
            model = searcher.embedder.identity
            space = self._catalog.space(searcher.semantic.space)
            vectors = (space.revision, space.missing) if isinstance(space, VectorSpace) else (-2, 0)
        return _State(profile_digest(searcher.profile), model, corpus.revision, vectors)

    def _outcome(
        self, searcher: Searcher, corpus: Corpus, cases: tuple[CaseOutcome, ...], failed: dict[str, str]
    ) -> SuiteOutcome:
        profile = searcher.profile
        present = (("lexical", profile.lexical), ("semantic", profile.semantic), ("fused", profile.fusion))
        outcome = SuiteOutcome(
            profile.name, cases, tuple(arm for arm, part in present if part is not None), tuple(failed.items())
        )
        digest, size = catalog_digest(corpus.connection)
        outcome = replace(outcome, profile_digest=profile_digest(profile), catalog_digest=digest, catalog_size=size)
        if searcher.semantic is None or searcher.embedder is None or "semantic" in failed:
            return outcome
        space = self._catalog.space(searcher.semantic.space)
        waiting = space.missing if isinstance(space, VectorSpace) else 0
        identity, name = searcher.embedder.identity, searcher.embedder.name
        return replace(outcome, model=model_digest(identity), model_name=name, waiting=waiting)


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
