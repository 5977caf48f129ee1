"""Profiles: a named composition of lexical arm, semantic arm, fusion and limit, kept as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from index.errors import ProfileError

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Part:
    """An engine or a fusion by its registered name, and the options the profile gives it."""

    name: str
    options: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Profile:
    """One real engine, reproduced.

    `limit` is how many tools it answers, `max_limit` the most a caller may ask for. `answer` is "thin" (name,
    description, score) or "full" (whole definitions). `approximate` marks what is not an exact reproduction.
    """

    name: str
    about: str
    fusion: Part
    lexical: Part | None = None
    semantic: Part | None = None
    limit: int = 20
    max_limit: int = 50
    answer: str = "thin"
    approximate: bool = False


def parse_profile(text: str, *, source: str) -> Profile:
    """Read a profile from TOML.

    Raises:
        ProfileError: the TOML is broken, or a key is missing, unknown or of the wrong type.

    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"not valid TOML: {error}", source=source) from error
    return profile_from(data, source=source)


def profile_from(data: Mapping[str, Any], *, source: str) -> Profile:
    """A profile from its parsed TOML table. Raises ProfileError like `parse_profile`."""
    table = dict(data)
    lexical, semantic, fusion = (_part(table.pop(key, None), key, source) for key in ("lexical", "semantic", "fusion"))
    if lexical is None and semantic is None:
        raise ProfileError("a profile needs a [lexical] or a [semantic] table, or both", source=source)
    if fusion is None:
        raise ProfileError("a profile needs a [fusion] table", source=source)
    kinds = {"name": str, "about": str, "limit": int, "max_limit": int, "answer": str, "approximate": bool}
    for key, value in table.items():
        if key not in kinds:
            raise ProfileError(f"unknown key {key!r}; known: {', '.join(sorted(kinds))}", source=source)
        if not isinstance(value, kinds[key]) or (kinds[key] is int and isinstance(value, bool)):
            raise ProfileError(f"{key} must be of type {kinds[key].__name__}", source=source)
    if not table.get("name"):
        raise ProfileError("a profile needs a name", source=source)
    if table.get("answer", "thin") not in ("thin", "full"):
        raise ProfileError('answer must be "thin" or "full"', source=source)
    table.setdefault("max_limit", max(table.get("limit", 20), 50))
    if not 1 <= table.get("limit", 20) <= table["max_limit"]:
        raise ProfileError("limit must be at least 1 and at most max_limit", source=source)
    return Profile(**{"about": "", **table}, lexical=lexical, semantic=semantic, fusion=fusion)


def load_profiles(folder: Path) -> dict[str, Profile]:
    """All profiles of a folder by name, in order of file name. Raises ProfileError for the first bad one."""
    profiles = (parse_profile(path.read_text("utf-8"), source=path.name) for path in sorted(folder.glob("*.toml")))
    return {profile.name: profile for profile in profiles}


def _part(table: Any, key: str, source: str) -> Part | None:
    if table is None:
        return None
    naming = "method" if key == "fusion" else "engine"
    if not isinstance(table, dict) or not isinstance(table.get(naming), str):
        raise ProfileError(f"[{key}] needs {naming} = NAME", source=source)
    return Part(table[naming], MappingProxyType({k: v for k, v in table.items() if k != naming}))
