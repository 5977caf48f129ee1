"""What the next letters of the bundled file were learned from, and what they are worth."""

from __future__ import annotations

import pytest

from app.assets import NEXT_LETTERS, asset
from index.text.next_letters import NextLetters
from tests.bench import next_letters
from tests.bench.catalogs import made_up_queries


def test_the_bundled_file_is_what_the_lists_teach() -> None:
    assert asset(NEXT_LETTERS).read_text("utf-8") == next_letters.as_json(next_letters.learned())


def test_shares_count_each_letter_once() -> None:
    chain = NextLetters({"": "ab", "a": "xa"})
    assert next_letters.hits(chain, ["ab", "AX"]) == [0.75, 0.75, 0.75]
    assert next_letters.hits(chain, ["aa"]) == [0.5, 1.0, 1.0]


def test_half_of_the_letters_of_requests_it_has_not_seen_are_guessed_first() -> None:
    first, _, third = next_letters.hits(NextLetters.read(asset(NEXT_LETTERS)), made_up_queries(100))
    assert first > 0.55
    assert third > 0.75


def test_the_command_tells_the_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert next_letters.main(["--measure", "made-up"]) == 0
    assert capsys.readouterr().out.startswith("made-up: 0.6")
