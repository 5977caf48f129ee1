"""One vector with every row, in one thread and in several."""

from __future__ import annotations

import numpy as np
import pytest

from index.vectors import product
from index.vectors.product import products


@pytest.mark.parametrize("rows", [0, 1, 1_000, 32_768, 32_769, 100_003])
def test_a_big_matrix_gives_what_numpy_gives(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product, "_threads", lambda: 3)
    random = np.random.default_rng(rows)
    matrix = random.standard_normal((rows, 384), np.float32)
    vector = random.standard_normal(384, np.float32)
    found = products(matrix, vector)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, matrix @ vector)
