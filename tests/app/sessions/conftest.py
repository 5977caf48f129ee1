from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.output.narration import Narration
from app.sessions import theatre
from app.sessions.environment import same_terminal
from app.sessions.player import Played
from app.sessions.read_script import read_script
from app.sessions.script import Size
from app.settings import default_settings
from tests.app.explorer.catalogs import WordEmbedder
from tests.app.sessions.catalog import write_script, write_tools

Play = Callable[..., Played]


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """The directory that scripts call `mcp`."""
    return write_tools(tmp_path)


@pytest.fixture
def play(tmp_path: Path, tools: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays the steps in `mcp`; vectors are those of a model of hashed words."""
    monkeypatch.setattr(theatre, "open_embedder", lambda settings, _tell: WordEmbedder() if settings.semantic else None)
    assert tools.name == "mcp"

    def run(steps: str, head: str = "", size: Size | None = None) -> Played:
        listed = f"\n{steps}" if steps else " []\n"
        text = f"directory: mcp\nprofile: toolhive\n{head}steps:{listed}"
        script = read_script(write_script(tmp_path, text))
        assert script.directory is not None
        settings = replace(
            default_settings(),
            directory=script.directory,
            semantic=script.semantic,
            index=tmp_path / "index.triptych.sqlite",
            profile=script.profile,
        )
        with same_terminal():
            return theatre.played(script, settings, size, Narration())

    return run
