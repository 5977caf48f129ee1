from __future__ import annotations

from pathlib import Path

import pytest

from app import prepared
from tests.app.commands.running import Outcome, triptych
from tests.index.suite.words import WordEmbedder

SUITE = "queries:\n  - query: read one issue\n    expect: jira_create_issue\n"


@pytest.fixture(autouse=True)
def hashed_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        prepared, "open_embedder", lambda settings, _tell: WordEmbedder() if settings.semantic else None
    )


def _explain(folder: Path, index_file: Path, *arguments: str) -> Outcome:
    return triptych("explain", folder, "--index", index_file, *arguments)


def test_json_has_every_part_and_adds_up(catalog_folder: Path, index_file: Path) -> None:
    (catalog_folder / "suite.yaml").write_text(SUITE, "utf-8")
    run = _explain(
        catalog_folder, index_file, "jira_create_issue", "-q", "create an issue", "-k", "issue", "-k", "data",
        "--profile", "toolhive", "--json",
    )  # fmt: skip
    assert run.code == 0
    data = run.data
    assert (data["tool"], data["server"], data["source"]) == ("jira_create_issue", "jira", "jira.json")
    lexical = data["lexical"]
    assert lexical["dropped"] == [{"word": "data", "why": "noise"}]
    (word,) = lexical["words"]
    assert (word["word"], word["origin"], word["tokens"], word["df"]) == ("issue", "keywords", ["issu"], 2)
    assert sum(entry["contribution"] for entry in lexical["words"]) == pytest.approx(lexical["score"], abs=1e-6)
    semantic = data["semantic"]
    assert semantic["distance"] == pytest.approx(1 - semantic["score"])
    assert {"query", "name", "description"} <= {effect["field"] for effect in data["word_effects"]}
    assert data["fused"]["shares"][0]["place"] == 1
    assert {rival["tool"] for rival in data["rivals"]} >= {"jira_get_issue"}
    assert any(rival["wins"] == ["read one issue"] for rival in data["rivals"])
    assert data["sentences"] and data["advice"]


def test_text_says_it_in_words_first(catalog_folder: Path, index_file: Path) -> None:
    run = _explain(catalog_folder, index_file, "gmail_send", "-q", "refund a customer", "--profile", "fts4")
    assert run.code == 0
    lines = run.out.splitlines()
    assert lines[0].startswith("gmail_send · mail · mail.json:")
    assert "What to change" in lines
    assert any("`refund` and `customer` appear nowhere" in line for line in lines)
    assert any("not in the answer" in line for line in lines)


def test_without_a_model_the_words_are_still_explained(catalog_folder: Path, index_file: Path) -> None:
    data = _explain(
        catalog_folder, index_file, "jira_get_issue", "-q", "issue", "--no-semantic", "--profile", "triptych", "--json"
    ).data
    assert data["semantic"] == {"engine": "triptych", "unavailable": "switched off"}
    assert data["word_effects"] is None
    assert data["fused"]["sum"] == pytest.approx(data["fused"]["score"], abs=1e-6)


def test_an_unknown_tool_is_wrong_use_and_the_nearest_is_named(catalog_folder: Path, index_file: Path) -> None:
    run = _explain(catalog_folder, index_file, "gmail_sent", "-q", "mail")
    assert run.code == 2
    assert "did you mean gmail_send?" in run.err


def test_of_several_tools_of_a_name_the_best_is_explained_and_said_so(catalog_folder: Path, index_file: Path) -> None:
    (catalog_folder / "other.json").write_text((catalog_folder / "mail.json").read_text("utf-8"), "utf-8")
    run = _explain(catalog_folder, index_file, "gmail_send", "-q", "email", "--json")
    assert run.code == 0
    assert "2 tools have this name" in run.err
    named = _explain(catalog_folder, index_file, "other/gmail_send", "-q", "email", "--json")
    assert named.data["server"] == "other"
    assert "tools have this name" not in named.err


def test_a_query_is_needed(catalog_folder: Path, index_file: Path) -> None:
    assert _explain(catalog_folder, index_file, "gmail_send").code == 2
