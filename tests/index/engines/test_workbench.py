from __future__ import annotations

import contextlib
import math
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.workbench import Workbench, WorkbenchOptions
from index.engines.workbench_words import Words
from index.profile import load_profiles
from index.query import Query
from index.ranking import Dropped, Ranking, Rewrite, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from tests.index.catalog import add, catalog, change, corpus, names, remove, tool
from tests.index.engines.workbench_scan import Scan

PROFILE = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")["workbench"]
assert PROFILE.lexical is not None
OPTIONS = WorkbenchOptions(**PROFILE.lexical.options)

TOOLS = [
    ("gmail_send", "Send an email from your inbox", "mail"),
    ("gmail_search", "Search messages", "mail"),
    ("slack_send_message", "Post a message to a channel", "slack"),
    ("jira_create_issue", "Create an issue in a project", "jira"),
    ("jira_get_issue", "Read one issue", "jira"),
    ("github_list_prs", "List the pull requests of a repository", "github"),
    ("github_list_pr_comments", "List comments on a pull request of a repository", "github"),
    ("gitlab_create_mr", "Open a merge request", "gitlab"),
    ("confluence_search_pages", "Find wiki pages", "confluence"),
    ("browser_navigate", "Go to an address", "browser"),
    ("newrelic_query", "Query metrics, also those of Jira", "newrelic"),
]


@pytest.fixture(scope="module")
def store() -> Store:
    return catalog(TOOLS)


def _rank(store: Store, text: str, *keywords: str, options: WorkbenchOptions = OPTIONS) -> Ranking:
    return Workbench(options).rank(corpus(store), Query(text, keywords), None)


def _rows(store: Store, text: str, options: WorkbenchOptions = OPTIONS) -> list[tuple[str, float]]:
    ranking = _rank(store, text, options=options)
    return list(zip(names(store, ranking.ids), ranking.scores.tolist(), strict=True))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("create jira issue", "jira_create_issue"),
        ("send emial", "gmail_send"),
        ("create jria issue", "jira_create_issue"),
        ("slakc send message", "slack_send_message"),
        ("search confluance pages", "confluence_search_pages"),
        ("list pull requests", "github_list_prs"),
        ("open merge request", "gitlab_create_mr"),
        ("browser_navigate", "browser_navigate"),
        ("file a ticket in jira", "jira_create_issue"),
    ],
)
def test_agent_phrasings_find_their_tool(store: Store, query: str, first: str) -> None:
    assert _rows(store, query)[0][0] == first


def test_a_misspelt_word_scores_close_below_the_right_one(store: Store) -> None:
    right, wrong = dict(_rows(store, "send email")), dict(_rows(store, "send emial"))
    assert 0.6 * right["gmail_send"] < wrong["gmail_send"] < right["gmail_send"]


def test_an_ambiguous_typo_keeps_both_readings(store: Store) -> None:
    assert _rank(store, "gitlub").rewrites == (Rewrite("gitlub", "corrected", ("github", "gitlab")),)
    assert {name.split("_")[0] for name, _ in _rows(store, "gitlub")} == {"github", "gitlab"}


def test_only_unknown_words_are_corrected(store: Store) -> None:
    kinds = {rewrite.kind for word in ("sent", "pos", "todo") for rewrite in _rank(store, word).rewrites}
    assert "corrected" in {rewrite.kind for rewrite in _rank(store, "sent").rewrites}  # nobody says sent
    assert not [rewrite for rewrite in _rank(store, "pos").rewrites if rewrite.kind == "corrected"]  # begins post
    assert not [rewrite for rewrite in _rank(store, "todo").rewrites if rewrite.kind == "corrected"]  # a synonym
    assert kinds <= {"corrected", "synonym", "prefix"}


BARE = WorkbenchOptions()


def test_one_word_in_one_name_by_hand() -> None:
    store = catalog([("alpha", ""), ("beta", "")])
    # 3 x 1 in the name, idf ln(1 + (2 - 1 + .5) / (1 + .5)) = ln 2; all covered, in the name, whole name doubled.
    expected = 3 * math.log(2) * (0.25 + 0.75) * (1 + 1) * (0.8 + 0.2) * 2
    assert _rows(store, "alpha", BARE) == [("alpha", round(expected, 2))]


def test_the_whole_name_counts_double_whatever_its_case() -> None:
    store = catalog([("alpha_beta", ""), ("gamma", "")])
    single = dict(_rows(store, "alpha beta", BARE))["alpha_beta"]
    assert dict(_rows(store, " Alpha_Beta ", BARE))["alpha_beta"] == pytest.approx(2 * single, abs=0.02)


def test_server_and_description_weigh_two_and_one_by_hand() -> None:
    store = catalog([("x", "", "alpha"), ("y", "alpha", ""), ("z", "other", "")])
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    average = 2 / 3
    text = 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 1 / average))
    rows = dict(_rows(store, "alpha", BARE))
    assert rows["x"] == pytest.approx(2 * idf * 0.8, abs=0.005)
    assert rows["y"] == pytest.approx(text * idf * 0.8, abs=0.005)


def test_coverage_is_squared_by_hand() -> None:
    store = catalog([("one", ""), ("two", ""), ("six", "")])
    idf = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    # "one zzz": half covered, half in the name, every name word matched.
    expected = 3 * idf * (0.25 + 0.75 * 0.25) * (1 + 0.25) * 1.0
    assert _rows(store, "one zzz", BARE) == [("one", round(expected, 2))]


def test_fewer_unmatched_name_words_win(store: Store) -> None:
    rows = [name for name, _ in _rows(store, "github list prs")]
    assert rows.index("github_list_prs") < rows.index("github_list_pr_comments")


def test_a_synonym_counts_less_than_the_word_and_a_prefix_less_still() -> None:
    store = catalog([("mail", ""), ("email", ""), ("emails_sent", ""), ("emailing_x", "")])
    options = WorkbenchOptions(synonyms=("email mail",))
    one = catalog([("mail", ""), ("other", "")])
    assert dict(_rows(one, "email", options))["mail"] == pytest.approx(3 * 0.8 * math.log(2) * 2, abs=0.005)
    begun = catalog([("mailbox", ""), ("other", "")])
    assert dict(_rows(begun, "mail", BARE))["mailbox"] == pytest.approx(3 * 0.7 * math.log(2) * 2, abs=0.005)
    assert _rows(begun, "ma", BARE) == []  # two letters begin nothing
    assert _rank(store, "email", options=options).rewrites == (Rewrite("email", "synonym", ("mail",)),)


def test_ties_are_in_order_of_name_then_of_the_catalog() -> None:
    store = catalog(
        [tool("beta", "word", source="b"), tool("alpha", "word", source="b"), tool("beta", "word", source="a")]
    )
    ranking = _rank(store, "word", options=BARE)
    assert ranking.ids.tolist() == [2, 3, 1]  # alpha; the beta of source a; the beta of source b


def test_ten_are_answered_and_fifty_at_most() -> None:
    store = catalog([(f"tool_{number:03}", "alpha") for number in range(80)])
    searcher = Searcher(PROFILE, None, lambda _name: Unavailable("", ""))
    assert searcher.search(corpus(store), Query("alpha")).fused.answered == 10
    assert searcher.search(corpus(store), Query("alpha"), limit=30).fused.answered == 30
    assert searcher.search(corpus(store), Query("alpha"), limit=90).fused.answered == 50


def test_what_was_dropped_is_told(store: Store) -> None:
    ranking = _rank(store, "the issues in an issue")
    assert ranking.dropped == (
        Dropped("the", "stop word"),
        Dropped("in", "stop word"),
        Dropped("an", "stop word"),
        Dropped("issue", "already there"),
    )
    assert _rank(store, "the of").notes == ("no word to search for is left",)
    assert _rank(store, "issue", "jira").input == "description + keywords"


def test_a_bounded_ranking_is_the_head_of_the_whole(store: Store) -> None:
    whole = _rank(store, "list search message")
    part = Workbench(OPTIONS).rank(corpus(store), Query("list search message"), 3)
    assert part.total == whole.total > 3
    assert part.ids.tolist() == whole.ids[:3].tolist()


WORDS = (
    "mail,email,issue,issues,issu,create,craete,listing,pr,pull request,jira,jria,the,gitHub,repository,repo,repositry"
)
SAID = st.sampled_from(WORDS.split(","))
SENTENCE = st.lists(SAID, max_size=6).map(" ".join)
NAMED = st.sampled_from(["jira", "mail", "issue", "github", "list", "repo"])
NAME = st.lists(NAMED, min_size=1, max_size=3).map("_".join)
CATALOG = st.lists(st.tuples(NAME, SENTENCE, st.sampled_from(["jira", "mail", ""])), min_size=1, max_size=12)


@given(tools=CATALOG, queries=st.lists(SENTENCE, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_postings_score_as_a_plain_scan_does(tools: list[tuple[str, str, str]], queries: list[str]) -> None:
    store = catalog(tools)
    scan = Scan(Words(OPTIONS.stop_words, OPTIONS.synonyms), tools)
    engine = Workbench(OPTIONS)
    for query in queries:
        ranking = engine.rank(corpus(store), Query(query), None)
        got = list(zip(names(store, ranking.ids), ranking.scores.tolist(), strict=True))
        want = scan.search(query)
        assert sorted(name for name, _ in got) == sorted(name for name, _ in want)
        assert [score for _, score in got] == pytest.approx([score for _, score in want], abs=0.0101)
    store.close()


def _same_as_fresh(store: Store, engine: Workbench, query: str) -> None:
    kept = engine.rank(corpus(store), Query(query), None)
    fresh = Workbench(OPTIONS).rank(corpus(store), Query(query), None)
    assert kept.ids.tolist() == fresh.ids.tolist()
    assert kept.scores.tolist() == fresh.scores.tolist()
    assert kept.rewrites == fresh.rewrites


def test_edits_are_followed_tool_by_tool() -> None:
    store = catalog(TOOLS)
    engine = Workbench(OPTIONS)
    query = "create jria issue confluence"
    _same_as_fresh(store, engine, query)
    change(store, 4, name="linear_add_ticket", description="Create a ticket")
    _same_as_fresh(store, engine, query)
    assert "linear_add_ticket" in names(store, engine.rank(corpus(store), Query("linear"), None).ids)
    remove(store, 9)
    _same_as_fresh(store, engine, query)
    assert engine.rank(corpus(store), Query("confluence"), None).total == 0
    add(store, [("confluence_create_issue", "A new one", "confluence")])
    _same_as_fresh(store, engine, query)
    change(store, 5, description="Jira jira jira")
    _same_as_fresh(store, engine, query)


def test_an_interrupted_update_is_taken_up_again() -> None:
    store = catalog(TOOLS)
    engine = Workbench(OPTIONS)
    _same_as_fresh(store, engine, "jira")
    change(store, 4, name="linear_add_ticket", description="Create a ticket")
    view = corpus(store)
    for statement in range(1, 4):
        left = iter([0] * (statement - 1))
        view.connection.set_authorizer(lambda *_names, left=left: next(left, sqlite3.SQLITE_DENY))
        with contextlib.suppress(sqlite3.DatabaseError):
            engine.rank(view, Query("linear"), None)
        view.connection.set_authorizer(None)
        _same_as_fresh(store, engine, "linear")
        change(store, 4, description=f"Create ticket {statement}")
        view = corpus(store)


def test_two_catalogs_do_not_mix() -> None:
    first, second = catalog([("alpha", "one")]), catalog([("beta", "one"), ("alpha", "two")])
    engine = Workbench(BARE)
    assert names(first, engine.rank(corpus(first), Query("one"), None).ids) == ["alpha"]
    assert names(second, engine.rank(corpus(second), Query("one"), None).ids) == ["beta"]
    assert names(first, engine.rank(corpus(first), Query("one"), None).ids) == ["alpha"]


def test_a_rebuilt_store_is_another_catalog_though_ids_and_revisions_are_the_same() -> None:
    store = catalog([("alpha", "one")])
    engine = Workbench(BARE)
    assert engine.rank(corpus(store), Query("alpha"), None).total == 1
    store.rebuild("for a test")
    add(store, [("beta", "two")])
    assert names(store, engine.rank(corpus(store), Query("beta"), None).ids) == ["beta"]
    assert engine.rank(corpus(store), Query("alpha"), None).total == 0


def test_an_empty_catalog_answers() -> None:
    assert _rank(catalog([]), "anything").total == 0
