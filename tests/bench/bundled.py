"""The bundled model as the program opens it."""

from __future__ import annotations

from app.assets import MODEL, QUERY_ADAPTER, QUERY_ADAPTER_SHA256, asset
from models.embedder import GgufEmbedder, Settings, open_embedder


def bundled_model() -> GgufEmbedder:
    """With the query adapter. The caller closes it."""
    return open_embedder(
        asset(MODEL), settings=Settings(adapter=asset(QUERY_ADAPTER), adapter_sha256=QUERY_ADAPTER_SHA256)
    )
