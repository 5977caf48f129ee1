"""Differences of long lines, cut to what differs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.explorer.draft_save_screen import shortened


def test_a_minified_file_shows_what_differs_and_a_little_around_it() -> None:
    left, right = "a" * 500, "b" * 500
    old, new = shortened([f"-{left}won{right}", f"+{left}three{right}"])
    assert old == f"-…{'a' * 60}won{'b' * 60}…"
    assert new == f"+…{'a' * 60}three{'b' * 60}…"


def test_short_lines_and_lone_ones_stay() -> None:
    lines = ["@@ -1 +1 @@", "-one", "+two", "-" + "x" * 500, " same"]
    assert shortened(lines) == lines


@settings(max_examples=60, deadline=None)
@given(st.text("ab", max_size=300), st.text("ab", max_size=9), st.text("ab", max_size=9), st.text("ab", max_size=300))
def test_what_differs_is_never_cut_away(before: str, old: str, new: str, after: str) -> None:
    shown = shortened([f"-{before}{old}{after}", f"+{before}{new}{after}"])
    assert (shown[0][1:] == shown[1][1:]) == (old == new or before + old + after == before + new + after)
