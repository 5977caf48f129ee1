"""`triptych play` as a shell sees it: real processes, and once the real model."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.app.explorer.catalogs import write_catalog

SCRIPT = """\
directory: mcp
profile: workbench
semantic: false
size: 100x30
steps:
  - task: create an issue
  - keywords: issue
  - press: [down, down, x]
  - expect: {tool: create_issue, arm: lexical, max_rank: 3}
  - snapshot: one.txt
"""
ENTRY = (sys.executable, "-c", "from app.cli import main; main()", "play")


@pytest.fixture
def script(tmp_path: Path) -> Path:
    write_catalog(tmp_path / "mcp")
    path = tmp_path / "script.yaml"
    path.write_text(SCRIPT, "utf-8")
    return path


def play(script: Path, *words: str | Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run it in the script's folder, with the index beside it."""
    return subprocess.run(
        [*ENTRY, str(script), "--index", str(script.parent / "index.sqlite"), *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), **(env or {})},
        cwd=script.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_same_bytes_in_every_terminal(script: Path) -> None:
    kept = []
    environments: tuple[dict[str, str], ...] = (
        {},
        {"TERM": "dumb", "NO_COLOR": "1", "TZ": "Asia/Tokyo", "COLUMNS": "60", "LINES": "10", "TEXTUAL_THEME": "nord"},
        {"TERM": "vt100", "COLORTERM": "", "TEXTUAL_COLOR_SYSTEM": "standard", "LC_ALL": "C", "EDITOR": "vi"},
    )
    for number, env in enumerate(environments):
        svg, text = script.parent / f"{number}.svg", script.parent / f"{number}.txt"
        done = play(script, "--svg", svg, "--text", text, env=env)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert done.stderr == "triptych: 5 of 5 steps played, 1 of 1 expectations met\n"
        kept.append((svg.read_bytes(), text.read_bytes(), (script.parent / "one.txt").read_bytes()))
    assert kept[0] == kept[1] == kept[2]
    assert kept[0][1] == kept[0][2]
    assert b"create_issue" in kept[0][0]


def test_an_expectation_that_is_not_met_is_exit_1_and_names_the_step(script: Path) -> None:
    script.write_text(SCRIPT.replace("max_rank: 3", "missing: true"), "utf-8")
    done = play(script)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].startswith(
        f"{script}:9: expected create_issue missing in lexical, seen at rank "
    )
    assert "0 of 1 expectations met" in done.stderr


def test_a_wrong_script_is_exit_2(script: Path) -> None:
    script.write_text(SCRIPT.replace("- press:", "- pres:"), "utf-8")
    done = play(script)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"triptych: {script}:8: a step knows no 'pres'; did you mean press?\n"
    assert play(script, "--size", "huge").returncode == 2


def test_check_compares_and_writes_nothing(script: Path) -> None:
    kept = script.parent / "one.txt"
    missing = play(script, "--check")
    assert missing.returncode == 1
    assert "no snapshot to compare with" in missing.stderr
    assert not kept.exists()
    assert play(script).returncode == 0
    assert play(script, "--check").returncode == 0
    kept.write_text(kept.read_text("utf-8").replace("profile workbench", "profile workbunch"), "utf-8")
    changed = kept.read_bytes()
    different = play(script, "--check")
    assert different.returncode == 1
    assert f"{kept}:" in different.stderr
    assert "now:" in different.stderr
    assert kept.read_bytes() == changed


def test_the_real_model_ranks_and_its_processes_end(script: Path) -> None:
    script.write_text(
        "directory: mcp\nprofile: toolhive\nsize: 100x30\nsteps:\n"
        "  - task: pay a client back\n"
        "  - expect: {tool: create_refund, arm: semantic, rank: 1}\n"
        '  - edit: {file: payments.json, replace: "Refund a customer payment, in whole or in part.", with: "X."}\n'
        "  - edit: {file: payments.json, replace: create_refund, with: do_it}\n"
        "  - expect: {tool: create_refund, arm: semantic, missing: true}\n"
        "  - expect_text: do_it\n",
        "utf-8",
    )
    reading, writing = os.pipe()  # every process of the command holds the end that is written to, until it ends
    os.set_inheritable(writing, True)
    process = subprocess.Popen(
        [*ENTRY, str(script), "--index", str(script.parent / "index.sqlite")],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        cwd=script.parent,
        stderr=subprocess.PIPE,
        text=True,
        close_fds=False,
    )
    os.close(writing)
    _, said = process.communicate(timeout=300)
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b""
    assert process.returncode == 0, said
    assert "6 of 6 steps played, 3 of 3 expectations met" in said
    assert '"create_refund"' in (script.parent / "mcp" / "payments.json").read_text("utf-8")
