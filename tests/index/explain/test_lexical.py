"""What is said of each word: where it came from, its stem, where it stands, by which rule it matched."""

from __future__ import annotations

import math

import pytest

from index.explain.lexical import WordShare
from index.ranking import Dropped
from tests.index.catalog import catalog
from tests.index.explain.cases import Bench, lexical, words

ROWS = [
    ("create_issue", "Create an issue, or several issues, in a tracker."),
    ("send_mail", "Send a mail to people."),
    ("list_issues", "List what is open."),
    ("get_file", "Read a file."),
    ("save_file", "Write a file."),
]


def share(bench: Bench, tool: str, word: str, description: str = "", *keywords: str) -> WordShare:
    return next(s for s in words(bench.explain(tool, description, *keywords)).words if s.word == word)


def test_fts5_tells_stem_fields_frequency_and_rarity() -> None:
    found = share(Bench(catalog(ROWS), lexical("fts5")), "create_issue", "issues", "", "issues")
    assert found.tokens == ("issu",)
    assert [(field.field, field.hits, field.length) for field in found.fields] == [
        ("name", 1, 2),
        ("description", 2, 9),
    ]
    assert found.df == 2
    assert found.idf == pytest.approx(math.log((5 - 2 + 0.5) / (2 + 0.5)))
    assert found.origin == "keywords"


def test_fts5_tells_what_was_dropped_and_that_it_fell_back() -> None:
    bench = Bench(catalog(ROWS), lexical("fts5", 'noise = ["data", "tool"]'))
    found = words(bench.explain("send_mail", "send mail Mail", "data", "tool"))
    assert [entry.word for entry in found.words] == ["send", "mail"]
    assert {entry.origin for entry in found.words} == {"description (no usable keyword)"}
    assert Dropped("data", "noise") in found.dropped
    assert Dropped("Mail", "already there") in found.dropped


def test_a_phrase_counts_where_its_words_follow_each_other() -> None:
    rows = [("a", "pull request, pull a request, request pull"), ("b", "pull request pull request"), ("c", "x")]
    bench = Bench(catalog(rows), lexical("fts5"))
    for name, hits in (("a", 1), ("b", 2), ("c", 0)):
        found = share(bench, name, "pull-request", "", "pull-request")
        assert (found.how, found.hits, found.df) == ("phrase", hits, 2)


def test_a_word_without_letters_is_unknown_not_an_error() -> None:
    found = share(Bench(catalog(ROWS), lexical("fts5")), "send_mail", "!!!", "", "!!!", "mail")
    assert (found.how, found.df, found.contribution) == ("unknown", 0, 0)


def test_search_brain_counts_a_repeated_word_twice_and_tells_its_origin() -> None:
    found = words(Bench(catalog(ROWS), lexical("fts5-all")).explain("send_mail", "mail mail", "send"))
    assert [(entry.word, entry.origin) for entry in found.words] == [
        ("mail", "description"),
        ("mail", "description"),
        ("send", "keywords"),
    ]
    assert found.every_word
    assert found.product == found.score


def test_fts4_has_a_rarity_for_each_field() -> None:
    rows = [("create issue", "An issue of issues."), ("list-issues", "x"), ("z", "y")]
    found = share(Bench(catalog(rows), lexical("fts4")), "create issue", "issue", "", "issue")
    assert [(field.hits, field.df) for field in found.fields] == [(1, 2), (2, 1)]
    assert found.idf is None
    assert found.df == 2


def test_triptych_splits_names_and_weighs_fields_and_keywords() -> None:
    bench = Bench(catalog([("createIssue", "x"), *ROWS]), lexical("triptych", "keyword = 2.0\nname = 3.0"))
    found = share(bench, "createIssue", "issue", "issue", "issue")
    assert (found.origin, found.weight) == ("description + keywords", 3.0)
    assert [(field.field, field.hits, field.weight) for field in found.fields if field.hits] == [("name", 1, 3.0)]


WORKBENCH = 'stop_words = ["a"]\nsynonyms = ["issue ticket bug"]'


@pytest.mark.parametrize(
    ("query", "how", "stands_for"),
    [
        ("issue", "exact", ()),
        ("ticket", "synonym", ("issue",)),
        ("cre", "prefix", ("create",)),
        ("trackr", "corrected", ("tracker",)),
        ("zebra", "unknown", ()),
    ],
)
def test_workbench_tells_the_rule_of_each_word(query: str, how: str, stands_for: tuple[str, ...]) -> None:
    found = share(Bench(catalog(ROWS), lexical("workbench", WORKBENCH)), "create_issue", query, query)
    assert (found.how, found.stands_for) == (how, stands_for)


def test_workbench_by_hand() -> None:
    """One word, in the name (3) and twice in a description of 6 words where the average is 4."""
    bench = Bench(catalog([("create_issue", "issue one two issue three four"), ("x", "one two")]), lexical("workbench"))
    found = words(bench.explain("create_issue", "issue"))
    (only,) = found.words
    part = 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 6 / 4))
    idf = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    assert [field.part for field in only.fields] == [3.0, 0.0, pytest.approx(part)]
    assert only.contribution == pytest.approx((3 + part) * idf)
    assert [(factor.name, factor.value) for factor in found.factors] == [
        ("coverage", 1.0),
        ("name coverage", 2.0),
        ("name precision", pytest.approx(0.9)),
    ]
    assert found.score == round((3 + part) * idf * 2 * 0.9, 2)


def test_workbench_doubles_the_whole_name() -> None:
    found = words(Bench(catalog(ROWS), lexical("workbench")).explain("create_issue", "CREATE_ISSUE "))
    assert found.factors[-1].value == 2.0
    assert found.product == found.score


def test_substring_is_all_or_nothing() -> None:
    bench = Bench(catalog(ROWS), lexical("substring"))
    assert words(bench.explain("create_issue", "an ISSUE")).product == 1
    assert words(bench.explain("send_mail", "an issue")).score is None


def test_a_tool_that_is_no_hit_shows_what_each_word_would_add() -> None:
    found = words(Bench(catalog(ROWS), lexical("fts5-all")).explain("send_mail", "mail zebra"))
    assert (found.rank, found.score) == (None, None)
    assert [entry.is_found for entry in found.words] == [True, False]
    assert found.words[0].contribution > 0
