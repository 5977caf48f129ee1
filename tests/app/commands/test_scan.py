"""`triptych scan` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.commands.scan import command
from tests.index.disk import write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "manifests"
    write(root, "mail.json", {"send": "Send a mail", "read": "Read a mail"})
    write(root, "deep/chat.json", {"post": "Post a message", "send": "Send a message"})
    return root


def run(root: Path, *more: str) -> Result:
    return CliRunner().invoke(command, [str(root), "--index", str(root.parent / "index.sqlite"), *more])


def test_json_lists_files_tools_problems_and_duplicates(root: Path) -> None:
    (root / "tools.json").write_text('{"tools": [')
    result = run(root, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    data = json.loads(result.stdout)
    assert [(file["source"], file["shape"], file["tools"]) for file in data["files"]] == [
        ("deep/chat.json", "mcp", 2),
        ("mail.json", "mcp", 2),
    ]
    assert [(tool["source"], tool["name"], tool["server"]) for tool in data["tools"]] == [
        ("deep/chat.json", "post", "chat"),
        ("deep/chat.json", "send", "chat"),
        ("mail.json", "send", "mail"),
        ("mail.json", "read", "mail"),
    ]
    first = data["tools"][0]
    assert (first["pointer"], first["line"], first["parameters"]) == ("/tools/0", 3, ["id"])
    problems = [(problem["code"], problem["source"], problem["line"]) for problem in data["problems"]]
    assert problems == [("T002", "mail.json", 3), ("M001", "tools.json", 1)]
    assert data["duplicates"] == [
        {
            "name": "send",
            "tools": [
                {"server": "chat", "source": "deep/chat.json", "line": first["line"] + 12},
                {"server": "mail", "source": "mail.json", "line": 3},
            ],
        }
    ]


def test_text_names_files_problems_and_totals(root: Path) -> None:
    lines = run(root).stdout.splitlines()
    assert lines[0].split() == ["deep/chat.json", "2", "tools", "mcp"]
    assert lines[-1] == "4 tools of 2 servers in 2 files, 1 problem, 1 name declared more than once"
    assert any(line.startswith("mail.json:3:") and "T002" in line for line in lines)


def test_a_broken_file_keeps_its_tools_and_says_so(root: Path) -> None:
    run(root)
    (root / "mail.json").write_text("{")
    out = run(root).stdout
    assert "stale: the last version that could be read" in out
    assert "Kept: the last good version, 2 tools." in out
    assert json.loads(run(root, "--json").stdout)["files"][1]["stale"] is True


def test_a_directory_without_manifests_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run(tmp_path / "empty")
    assert result.exit_code == 0
    assert "No file here declares tools" in result.stdout
    assert json.loads(run(tmp_path / "empty", "--json").stdout)["tools"] == []


def test_nothing_hostile_reaches_the_terminal(tmp_path: Path) -> None:
    root = tmp_path / "hostile"
    write(root, "a\x1b[31m.json", {"evil\x1b]0;owned\x07": "\x1b[2J\x9b \u202e", "evil\x1b]0;owned\x07 ": ""})
    for result in (run(root), run(root, "--json")):
        assert result.exit_code == 0
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(result.stdout)
    assert json.loads(run(root, "--json").stdout)["tools"][0]["name"] == "evil\x1b]0;owned\x07"


def test_a_foreign_index_file_is_refused(root: Path) -> None:
    notes = root.parent / "notes.sqlite"
    notes.write_text("mine")
    result = CliRunner().invoke(command, [str(root), "--index", str(notes)])
    assert result.exit_code != 0
    assert "not a triptych index" in str(result.exception)
    assert notes.read_text() == "mine"


def test_a_missing_directory_is_wrong_use(tmp_path: Path) -> None:
    assert run(tmp_path / "gone").exit_code == 2


def test_an_index_that_cannot_be_kept_is_told_on_stderr_and_the_scan_goes_on(root: Path) -> None:
    (root.parent / "file").write_text("")
    index = root.parent / "file" / "index.sqlite"
    result = CliRunner().invoke(command, [str(root), "--index", str(index), "--json"])
    assert result.exit_code == 0
    assert "temporary index" in result.stderr
    assert len(json.loads(result.stdout)["tools"]) == 4
