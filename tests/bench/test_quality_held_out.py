"""The held-out figures: ranks of ties, and that a set has no say in the weights it is measured with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.bench.quality_held_out import FACETS, GRID, Scored, chosen_without


def one_set(name: str, right: str, queries: int = 4) -> Scored:
    """A set in which only the facet `right` finds the tool, which is the last of three; the others find the first."""
    parts = np.zeros((queries, 3, 4))
    for column, facet in enumerate(FACETS):
        parts[:, 2 if facet == right else 0, column] = 1.0
    expected = np.zeros((queries, 3), np.bool_)
    expected[:, 2] = True
    return Scored(name, Path(name), parts, expected)


def test_equal_scores_rank_in_catalog_order() -> None:
    parts = np.ones((2, 4, 4))
    expected = np.array([[False, False, True, True], [True, False, False, False]])
    hit1, hit8, mrr = Scored("ties", Path(), parts, expected).figures((0.2, 0.3, 0.5, 0.01))
    assert (hit1, hit8) == (0.5, 1.0)
    assert mrr == pytest.approx((1 / 3 + 1) / 2)


def test_the_best_acceptable_tool_counts() -> None:
    parts = np.zeros((1, 3, 4))
    parts[0, :, 0] = (0.1, 0.9, 0.5)
    expected = np.array([[True, True, False]])
    assert Scored("two", Path(), parts, expected).figures((1.0, 0.0, 0.0, 0.0))[0] == 1.0


def test_weights_are_chosen_without_the_catalog_they_are_measured_on() -> None:
    sets = [one_set("a", "name"), one_set("b", "sentence"), one_set("b", "sentence")]
    measured = [np.stack([one.figures(weights) for weights in GRID]) for one in sets]
    _, name, sentence, _ = chosen_without(sets, measured, Path("a"))
    assert sentence > 0.5 > name
    _, name, sentence, _ = chosen_without(sets, measured, Path("b"))
    assert name > 0.5 > sentence
