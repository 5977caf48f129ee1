"""Whatever a manifest says, what is shown holds no character that acts on the terminal."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from index.visible import clip, visible_line, visible_text

_NASTY = (
    "\x00\x07\x1b\x7f\x85\x9b\u200b\u200d\u202e\u2066\ufeff\u2028\u00ad\U000e0041\ufe0f\ud800\udfff\t\r\n\u0301\u3164"
)
_TEXT = st.text(st.one_of(st.sampled_from(_NASTY), st.characters(), st.sampled_from("ab 漢é👩❤")), max_size=60)


def _harmless(text: str) -> bool:
    categories = {unicodedata.category(character) for character in text}
    hidden = set(
        "\u200b\u200c\u200d\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u00ad"
    )
    return not (categories & {"Cc", "Cs", "Zl", "Zp"} or hidden & set(text))


@settings(max_examples=300)
@given(_TEXT)
def test_nothing_acts_on_the_terminal(text: str) -> None:
    assert _harmless(visible_line(text))
    assert _harmless(visible_text(text).replace("\n", ""))
    assert visible_text(text).count("\n") == text.count("\n")


@settings(max_examples=300)
@given(_TEXT, st.integers(0, 40))
def test_never_wider_than_asked(text: str, cells: int) -> None:
    assert cell_len(visible_line(text, cells)) <= cells


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_is_untouched(text: str) -> None:
    assert visible_line(text) == text
    assert visible_text(text) == text


def test_what_is_shown_instead() -> None:
    assert visible_line("a\x1b[31mb\u202ec\r\nd\te\ud800") == "a␛[31mb‹U+202E›c↵d e\ufffd"
    assert visible_text("a\tb\nc\rd") == "a   b\nc␍d"
    assert visible_line("⚠\ufe0f careful") == "⚠ careful"
    assert visible_line("\u0301x" + "e" + "\u0301" * 40) == "◌\u0301xe" + "\u0301" * 3 + "‹+37 marks›"


def test_clipping() -> None:
    assert clip("abcdef", 4) == "abc…"
    assert clip("漢字漢字", 4) == "漢…"
    assert clip("abcd", 4) == "abcd"
    assert visible_line("abc" * 1000, 5) == "abca…"
    assert visible_text("x" * 12, most=10) == "x" * 10 + "… (2 more characters)"
