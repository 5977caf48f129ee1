"""What the user asked for on the command line, passed along explicitly."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.assets import DEMO, MODEL, asset
from index.query import Query

DEFAULT_PROFILE = "triptych"


@dataclass(frozen=True, slots=True)
class Settings:
    """`profile` is a name, or the path of a TOML file; `index` overrides the place of the index file."""

    directory: Path
    model: Path
    semantic: bool = True
    index: Path | None = None
    profile: str | None = None
    query: Query = field(default_factory=Query)
    suite: Path | None = None
    poll: bool = False
    record: Path | None = None


def default_settings() -> Settings:
    """The demo catalog with the bundled model."""
    return Settings(directory=asset(DEMO), model=asset(MODEL))
