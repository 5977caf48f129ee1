"""Explains one tool's place in an answer that is already there: nothing is ranked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from index.corpus import Corpus
from index.engines.base import SemanticEngine
from index.explain import generic
from index.explain.absent import absent_words
from index.explain.advice import advice
from index.explain.cases import FusionCase, LexicalCase, Plain, SemanticCase
from index.explain.explanation import Explanation, Winner
from index.explain.forms import with_forms
from index.explain.fused import FusionExplanation
from index.explain.lexical import LexicalExplanation
from index.explain.missing import missing
from index.explain.occlusion import VectorCache
from index.explain.registry import explainer_of
from index.explain.semantic import NO_ADAPTER, SemanticExplanation
from index.explain.sentences import sentences
from index.explain.standing import standing
from index.ranking import Answer, Ranking, Unavailable
from index.searcher import Searcher
from index.store.tools import tools_by_id
from index.tool import Tool
from index.vectors.space import VectorSpace

SpaceOf = Callable[[str], VectorSpace | Unavailable]


class Explainer:
    """For one state of a corpus and one searcher, on one thread. Keeps what it knows of an answer's winner.

    Args:
        corpus: what the answer was ranked over.
        searcher: what ranked it.
        space_of: the vectors it was ranked with.

    """

    def __init__(self, corpus: Corpus, searcher: Searcher, space_of: SpaceOf) -> None:
        self._corpus = corpus
        self._searcher = searcher
        self._space_of = space_of
        self._won: tuple[Answer, Winner] | None = None
        self._vectors: VectorCache | None = None

    def explain(self, answer: Answer, tool_id: int, limit: int | None = None) -> Explanation | None:
        """None when the tool is gone. `limit` is what the search was given."""
        tool = self._tool(tool_id)
        if tool is None:
            return None
        lexical = self._lexical(answer, tool_id, tool)
        semantic = self._semantic(answer, tool_id, tool)
        given = self._fusing(answer, tool_id, limit)
        fusion = self._fusion(given)
        scores = answer.fused.scores
        found = Explanation(
            answer.query,
            answer.profile,
            tool_id,
            tool,
            lexical,
            semantic,
            fusion,
            missing(given, lexical, semantic, fusion, self._tool),
            self._winner(answer, tool_id, limit),
            absent_words(answer.query, tool, lexical if isinstance(lexical, LexicalExplanation) else None),
            float(scores[0] - scores[1]) if fusion.rank == 1 and len(scores) > 1 else None,
        )
        return replace(found, standing=standing(found), sentences=sentences(found), advice=advice(found))

    def _tool(self, tool_id: int) -> Tool | None:
        return tools_by_id(self._corpus.connection, (tool_id,)).get(tool_id)

    def _lexical(self, answer: Answer, tool_id: int, tool: Tool) -> LexicalExplanation | Unavailable | None:
        ranking, engine = answer.lexical, self._searcher.lexical
        if not isinstance(ranking, Ranking) or engine is None:
            return ranking if isinstance(ranking, Unavailable) else None
        case = LexicalCase(self._corpus, answer.query, ranking, tool_id, tool)
        explain = explainer_of(engine)
        found: LexicalExplanation = generic.lexical(case) if explain is None else explain(engine, case)
        return with_forms(found, tool)

    def _semantic(self, answer: Answer, tool_id: int, tool: Tool) -> SemanticExplanation | Unavailable | None:
        ranking, engine = answer.semantic, self._searcher.semantic
        if not isinstance(ranking, Ranking) or engine is None:
            return ranking if isinstance(ranking, Unavailable) else None
        space = self._space_of(engine.space)
        explain = explainer_of(engine)
        text = engine.query_text(answer.query)
        if answer.vector is None:  # nothing was embedded, so nothing can be near
            return SemanticExplanation(
                ranking.engine, None, None, ranking.total, text, is_hit=False, notes=ranking.notes
            )
        if isinstance(space, Unavailable) or explain is None:
            return generic.semantic(text, ranking, tool_id)
        plain = self._plain(answer, engine, tool)
        found: SemanticExplanation = explain(
            engine, SemanticCase(space, answer.vector, plain, answer.query, ranking, tool_id, tool)
        )
        embedder = self._searcher.embedder
        if embedder is None:
            return found
        lacks = (engine.adapter and not embedder.adapter) or (engine.text_adapter and not embedder.text_adapter)
        return replace(found, notes=(*found.notes, NO_ADAPTER)) if lacks else found

    def _plain(self, answer: Answer, engine: SemanticEngine, tool: Tool) -> Plain | None:
        """Query and tool without the adapters; None where none was used."""
        embedder, vector = self._searcher.embedder, answer.vector
        if embedder is None or vector is None:
            return None
        for_query, for_texts = engine.adapter and embedder.adapter, engine.text_adapter and embedder.text_adapter
        if not for_query and not for_texts:
            return None
        if self._vectors is None:
            self._vectors = VectorCache(embedder)
        try:
            if for_query:
                vector = self._vectors.query(engine.query_text(answer.query), 0.0)
            if not for_texts:
                return Plain(vector, None)
            texts = sorted(engine.facets(tool), key=lambda facet: facet.kind)
            return Plain(vector, self._vectors.passages([facet.text for facet in texts], 0.0))
        except RuntimeError:  # the explanation goes without the comparison
            return None

    def _fusing(self, answer: Answer, tool_id: int, limit: int | None) -> FusionCase:
        profile = self._searcher.profile
        lexical = answer.lexical if isinstance(answer.lexical, Ranking) else None
        semantic = answer.semantic if isinstance(answer.semantic, Ranking) else None
        asked = max(profile.limit, min(limit or 0, profile.max_limit))
        return FusionCase(lexical, semantic, answer.fused, asked, tool_id)

    def _fusion(self, given: FusionCase) -> FusionExplanation:
        explain: Callable[[FusionCase], FusionExplanation] | None = None
        known = explainer_of(self._searcher.fusion)
        if known is not None:
            explain = partial(known, self._searcher.fusion)
        return generic.fused(given) if explain is None else explain(given)

    def _winner(self, answer: Answer, tool_id: int, limit: int | None) -> Winner | None:
        if not len(answer.fused) or int(answer.fused.ids[0]) == tool_id:
            return None
        winner = int(answer.fused.ids[0])
        if self._won is not None and self._won[0] is answer:
            return self._won[1]
        tool = self._tool(winner)
        if tool is None:
            return None
        lexical, semantic = self._lexical(answer, winner, tool), self._semantic(answer, winner, tool)
        found = Winner(
            winner,
            tool.name,
            tool.server,
            lexical if isinstance(lexical, LexicalExplanation) else None,
            semantic if isinstance(semantic, SemanticExplanation) else None,
            self._fusion(self._fusing(answer, winner, limit)),
        )
        self._won = (answer, found)
        return found
