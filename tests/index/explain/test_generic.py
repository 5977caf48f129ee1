"""Engines that explain themselves, and those nobody explains."""

from __future__ import annotations

import numpy as np

from index.corpus import Corpus
from index.explain.cases import LexicalCase
from index.explain.lexical import LexicalExplanation
from index.query import Query
from index.ranking import Ranking
from index.store.fts import FtsTable
from tests.index.catalog import catalog
from tests.index.explain.cases import Bench, lexical, words

ROWS = [("create_issue", "Create an issue."), ("send_mail", "Send a mail.")]


class Silent:
    """Ranks all tools in catalog order."""

    tables: tuple[FtsTable, ...] = ()

    def rank(self, corpus: Corpus, query: Query, depth: int | None) -> Ranking:
        ids = np.array([row[0] for row in corpus.connection.execute("SELECT id FROM tools ORDER BY id")], np.int64)
        return Ranking("silent", ids, np.ones(len(ids)), len(ids))


class Talking(Silent):
    def explain(self, case: LexicalCase) -> LexicalExplanation:
        rank, score = case.ranking.rank_of(case.tool_id), case.ranking.score_of(case.tool_id)
        return LexicalExplanation("silent", rank, score, case.ranking.total, "", (), "catalog order")


def bench(engine: Silent) -> Bench:
    made = Bench(catalog(ROWS), lexical("substring"))
    made.searcher.lexical = engine
    return made


def test_an_engine_nobody_explains_says_so_and_shows_where_the_words_stand() -> None:
    found = words(bench(Silent()).explain("create_issue", "issues zebra"))
    assert not found.exact
    assert "does not say how it scores" in found.method
    assert [(share.word, share.is_found) for share in found.words] == [("issues", True), ("zebra", False)]
    assert (found.rank, found.score) == (1, 1.0)


def test_an_engine_may_explain_itself_in_its_own_file() -> None:
    assert words(bench(Talking()).explain("send_mail", "mail")).method == "catalog order"
