"""The query adapter: what it does to a vector, and files that are none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.vectors.adapter import QueryAdapter, bundled_adapter, read_adapter, write_adapter


def adapter() -> QueryAdapter:
    """Turns the first axis towards the second."""
    return QueryAdapter(np.array([[0, 0], [1, 0]], np.float32), "model")


def test_a_vector_is_turned_by_the_strength_and_stays_of_unit_length() -> None:
    turned = adapter().turned(np.array([1, 0], np.float32), 0.75)
    assert turned.tolist() == pytest.approx([0.8, 0.6])
    assert turned.dtype == np.float32


def test_what_the_matrix_does_not_see_stays() -> None:
    assert adapter().turned(np.array([0, 1], np.float32), 3.0).tolist() == [0, 1]


def test_a_vector_turned_to_nothing_stays() -> None:
    opposite = QueryAdapter(-np.eye(2, dtype=np.float32), "model")
    assert opposite.turned(np.array([0, 1], np.float32), 1.0).tolist() == [0, 1]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_adapter(adapter(), tmp_path / "a.npz")
    found = read_adapter(tmp_path / "a.npz")
    assert (found.matrix.tolist(), found.model) == ([[0, 0], [1, 0]], "model")


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 broken", b"text"])
def test_a_file_that_is_none_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "a.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ValueError, match=r"the query adapter a\.npz cannot be read"):
        read_adapter(path)


@pytest.mark.parametrize("matrix", [np.zeros((2, 3), np.float32), np.full((2, 2), np.nan, np.float32)])
def test_a_matrix_that_could_turn_nothing_is_refused(tmp_path: Path, matrix: np.ndarray) -> None:
    write_adapter(QueryAdapter(matrix, "model"), tmp_path / "a.npz")
    with pytest.raises(ValueError, match="not a square matrix"):
        read_adapter(tmp_path / "a.npz")


def test_the_bundled_one_is_small_beside_a_vector() -> None:
    """It corrects a direction: no unit vector is turned by much more than half a right angle."""
    assert np.linalg.norm(bundled_adapter().matrix, 2) < 1.0
