"""Digests that say whether two outcomes are of the same thing."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from index.profile import Profile

DIGITS = 12


def profile_digest(profile: Profile) -> str:
    """Differs when the profile's engines, fusion, options or limits do; its name and words do not count."""
    parts = [profile.lexical, profile.semantic, profile.fusion]
    plain = [None if part is None else [part.name, dict(part.options)] for part in parts]
    return _short(json.dumps([plain, profile.limit], sort_keys=True, default=_plain))


def catalog_digest(connection: sqlite3.Connection) -> tuple[str, int]:
    """A digest of everything engines read of the catalog's tools, whatever their order or files, and their number."""
    rows = connection.execute(
        "SELECT server, name, title, description, parameters FROM tools ORDER BY server, name, description, parameters"
    ).fetchall()
    return _short(json.dumps(rows, ensure_ascii=True)), len(rows)


def model_digest(identity: str) -> str:
    """A model's identity short enough to read; "" for no model."""
    return _short(identity) if identity else ""


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)
