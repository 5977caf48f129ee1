"""Facets added up beforehand: the same scores with fewer rows, once for each big snapshot, and not for long."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from index.engines.triptych_layout import Folded, Folds, fold, layout, plain_scores
from index.engines.triptych_semantic import NAME, SENTENCE, WHOLE
from index.vectors.space import VectorSpace

WEIGHTS = {WHOLE: 0.4, NAME: 0.2, SENTENCE: 0.4}
TOOLS = 40


def _space(tools: int = TOOLS, unnamed: frozenset[int] = frozenset()) -> VectorSpace:
    """Tools in an order that their ids do not have, with one to three sentences each."""
    random = np.random.default_rng(3)
    ids = random.permutation(tools) + 5
    rows = [(WHOLE, number) for number in ids]
    rows += [(NAME, number) for number in ids if number not in unnamed]
    rows += [(SENTENCE, number) for number in ids for _ in range(1 + number % 3)]
    matrix = random.standard_normal((len(rows), 8)).astype(np.float32)
    return VectorSpace(
        matrix / np.linalg.norm(matrix, axis=1, keepdims=True),
        np.array([number for _, number in rows], np.int64),
        np.array([kind for kind, _ in rows], np.int16),
        tuple(bytes([number % 256]) for number in range(len(rows))),
        ids.astype(np.int64),
    )


VECTOR = np.arange(8).astype(np.float32)


def test_scores_are_those_of_the_facets_one_by_one() -> None:
    space = _space()
    facets = tuple(layout(space, WEIGHTS))
    folded = fold(space, facets)
    assert folded is not None
    assert len(folded.matrix) == TOOLS
    assert [rows.weight for rows in folded.others] == [WEIGHTS[SENTENCE]]
    assert folded.scores(space, VECTOR) == pytest.approx(plain_scores(space, facets, VECTOR), abs=1e-6)


def test_only_facets_of_the_same_tools_are_added_up() -> None:
    space = _space(unnamed=frozenset({9}))
    assert fold(space, tuple(layout(space, WEIGHTS))) is None


def test_a_facet_without_weight_is_left_out() -> None:
    space = _space()
    facets = tuple(layout(space, {WHOLE: 0.4, NAME: 0.2, SENTENCE: 0.0}))
    folded = fold(space, facets)
    assert folded is not None
    assert folded.others == ()
    assert folded.scores(space, VECTOR) == pytest.approx(plain_scores(space, facets, VECTOR), abs=1e-6)


def _folded(folds: Folds, space: VectorSpace, weights: dict[int, float]) -> Folded | None:
    facets = tuple(layout(space, weights))
    for _ in range(3):
        found = folds.of(space, facets)
        if folds.thread is not None:
            folds.thread.join()
    return found


def test_the_second_query_has_it_made_in_a_thread() -> None:
    folds, space = Folds(big=TOOLS), _space()
    facets = tuple(layout(space, WEIGHTS))
    assert folds.of(space, facets) is None
    assert folds.thread is None
    assert folds.of(space, facets) is None
    assert folds.thread is not None
    folds.thread.join()
    assert folds.of(space, facets) is folds.of(space, facets) is not None


def test_one_a_snapshot() -> None:
    folds, space = Folds(big=TOOLS), _space()
    assert _folded(folds, space, WEIGHTS) is not None
    assert _folded(folds, space, {WHOLE: 1.0, NAME: 1.0, SENTENCE: 1.0}) is None


def test_none_for_small_or_growing_snapshots() -> None:
    folds = Folds(big=TOOLS)
    assert _folded(folds, _space(TOOLS - 1), WEIGHTS) is None
    assert _folded(folds, replace(_space(), missing=1), WEIGHTS) is None


def test_goes_with_its_snapshot() -> None:
    folds, space = Folds(big=TOOLS), _space()
    made = _folded(folds, space, WEIGHTS)
    assert made is not None
    there = weakref.ref(space), weakref.ref(made.matrix)
    del space, made
    gc.collect()
    assert [what() for what in there] == [None, None]
