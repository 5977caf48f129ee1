"""The tools most easily taken for one."""

from __future__ import annotations

from index.explain.rivals import rivals, suite_wins
from index.explain.stems import differing
from index.query import Query
from index.suite.case import Case
from index.suite.names import names_in
from tests.index.catalog import catalog
from tests.index.explain.cases import Bench, HashEmbedder, both

ROWS = [
    ("create_ticket", "Open a ticket for a customer complaint."),
    ("open_ticket", "Open a ticket for a complaint."),
    ("attach_ticket", "Attach a jira to an alert, jira jira."),
    ("send_mail", "Send a mail."),
    ("complaint_letter", "Write to someone."),
]


def bench() -> Bench:
    table = 'engine = "triptych"'
    return Bench(catalog(ROWS), both(table, table, 'method = "scores"'), HashEmbedder())


def test_nearest_and_those_that_share_rare_words() -> None:
    made = bench()
    found = rivals(made.corpus, made.id_of("create_ticket"), made.space(""))
    assert found[0].tool.name == "open_ticket"
    assert found[0].cosine is not None and found[0].cosine > 0.8
    by_name = {rival.tool.name: rival for rival in found}
    assert [(word.word, word.tools) for word in by_name["complaint_letter"].shared] == [("complaint", 3)]
    assert "create_ticket" not in by_name


def test_without_vectors_shared_words_order_them() -> None:
    made = bench()
    found = rivals(made.corpus, made.id_of("create_ticket"), None)
    assert found[0].tool.name == "open_ticket"
    assert found[0].cosine is None


def test_those_that_win_its_own_queries_come_first() -> None:
    made = bench()
    tool_id = made.id_of("create_ticket")
    cases = [Case(Query("jira alert"), ("create_ticket",)), Case(Query("send mail"), ("send_mail",))]
    wins = suite_wins(cases, names_in(made.corpus.connection), tool_id, lambda query: made.search(query.description))
    found = rivals(made.corpus, tool_id, made.space(""), wins)
    assert found[0].wins == ("jira alert",)
    assert made.id_of("attach_ticket") in wins
    assert all("send mail" not in labels for labels in wins.values())


def test_differing_words_by_stem() -> None:
    text = "Opens a ticket for customers"
    assert [text[start:end] for start, end in differing(text, "open tickets")] == ["customers"]
