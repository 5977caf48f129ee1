"""Where the index of a directory is kept when nobody says where."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from platformdirs import user_cache_path

from index.store.store import OWN_SUFFIX


def default_index_path(directory: Path) -> Path:
    """A file in the platform's cache folder, named readably after the directory and surely by its resolved path."""
    resolved = directory.resolve()
    stem = re.sub(r"[^\w.-]+", "-", resolved.name, flags=re.ASCII).strip("-.")[:40] or "root"
    digest = hashlib.sha256(str(resolved).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return user_cache_path("triptych", appauthor=False) / f"{stem}-{digest}{OWN_SUFFIX}"
