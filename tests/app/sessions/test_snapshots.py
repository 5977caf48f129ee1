"""The pictures in git are what their scripts show. `make snapshots` after a deliberate change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.assets import DEMO, asset
from app.output.narration import Narration
from app.sessions.environment import same_terminal
from app.sessions.likeness import alike
from app.sessions.read_script import read_script
from app.sessions.theatre import played
from app.settings import default_settings

ROOT = Path(__file__).parents[3]
SCRIPTS = (ROOT / "assets" / "readme.yaml", *sorted((ROOT / "tests" / "snapshots").glob("*.yaml")))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_pictures_are_up_to_date(path: Path, tmp_path: Path) -> None:
    script = read_script(path)
    settings = replace(
        default_settings(),
        directory=script.directory or asset(DEMO),
        semantic=script.semantic,
        index=tmp_path / "index.triptych.sqlite",
        profile=script.profile,
    )
    with same_terminal():
        done = played(script, settings, None, Narration())
    assert done.failures == ()
    assert done.snapshots
    for picture in done.snapshots:
        kept = picture.path.read_text("utf-8")
        same = alike(kept, picture.text) if script.semantic else kept == picture.text
        assert same, f"{picture.path.name} is another: see make snapshots"
