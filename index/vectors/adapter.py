"""The query adapter: a learned matrix that turns a request's vector towards the tools that serve such requests.

A sentence model puts texts near each other that say the same. A request and the tool that serves it do not say the
same; what the two differ in is alike in all catalogs, and to that extent a linear map learns it
(`tests/bench/adapter_training.py` does, tests/bench/README.md tells what it is worth).
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from index.embedder import Vector

BUNDLED = Path(__file__).parents[1] / "adapters" / "all-MiniLM-L6-v2.npz"


@dataclass(frozen=True, slots=True, eq=False)
class QueryAdapter:
    """`matrix` (d, d), float32, is what one model's query vectors are turned by; `model` is that model's identity."""

    matrix: Vector
    model: str

    def turned(self, vector: Vector, strength: float) -> Vector:
        """The unit vector along `vector + strength * matrix @ vector`, shape (d,), float32."""
        turned = vector + np.float32(strength) * (self.matrix @ vector)
        length = np.linalg.norm(turned)
        return turned / length if length else vector


def read_adapter(path: Path) -> QueryAdapter:
    """An adapter as `write_adapter` wrote it. Raises ValueError when the file is missing or is none."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            matrix, model = stored["matrix"].astype(np.float32), str(stored["model"])
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ValueError(f"the query adapter {path.name} cannot be read: {error}") from None
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ValueError(f"the query adapter {path.name} cannot be read: not a square matrix of numbers")
    return QueryAdapter(matrix, model)


def write_adapter(adapter: QueryAdapter, path: Path) -> None:
    """Keep an adapter, its numbers in half precision."""
    np.savez_compressed(path, matrix=adapter.matrix.astype(np.float16), model=np.array(adapter.model))


@cache
def bundled_adapter() -> QueryAdapter:
    """The one that belongs to the bundled model. Raises ValueError like `read_adapter`."""
    return read_adapter(BUNDLED)
