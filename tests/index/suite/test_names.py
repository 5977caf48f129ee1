from __future__ import annotations

from index.query import Query
from index.suite.case import Case, Suite
from index.suite.names import names_in
from tests.index.catalog import catalog


def test_names_servers_and_what_looks_like_them() -> None:
    store = catalog(
        [("read", "", "files"), ("read", "", "mail"), ("create_issue", "", "jira"), ("files/read", "", "x")]
    )
    names = names_in(store.connection())
    assert names.find("read") == (1, 2)
    assert names.find("mail/read") == (2,)
    assert names.find("files/read") == (4,), "a tool's own name comes before server/name"
    assert names.find("Read") == ()
    assert names.nearest("Create_Isue") == "create_issue"
    assert names.nearest("zzzzz") == ""
    assert names.expected_ids(Case(Query("q"), ("read", "mail/read", "create_issue"))) == (1, 2, 3)
    store.close()


def test_problems_have_the_line_and_the_nearest_name() -> None:
    store = catalog([("read", "", "a"), ("read", "", "b")])
    cases = (
        Case(Query("q"), ("raed",), None, "", "s.yaml", 7),
        Case(Query("r"), ("read", "xyz"), None, "", "s.yaml", 9),
        Case(Query("n"), ()),
    )
    problems = names_in(store.connection()).problems(Suite(cases))
    assert [(p.code, p.severity, p.source, p.line, p.message) for p in problems] == [
        ("S003", "error", "s.yaml", 7, "No tool is called raed. Did you mean read?"),
        ("S006", "note", "s.yaml", 9, "2 tools are called read; the best counts. Name one as server/name."),
        ("S003", "error", "s.yaml", 9, "No tool is called xyz."),
    ]
    store.close()
