"""Learning the query adapter: the lists it is learned from, and that the gradient is the loss's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.suite.read import load_suite
from tests.bench import adapter_training
from tests.bench.adapter_lists import read_list, read_lists
from tests.bench.adapter_training import TEMPERATURE, FacetRows, Floats, Source, gradient
from tests.bench.quality import COMMITTED, DATA


def small_source(queries: int = 5, tools: int = 4, dimensions: int = 3) -> Source:
    random = np.random.default_rng(1)

    def unit(rows: int) -> Floats:
        some = random.normal(size=(rows, dimensions))
        return np.asarray(some / np.linalg.norm(some, axis=1, keepdims=True))

    right = np.zeros((queries, tools), np.bool_)
    right[np.arange(queries), random.integers(tools, size=queries)] = True
    whole = FacetRows(0.4, unit(tools), np.arange(tools), np.arange(tools))
    sentences = FacetRows(0.6, unit(tools + 2), np.array([0, 2, 4]), np.array([3, 0, 1]))  # tool 2 has none
    return Source("small", unit(queries), random.random((queries, tools)) / 10, right, (whole, sentences))


def loss(source: Source, matrix: Floats) -> float:
    turned = source.queries + source.queries @ matrix.T
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    scores = TEMPERATURE * source.scores(turned, np.arange(len(turned)))[0]
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return float(-np.log((shares * source.right).sum(axis=1)).mean())


def test_the_gradient_is_that_of_the_loss() -> None:
    source, matrix = small_source(), np.random.default_rng(2).normal(size=(3, 3)) / 10
    found = gradient(source, matrix, np.arange(len(source.queries)))
    for at in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[at] = 1e-6
        assert found[at] == pytest.approx((loss(source, matrix + step) - loss(source, matrix - step)) / 2e-6, abs=1e-6)


def test_learning_lowers_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter_training, "DIMENSIONS", 3)
    source = small_source()
    assert loss(source, adapter_training.learn([source], 0)) < loss(source, np.zeros((3, 3))) - 0.1


def test_no_request_is_one_that_quality_is_measured_with() -> None:
    learned_from = {text.casefold() for listed in read_lists() for text, _ in listed.requests}
    suites = [load_suite(path) for path in (*(one.queries for one in COMMITTED), DATA / "docker-mcp-registry.jsonl")]
    asked = {case.query.description.casefold() for suite in suites for case in suite.cases}
    assert len(learned_from) > 2_500
    assert not learned_from & asked


@pytest.mark.parametrize("text", ["> a request without a tool", "a tool | fine\nneither this nor that"])
def test_a_line_that_is_nothing_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"list\.txt:\d: neither"):
        read_list(path)
