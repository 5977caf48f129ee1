"""CONTRIBUTING.md shows a seventh engine: one file and one TOML. Here both are taken from there and run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ENGINE = "index/engines/first_letters.py"
PROFILE = "assets/profiles/first-letters.toml"

PROGRAM = """
import json, sys
from pathlib import Path
from index.errors import ProfileError
from index.profile import load_profiles
from index.query import Query
from index.ranking import Unavailable
from index.searcher import Searcher
from tests.index.catalog import catalog, corpus, names

profiles = load_profiles(Path("assets/profiles"))
try:
    searcher = Searcher(profiles["first-letters"], None, lambda name: Unavailable("", ""))
except ProfileError as error:
    sys.exit(str(error))
store = catalog([("jira_create_issue", ""), ("create_jira", ""), ("JIRA_get", ""), ("send", "")])
answers = [searcher.search(corpus(store), Query(text)) for text in ("jira, please", "ji")]
shown = [{"tools": names(store, one.fused.ids), "notes": one.lexical.notes} for one in answers]
print(json.dumps(shown))
"""


def _block(path: str) -> str:
    """The fenced block of CONTRIBUTING.md whose first line names a file."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found = re.search(rf"```\w+\n# {re.escape(path)}\n(.*?)```", text, re.DOTALL)
    assert found, f"CONTRIBUTING.md no longer shows {path}"
    return found[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the core with the two files where a contributor would put them, and nothing else changed."""
    for folder in ("index", "assets/profiles"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (ENGINE, PROFILE):
        (tmp_path / path).write_text(_block(path), "utf-8")
    return tmp_path


def _run(checkout: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": f"{checkout}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=checkout, env=environment, text=True, capture_output=True, check=False
    )


def test_the_example_is_found_and_ranks(checkout: Path) -> None:
    run = _run(checkout)
    assert run.returncode == 0, run.stderr
    long, short = json.loads(run.stdout)
    assert long["tools"] == ["jira_create_issue", "JIRA_get"]
    assert (short["tools"], short["notes"]) == ([], ["the query is too short"])


def test_its_options_are_checked_like_everyone_elses(checkout: Path) -> None:
    profile = checkout / PROFILE
    profile.write_text(profile.read_text("utf-8").replace("letters = 4", "leters = 4"), "utf-8")
    run = _run(checkout)
    assert run.returncode == 1
    assert "first-letters: unknown option 'leters'; did you mean 'letters'?" in run.stderr
