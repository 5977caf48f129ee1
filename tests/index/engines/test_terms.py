from __future__ import annotations

import pytest

from index.engines.terms import clean, keyword_terms, letter_terms
from index.query import Query
from index.ranking import Dropped

NOISE = frozenset({"data", "table", "schema"})


def test_keywords_are_split_on_white_space_and_kept_in_order() -> None:
    terms = keyword_terms(Query("ignored", ("run query", "sql")), NOISE, 100)
    assert terms.words == ("run", "query", "sql")
    assert terms.input == "keywords"


def test_noise_and_repetitions_are_dropped_in_any_case() -> None:
    terms = keyword_terms(Query("", ("DATA", "Jira", "jira", "JIRA")), NOISE, 100)
    assert terms.words == ("Jira",)
    assert terms.dropped == (
        Dropped("DATA", "noise"),
        Dropped("jira", "already there"),
        Dropped("JIRA", "already there"),
    )


def test_noise_is_a_whole_word_so_punctuation_saves_it() -> None:
    assert keyword_terms(Query("", ("data,", "table")), NOISE, 100).words == ("data,",)


@pytest.mark.parametrize("keywords", [("table", "schema"), ("table schema",), (" ", "data")])
def test_keywords_that_are_all_noise_fall_through_to_the_description(keywords: tuple[str, ...]) -> None:
    terms = keyword_terms(Query("list data rows", keywords), NOISE, 100)
    assert terms.words == ("list", "rows")
    assert terms.input == "description (no usable keyword)"


@pytest.mark.parametrize("keywords", [(), ("",), ("  ", "\t")])
def test_without_keywords_the_description_is_searched(keywords: tuple[str, ...]) -> None:
    terms = keyword_terms(Query("do something with data", keywords), NOISE, 100)
    assert terms.words == ("do", "something", "with")
    assert terms.input == "description"


def test_all_noise_everywhere_leaves_nothing() -> None:
    terms = keyword_terms(Query("data table", ("schema",)), NOISE, 100)
    assert terms.words == ()
    assert [entry.word for entry in terms.dropped] == ["schema", "data", "table"]


def test_white_space_is_unicodes_and_not_pythons() -> None:
    terms = keyword_terms(Query("a\u00a0b\u3000c\u2028d\x1ce"), NOISE, 100)
    assert terms.words == ("a", "b", "c", "d\x1ce")


def test_too_many_words_are_cut_with_a_note() -> None:
    terms = keyword_terms(Query("one two three"), NOISE, 2)
    assert terms.words == ("one", "two")
    assert terms.notes == ("only the first 2 of 3 words were searched",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("power-on", ("power", "on")),
        ("on/off toggle", ("on", "off", "toggle")),
        ("C++ 17", ("C", "17")),
        ("wifi-6E", ("wifi", "6E")),
        ('"unbalanced quote', ("unbalanced", "quote")),
        ("don't", ("don", "t")),
        ("snake_case", ("snake", "case")),
        ("NEAR(a b) AND NOT c*", ("NEAR", "a", "b", "AND", "NOT", "c")),
        ("name:secret", ("name", "secret")),
        ("検索ツール", ("検索ツール",)),
        ("naïve café", ("naïve", "café")),
        ("the the", ("the", "the")),
        ("?!* 🎉", ()),
        ("", ()),
    ],
)
def test_letter_terms_are_runs_of_letters_and_numbers(text: str, words: tuple[str, ...]) -> None:
    assert letter_terms(Query(text), 100).words == words


def test_letter_terms_append_the_keywords_and_say_so() -> None:
    terms = letter_terms(Query("open door", ("now",)), 100)
    assert terms.words == ("open", "door", "now")
    assert terms.input == "description + keywords"
    assert letter_terms(Query("open door", (" ",)), 100).input == "description"


def test_clean_takes_out_what_sqlite_cannot_hold() -> None:
    assert clean("a\0b\ud800c") == "a b\ufffdc"
