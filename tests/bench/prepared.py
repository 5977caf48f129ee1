"""Catalogs on disk with a warm index, made once and used by every benchmark of that size.

Their vectors are not the model's (100,000 tools take an hour): `RandomVectors` stands in for it under the real
model's identity, and the vectors go in through the workspace's own `embed`. A search costs the same with them.
"""

from __future__ import annotations

import os

os.environ.setdefault("TEXTUAL_FPS", "240")  # as app.cli sets them, before textual and numpy are imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.assets import PROFILES, asset
from index.embedder import Embedder, Vector
from index.profile import load_profiles
from index.workspace import Workspace
from tests.bench.bundled import bundled_model
from tests.bench.catalogs import write_catalog

SPACE_PROFILE = "triptych"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A directory of `tools` made-up tools. Benchmarks work on copies of what they change."""

    folder: Path
    tools: int

    @property
    def manifests(self) -> Path:
        return self.folder / "manifests"

    @property
    def index(self) -> Path:
        return self.folder / "index.sqlite"

    def make(self) -> None:
        """Write the catalog, unless it is there, and bring its index up to date (with the code that made it, too)."""
        if not (self.folder / "ready").exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            write_catalog(self.manifests, self.tools)
        model = bundled_model()
        workspace = self.open(RandomVectors(model.identity, model.dimensions, model.text_adapter))
        try:
            workspace.sync()
            report = workspace.embed([self.space_of(workspace)])
            if report.error or any(report.missing.values()):
                raise SystemExit(f"the catalog could not be made ready: {report}")
            for table in workspace.store.tables:
                workspace.store.ensure(table)
        finally:
            workspace.close()
            model.close()
        (self.folder / "ready").touch()

    def open(self, embedder: Embedder | None, index: Path | None = None) -> Workspace:
        return Workspace(
            self.manifests,
            index_path=index or self.index,
            profiles=load_profiles(asset(PROFILES)),
            embedder=embedder,
            notice=lambda line: print(line, file=sys.stderr),
        )

    @staticmethod
    def space_of(workspace: Workspace) -> str:
        """The vector space of the default profile."""
        semantic = workspace.searcher(SPACE_PROFILE).semantic
        assert semantic is not None
        return semantic.space


class RandomVectors:
    """Unit vectors of no meaning, different for every text, under another model's identity."""

    name = "random"

    def __init__(self, identity: str, dimensions: int, adapter: str = "") -> None:
        self.identity = identity
        self.dimensions = dimensions
        self.adapter = self.text_adapter = adapter
        self._random = np.random.default_rng(0)

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        vector: Vector = self.embed_passages([text])[0]
        return vector

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        rows = self._random.standard_normal((len(texts), self.dimensions), np.float32)
        unit: Vector = np.divide(rows, np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)
        return unit

    def close(self) -> None:
        pass
