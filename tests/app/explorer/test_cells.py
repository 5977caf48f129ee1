from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from app.explorer.cells import bar, count, decimals_for, fit, fit_end, fit_right, milliseconds, score_text
from index.visible import visible_line

WIDTHS = st.integers(0, 60)
HOSTILE = st.text(st.one_of(st.characters(), st.sampled_from("漢字🎉👩‍👩‍👧e\u0301\u202e\x1b[31m\x00\t\n")), max_size=40)


@given(HOSTILE, WIDTHS)
def test_any_visible_text_takes_exactly_its_cells(text: str, width: int) -> None:
    shown = visible_line(text)
    assert cell_len(fit(shown, width)) == width
    assert cell_len(fit_end(shown, width)) == width
    assert cell_len(fit_right(shown, width)) == width


def test_a_long_name_keeps_both_ends() -> None:
    assert fit("cloudflare_zones_rules_update", 16) == "cloudflar…update"
    assert fit("create_issue", 16) == "create_issue    "


@given(st.floats(0, 1), st.integers(1, 12))
def test_a_bar_takes_its_width_and_shows_anything_above_zero(fraction: float, width: int) -> None:
    drawn = bar(fraction, width)
    assert cell_len(drawn) == width
    assert bool(drawn.strip()) == (fraction > 0)


def test_scores_of_a_column_have_their_points_in_line() -> None:
    assert [score_text(score, decimals_for(10.88)) for score in (10.88, 9.8, 0.42)] == ["10.88", "9.80", "0.42"]
    assert [score_text(score, decimals_for(0.71)) for score in (0.71, 0.0931, -0.05)] == ["0.710", "0.093", "-.050"]
    assert score_text(1 / 60, decimals_for(1 / 60)) == ".0167"
    assert score_text(1234.5, decimals_for(1234.5)) == "1234"


def test_numbers_are_written_for_people() -> None:
    assert count(1, "tool") == "1 tool"
    assert count(1240, "tool") == "1,240 tools"
    assert [milliseconds(value) for value in (0.04, 0.84, 9.96, 14.2, 1234)] == [
        "<0.1 ms",
        "0.8 ms",
        "10 ms",
        "14 ms",
        "1.2 s",
    ]
