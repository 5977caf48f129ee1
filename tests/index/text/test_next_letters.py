"""The next letter, guessed from the letters before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from index.text.next_letters import LONGEST, NextLetters, learn


def chain(*texts: str, most: int = 3, least: int = 1) -> NextLetters:
    return NextLetters(learn(texts, most, least))


def test_what_followed_most_often_comes_first() -> None:
    assert chain("an", "an", "at", "at", "at", "as", "ab").after("a") == "tnb"


def test_the_longest_letters_known_decide() -> None:
    known = chain(*["create"] * 3, *["great"] * 5)
    assert known.after("cre")[0] == "a"
    assert known.after("re")[0] == "a"
    assert known.after("crea")[0] == "t"
    assert known.after("create a crea")[0] == "t"
    assert known.after("gre")[0] == "a"


def test_the_beginning_of_a_text_is_told_from_its_middle() -> None:
    known = chain("ba", "ba", "ca", "xaaaa", "xaaaa")
    assert known.after("") == "bxc"
    assert known.after("!")[0] == "a", "no text began there"


def test_capitals_are_no_other_letters() -> None:
    known = chain("Refund", "refund")
    assert known.after("REF") == known.after("ref")
    assert known.after("REF")[0] == "u"


def test_what_was_met_too_rarely_is_not_guessed_from() -> None:
    texts = ["xa", "ya", "zb", "zb", "zb"]
    assert chain(*texts).after("x")[0] == "a"
    assert chain(*texts, least=2).after("x")[0] == "b", "what it was met once"


def test_fewer_guesses_than_wanted_are_filled_up_from_fewer_letters() -> None:
    known = chain("ab", "ac", "ac", "xb")
    assert known.after("x") == "bac", "x was followed by b alone"
    assert known.after("a") == "cba"


def test_what_fewer_letters_tell_as_well_is_left_out() -> None:
    likely = learn(["qqqqqqqq"], 1, 1)
    assert likely == {"": "q"}


def test_no_guess_is_from_more_letters_than_are_looked_at() -> None:
    likely = learn(["create a calendar event", "cancel a meeting"], 3, 1)
    assert max(map(len, likely)) == LONGEST


def test_it_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "letters.json"
    path.write_text(json.dumps(learn(["aé"], 2, 1)), "utf-8")
    assert NextLetters.read(path).after("a") == "éa"
    path.write_text("not JSON", "utf-8")
    with pytest.raises(ValueError, match="Expecting value"):
        NextLetters.read(path)
