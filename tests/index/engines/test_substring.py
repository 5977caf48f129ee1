from __future__ import annotations

from index.engines.substring import Substring
from index.query import Query
from tests.index.catalog import catalog, corpus, names, tool

TOOLS = [
    tool("newrelic_query", "Also those of Jira", source="b.json"),
    tool("jira_create_issue", "Create an issue", source="a.json"),
    tool("JIRA_get", "Read ÄPFEL", source="a.json"),
]


def _found(text: str, *keywords: str) -> list[str]:
    store = catalog(TOOLS)
    return names(store, Substring().rank(corpus(store), Query(text, keywords), None).ids)


def test_one_word_finds_all_that_hold_it_in_catalog_order() -> None:
    assert _found("jira") == ["jira_create_issue", "JIRA_get", "newrelic_query"]


def test_a_phrase_is_one_string_and_finds_nothing() -> None:
    assert _found("create jira issue") == []
    assert _found("create an issue") == ["jira_create_issue"]


def test_case_is_folded_beyond_ascii() -> None:
    assert _found("äpfel") == ["JIRA_get"]


def test_keywords_make_the_string_longer() -> None:
    assert _found("create", "an") == ["jira_create_issue"]
    assert _found("create", "jira") == []


def test_wildcards_are_letters_and_nothing_finds_nothing() -> None:
    assert _found("jira%") == []
    assert _found("jir_") == []
    assert _found("") == []


def test_depth_bounds_what_is_held_not_the_total() -> None:
    ranking = Substring().rank(corpus(catalog(TOOLS)), Query("jira"), 2)
    assert (len(ranking), ranking.total) == (2, 3)
