from __future__ import annotations

from pathlib import Path

from tests.app.commands.running import Outcome, triptych


def _compare(folder: Path, index_file: Path, *arguments: str) -> Outcome:
    return triptych("compare", folder, "--index", index_file, "--no-semantic", *arguments)


def test_json_has_a_rank_for_every_profile(catalog_folder: Path, index_file: Path) -> None:
    run = _compare(catalog_folder, index_file, "-q", "send emial data", "--json")
    assert run.code == 0
    data = run.data
    profiles = {entry["profile"]: entry for entry in data["profiles"]}
    assert {"toolhive", "search-brain", "workbench", "substring", "composio", "fts4", "triptych"} <= set(profiles)
    rows = {row["tool"]: row for row in data["tools"]}
    assert set(rows["gmail_send"]["ranks"]) == set(profiles)
    assert rows["gmail_send"]["ranks"]["workbench"] == {"rank": 1, "answered": True}
    assert rows["gmail_send"]["ranks"]["substring"] is None
    assert profiles["toolhive"]["dropped"] == [{"word": "data", "why": "noise"}]
    assert {"word": "emial", "kind": "corrected", "to": ["email"]} in profiles["workbench"]["rewrites"]
    assert profiles["composio"]["approximate"] is True
    assert profiles["composio"]["unavailable"] == "switched off"
    assert profiles["workbench"]["answer_tokens"] < profiles["workbench"]["token_metrics"]["returned_tokens"]


def test_the_asked_tool_has_a_row_even_where_nobody_answers_it(catalog_folder: Path, index_file: Path) -> None:
    run = _compare(catalog_folder, index_file, "-q", "send email", "--tool", "sql/run_query")
    assert run.code == 0
    (line,) = [line for line in run.out.splitlines() if line.startswith(">")]
    assert line.split() == [">", "run_query", "sql"]
    plain = _compare(catalog_folder, index_file, "-q", "send email")
    assert "run_query" not in plain.out


def test_an_unknown_tool_is_told_with_its_nearest_name(catalog_folder: Path, index_file: Path) -> None:
    run = _compare(catalog_folder, index_file, "-q", "x", "--tool", "gmail_sned")
    assert run.code == 2
    assert "did you mean gmail_send" in run.err


def test_no_query_is_wrong_use(catalog_folder: Path, index_file: Path) -> None:
    assert _compare(catalog_folder, index_file).code == 2
    run = _compare(catalog_folder, index_file, "-q", "zzzzzz")
    assert run.code == 0
    assert "No profile finds a tool for this query." in run.out
