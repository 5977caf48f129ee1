"""What a start does not wait for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LATER = {
    "yaml", "watchdog", "pathspec", "rapidfuzz", "llama_cpp",
    "index.manifests.reading", "index.sync", "index.live", "index.explain.explainer", "index.suite.runner",
    "app.explorer.tuning", "app.explorer.help_screen", "app.explorer.draft_pane", "app.explorer.panes.explain_pane",
    "app.sessions.recorder",
}  # fmt: skip
"""Modules that the first ranking can do without; each once cost a start some hundredths of a second."""


def test_the_explorer_loads_little_before_its_first_ranking() -> None:
    code = "import app.run, app.wiring, models.embedder, sys; from index.registry import fts_tables; fts_tables(); "
    done = subprocess.run(
        [sys.executable, "-c", code + "print(*sys.modules)"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "app.explorer.screen" in loaded
    assert loaded & LATER == set()
