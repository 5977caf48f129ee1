"""Numbers as shown add up to what is shown below them."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from index.explain.figures import apportioned, fused_decimals, fused_shares, shown_gap, units, word_sums
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.lexical import Factor, LexicalExplanation, WordShare

PARTS = st.lists(st.floats(0, 50), min_size=1, max_size=12)


def words(parts: list[float], *factors: float) -> LexicalExplanation:
    shares = tuple(WordShare(f"w{at}", "", (), 1, 1.0, (), part) for at, part in enumerate(parts))
    made = tuple(Factor("factor", value, "") for value in factors)
    return LexicalExplanation("e", 1, None, 1, "", shares, "", factors=made)


def fusion(meaning: float, points: float) -> FusionExplanation:
    shares = (
        ArmShare("lexical", 1, points, points, 0.01, 0.01 * points, ""),
        ArmShare("semantic", 1, meaning, meaning, 1.0, meaning, ""),
    )
    return FusionExplanation("scores", 1, meaning + 0.01 * points, 9, shares, "")


@given(PARTS, st.integers(2, 4))
def test_parts_shown_add_up_and_are_less_than_a_unit_off(parts: list[float], decimals: int) -> None:
    shown = apportioned(parts, decimals)
    assert sum(units(float(text), decimals) for text in shown) == units(math.fsum(parts), decimals)
    for part, text in zip(parts, shown, strict=True):
        assert abs(part - float(text)) < 1.0001 / 10**decimals


@given(PARTS, st.floats(1, 2))
def test_the_sum_of_words_times_the_factor_is_the_score_shown(parts: list[float], factor: float) -> None:
    sums = word_sums(words(parts, factor))
    assert abs(float(sums.total) * float(sums.factors[0]) - float(sums.score)) <= 0.0100001 + 0.001 * float(sums.total)
    assert math.isclose(math.fsum(map(float, sums.parts)), float(sums.total), abs_tol=1e-6)


def test_more_decimals_are_shown_only_where_they_are_needed() -> None:
    one, other = fusion(0.69893, 17.755), fusion(0.68394, 19.1186)
    assert fused_decimals(one, other) == 3
    assert fused_shares(other, 3) == {"lexical": "0.191", "semantic": "0.684"}
    assert shown_gap(0.87648, 0.87513, 3) == "0.001"
    assert fused_decimals(fusion(0.70002, 10.0), fusion(0.70001, 10.0)) == 5
    assert word_sums(words([1.75, 8.35], 1.0)).total == "10.10"
