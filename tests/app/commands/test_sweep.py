from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.commands.run import Run, runner
from tests.index.suite.test_sweep import TOOLS
from tests.index.suite.words import write_tools


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "catalog"
    write_tools(made / "a.json", TOOLS)
    rows = (f"- {{query: {name.replace('_', ' a ')}, expect: {name}}}" for name in list(TOOLS)[::2])
    (made / "suite.yaml").write_text("\n".join(rows))
    return made


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "index.sqlite")


def test_json(folder: Path, run: Run) -> None:
    ran = run("sweep", folder, "--profile", "toolhive", "--profile", "search-brain", "--json")
    assert ran.code == 0
    data = ran.data
    assert data["cases"]["first_half"] + data["cases"]["second_half"] == 25
    assert [row["profile"] for row in data["profiles"]] == ["toolhive", "search-brain"]
    best = data["settings"][0]
    assert {"label", "lexical", "semantic", "fusion", "totals", "first_half", "second_half"} <= set(best)
    assert best["totals"]["mrr"] == max(row["totals"]["mrr"] for row in data["settings"])
    assert len(data["held_out"]["choices"]) == 2
    assert {row["fusion"]["method"] for row in data["settings"]} >= {"quota", "rrf", "scores", "alone"}


def test_the_table_names_the_profiles_and_what_a_choice_is_worth(folder: Path, run: Run) -> None:
    ran = run("sweep", folder, "--by", "hit@1")
    assert ran.code == 0
    assert "Best first by hit@1 over all 25 queries" in ran.out
    for words in (
        "= toolhive",
        "= triptych",
        "Best on the first half: ",
        "Chosen on one half and measured on the other",
    ):
        assert words in ran.out
    assert run("sweep", folder, "--by", "hit@1").out == ran.out, "the same every time"


def test_words_alone(folder: Path, run: Run) -> None:
    ran = run("sweep", folder, "--no-semantic", "--json")
    assert ran.code == 0
    assert all(row["semantic"] is None for row in ran.data["settings"])


def test_wrong_use(folder: Path, run: Run) -> None:
    assert run("sweep", folder, "--profile", "nobody").code == 2
    assert run("sweep", folder, "--profile", "composio", "--no-semantic").code == 2
    (folder / "suite.yaml").write_text("- {query: order a pizza, expect: none}")
    ran = run("sweep", folder)
    assert ran.code == 2 and "no case of the suite expects a tool" in ran.err


def test_a_small_suite_is_told_to_be_small(folder: Path, run: Run) -> None:
    (folder / "suite.yaml").write_text("- {query: send a mail, expect: send_mail}\n- {query: x y, expect: read_tab}\n")
    ran = run("sweep", folder, "--profile", "toolhive")
    assert ran.code == 0 and "chooses by luck" in ran.err
