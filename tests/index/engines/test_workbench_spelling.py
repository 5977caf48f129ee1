from __future__ import annotations

from index.engines.workbench_spelling import Vocabulary
from index.engines.workbench_words import Words

WORDS = Words((), ("email mail",))


def _corrections(word: str, **counts: int) -> tuple[str, ...]:
    return Vocabulary(WORDS, counts).read(word).corrections


def test_one_edit_from_four_letters_and_none_below() -> None:
    assert _corrections("jria", jira=1) == ("jira",)  # a swapped pair is one edit
    assert _corrections("jrae", jira=1) == ()
    assert _corrections("jra", jira=1) == ()


def test_two_edits_from_eight_letters_on() -> None:
    assert _corrections("confluxxcx", confluence=1) == ()  # three edits
    assert _corrections("confluxncx", confluence=1) == ("confluence",)
    assert _corrections("repozxt", reposit=1) == ()  # seven letters


def test_only_the_nearest_words_count() -> None:
    assert _corrections("calendra", calendar=1, calendula=9) == ("calendar",)  # one edit, against two


def test_the_most_frequent_two_of_the_nearest_are_kept() -> None:
    assert _corrections("gitlub", gitlab=2, github=5, gitlib=3) == ("github", "gitlib")
    assert _corrections("gitlub", gitlab=1, github=1) == ("github", "gitlab")  # then by alphabet


def test_a_synonym_and_the_beginning_of_a_known_word_are_not_corrected() -> None:
    assert _corrections("mail", mall=1) == ()
    assert _corrections("emai", emau=1) == ()  # begins the synonym email
    assert _corrections("jira", jiras=1) == ()


def test_a_correction_matches_by_all_three_rules_at_seven_tenths() -> None:
    reading = Vocabulary(WORDS, {"mail": 1, "emailing": 1, "email": 1}).read("emial")
    assert {word: round(quality, 2) for word, quality in reading.qualities} == {
        "email": 0.7,
        "mail": 0.56,
        "emailing": 0.49,
    }
