from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.commands.running import Outcome, triptych

ROOT = Path(__file__).parents[3]
COLUMN = {"engine", "input", "match", "dropped", "rewrites", "notes", "elapsed_ms", "total", "hits"}


def _find(folder: Path, index_file: Path, *arguments: str, semantic: bool = False) -> Outcome:
    words = () if semantic else ("--no-semantic",)
    return triptych("find", folder, "--index", index_file, *words, *arguments)


def test_json_holds_the_contract(catalog_folder: Path, index_file: Path) -> None:
    run = _find(
        catalog_folder, index_file, "-q", "make a ticket", "-k", "issue data", "--profile", "toolhive", "--json"
    )
    assert run.code == 0
    data = run.data
    assert data["query"] == {"description": "make a ticket", "keywords": ["issue data"]}
    assert data["profile"] == "toolhive"
    assert data["semantic"] is None
    lexical = data["lexical"]
    assert set(lexical) == COLUMN
    assert (lexical["engine"], lexical["match"], lexical["input"]) == ("fts5", '"issue"', "keywords")
    assert lexical["dropped"] == [{"word": "data", "why": "noise"}]
    assert lexical["total"] == 2
    assert [hit["rank"] for hit in lexical["hits"]] == [1, 2]
    hit = lexical["hits"][0]
    assert (hit["tool"], hit["server"], hit["source"]) == ("jira_create_issue", "jira", "jira.json")
    assert hit["score"] > 0
    assert set(data["fused"]) == COLUMN | {"answered"}
    assert data["fused"]["notes"] == ["lexical alone: switched off"]


def test_the_answer_counts_tokens_over_whole_definitions(catalog_folder: Path, index_file: Path) -> None:
    answer = _find(catalog_folder, index_file, "-q", "warehouse", "--profile", "toolhive", "--json").data["answer"]
    tools = [
        tool
        for name in ("jira", "mail", "sql")
        for tool in json.loads((catalog_folder / f"{name}.json").read_text())["tools"]
    ]
    sizes = {tool["name"]: len(json.dumps(tool, separators=(",", ":"))) // 4 for tool in tools}
    assert [row["name"] for row in answer["tools"]] == ["run_query"]
    assert set(answer["tools"][0]) == {"name", "description", "score"}
    metrics = answer["token_metrics"]
    assert metrics["baseline_tokens"] == sum(sizes.values())
    assert metrics["returned_tokens"] == sizes["run_query"]
    assert metrics["savings_percent"] == pytest.approx(100 * (1 - sizes["run_query"] / sum(sizes.values())))
    assert 0 < answer["thin_tokens"] < metrics["returned_tokens"]


def test_limit_bounds_hits_and_answer(catalog_folder: Path, index_file: Path) -> None:
    data = _find(catalog_folder, index_file, "-q", "issue", "--profile", "workbench", "--limit", "1", "--json").data
    assert len(data["lexical"]["hits"]) == len(data["fused"]["hits"]) == len(data["answer"]["tools"]) == 1
    assert data["lexical"]["total"] == 2


def test_text_is_three_columns_without_trailing_spaces(catalog_folder: Path, index_file: Path) -> None:
    run = _find(catalog_folder, index_file, "-q", "send emial", "--profile", "workbench")
    lines = run.out.splitlines()
    assert lines[0].split("   ")[0].rstrip() == "Lexical  workbench · 2 hits"  # gmail_search by a synonym
    assert "Fused  lexical alone · 2 hits" in lines[0]
    assert lines[1].count("gmail_send") == 2
    assert all(line == line.rstrip() for line in lines)
    assert "lexical: emial corrected: email" in run.out
    assert run.err == ""


def test_hostile_names_are_made_safe(tmp_path: Path, index_file: Path) -> None:
    tool = {"name": "evil\x1b[31m\u202eknil", "description": "alpha\nbeta", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [tool]}), "utf-8")
    run = _find(tmp_path, index_file, "-q", "alpha", "--profile", "fts4")
    assert run.code == 0
    assert "evil" in run.out
    assert "\x1b" not in run.out
    assert "\u202e" not in run.out


def test_an_empty_text_finds_nothing_and_is_no_error(catalog_folder: Path, index_file: Path) -> None:
    run = _find(catalog_folder, index_file, "-q", "", "--profile", "toolhive", "--json")
    assert run.code == 0
    assert run.data["fused"]["total"] == 0


def test_a_folder_without_tools_answers_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    run = _find(folder, tmp_path / "i.sqlite", "-q", "anything", "--profile", "workbench", "--json")
    assert run.code == 0
    assert run.err == f"triptych: {folder}: no tools were found\n"
    assert run.data["answer"]["token_metrics"] == {"baseline_tokens": 0, "returned_tokens": 0, "savings_percent": 0.0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give -q TEXT, or -k WORD"),
        (("-q", "x", "--profile", "toolhiv"), "did you mean toolhive?"),
        (("-q", "x", "--limit", "0"), "0 is not in the range"),
        (("-q", "x", "--profile", "missing.toml"), "missing.toml: the profile cannot be read"),
    ],
)
def test_wrong_use_is_told_with_exit_code_2(
    catalog_folder: Path, index_file: Path, arguments: tuple[str, ...], message: str
) -> None:
    run = _find(catalog_folder, index_file, *arguments)
    assert run.code == 2
    assert message in run.err
    assert run.out == ""


def test_a_file_that_is_no_model_is_told_with_exit_code_2(
    catalog_folder: Path, index_file: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model.gguf"
    model.write_text("not a model")
    run = _find(catalog_folder, index_file, "-q", "x", "--model", str(model), semantic=True)
    assert run.code == 2
    assert "model.gguf" in run.err
    assert run.out == ""


def test_a_profile_of_ones_own(catalog_folder: Path, index_file: Path, tmp_path: Path) -> None:
    profile = tmp_path / "mine.toml"
    profile.write_text(
        'name = "mine"\nlimit = 1\n[lexical]\nengine = "fts5"\nnoise = ["issue"]\n[fusion]\nmethod = "alone"\n'
    )
    data = _find(catalog_folder, index_file, "-q", "create issue", "--profile", str(profile), "--json").data
    assert data["profile"] == "mine"
    assert data["lexical"]["match"] == '"create"'
    assert [row["name"] for row in data["answer"]["tools"]] == ["jira_create_issue"]


def test_with_the_bundled_model_all_three_columns_answer(catalog_folder: Path, index_file: Path) -> None:
    run = _find(
        catalog_folder, index_file, "-q", "send a letter to my friend", "-k", "sql", "--profile", "toolhive", "--json",
        semantic=True,
    )  # fmt: skip
    assert run.code == 0, run.err
    data = run.data
    assert data["semantic"]["engine"] == "cosine"
    assert data["semantic"]["hits"][0]["tool"] == "gmail_send"
    assert data["lexical"]["hits"][0]["tool"] == "run_query"
    names = [row["name"] for row in data["answer"]["tools"]]
    assert names[0] == "gmail_send"
    assert "run_query" in names


def test_a_full_disk_is_told_in_one_line(catalog_folder: Path, index_file: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.cli import main; main()"
    words = ["find", str(catalog_folder), "-q", "issue", "--no-semantic", "--index", str(index_file)]
    with open("/dev/full", "w") as full:  # noqa: PTH123 (a device)
        started = [sys.executable, "-c", code, *words]
        done = subprocess.run(started, check=False, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "triptych: the output cannot be written: No space left on device\n"
