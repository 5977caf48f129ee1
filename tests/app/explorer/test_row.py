from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from app.explorer.state import Facts
from app.explorer.widgets.ranking_list import RankingList
from app.explorer.widgets.row import Row, layout_for, row_for, strip_for
from index.visible import visible_line

PLAIN = {name: Style() for name in RankingList.PARTS}
TEXT = st.text(max_size=50)
RANK = st.none() | st.integers(1, 9_999)
SCORE = st.none() | st.floats(-1, 99)


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    moves = draw(st.none() | st.tuples(*[st.none() | st.integers(-5000, 5000)] * 3))
    return Facts(
        visible_line(draw(TEXT)),
        visible_line(draw(TEXT)),
        (draw(RANK), draw(RANK), draw(RANK)),
        (draw(SCORE), draw(SCORE), draw(SCORE)),
        moves,
    )


@given(facts(), st.integers(24, 120), st.integers(2, 7), st.integers(0, 2), st.booleans())
def test_every_row_is_exactly_as_wide_as_its_column(
    known: Facts, width: int, rank_width: int, column: int, selected: bool
) -> None:
    layout = layout_for(width, rank_width, column == 2)
    row = row_for(known, column, 9.0, 2, selected=selected, answered=8)
    for shown in (row, row._replace(note="not answered"), Row("", "", "…", "", 0.0, "", "")):
        strip = strip_for(shown, layout, PLAIN)
        assert strip.cell_length == width
        assert sum(cell_len(segment.text) for segment in strip) == width


def test_movement_is_signed_and_a_newcomer_is_called_new() -> None:
    known = Facts("a", "s", (3, 9, None), (1.0, 1.0, None), (2, -4, None))
    rows = [row_for(known, column, 1.0, 2, selected=False, answered=8) for column in range(3)]
    assert [row.move for row in rows] == ["+2", "-4", ""]
    newcomer = Facts("a", "s", (3, None, 1), (1.0, None, 1.0), (None, None, 0))
    assert row_for(newcomer, 0, 1.0, 2, selected=False, answered=8).move == "new"
    assert row_for(newcomer, 2, 1.0, 2, selected=False, answered=8).move == ""


def test_hits_beyond_the_answer_are_dimmed() -> None:
    known = Facts("a", "s", (1, 1, 9), (1.0, 1.0, 0.1))
    assert row_for(known, 2, 1.0, 2, selected=False, answered=8).dimmed
    assert not row_for(known, 2, 1.0, 2, selected=False, answered=9).dimmed


def test_the_fused_row_says_where_it_came_from() -> None:
    known = Facts("a", "s", (12, None, 1), (1.0, None, 1.0))
    assert row_for(known, 2, 1.0, 2, selected=False, answered=8).origin.split() == ["L12", "S-"]
