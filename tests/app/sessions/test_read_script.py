"""Scripts as they are written: every fault names the script and the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.sessions.errors import ScriptError
from app.sessions.read_script import read_script
from app.sessions.script import (
    Action,
    ClickAt,
    ClickText,
    Delete,
    Edit,
    Expect,
    ExpectText,
    Keywords,
    Press,
    Rename,
    Resize,
    Snapshot,
    Step,
    Task,
    Type,
    UseProfile,
    Wait,
    Write,
)
from index.query import Query
from tests.app.sessions.catalog import write_script

EVERYTHING = """\
directory: mcp
size: 80x24
profile: mine.toml
semantic: false
theme: triptych-light
query: close ticket
keywords: [pull request, merge]
in_place: true
timeout: 2.5
steps:
  - type: a b
  - task: yes
  - keywords: jira, ticket
  - keywords: [pull request]
  - press: down
  - press: [x, ctrl+p, question_mark, "1"]
  - profile: toolhive
  - edit: {file: a/b.json, replace: old, with: ""}
  - write: {file: c.json, text: "{}"}
  - delete: c.json
  - rename: {file: a/b.json, to: d.json}
  - expect: {tool: jira_search, rank: 2}
  - expect: {tool: jira/jira_search, arm: lexical, max_rank: 3}
  - expect: {tool: jira_search, arm: semantic, missing: true}
  - expect_text: jira
  - expect_no_text: [gone, away]
  - wait: idle
  - click: Semantic
  - click: {x: 3, y: 0}
  - resize: 100x30
  - snapshot: pictures/one.svg
"""
ACTIONS: tuple[Action, ...] = (
    Type("a b"),
    Task("yes"),
    Keywords("jira, ticket"),
    Keywords("pull request,"),
    Press(("down",)),
    Press(("x", "ctrl+p", "question_mark", "1")),
    UseProfile("toolhive"),
    Edit("a/b.json", "old", ""),
    Write("c.json", "{}"),
    Delete("c.json"),
    Rename("a/b.json", "d.json"),
    Expect("jira_search", rank=2),
    Expect("jira/jira_search", "lexical", max_rank=3),
    Expect("jira_search", "semantic", missing=True),
    ExpectText(("jira",)),
    ExpectText(("gone", "away"), absent=True),
    Wait(),
    ClickText("Semantic"),
    ClickAt(3, 0),
    Resize((100, 30)),
    Snapshot("pictures/one.svg"),
)


def test_everything_a_script_can_say(tmp_path: Path) -> None:
    (tmp_path / "mcp").mkdir()
    script = read_script(write_script(tmp_path, EVERYTHING))
    assert script.steps == tuple(Step(action, 11 + number) for number, action in enumerate(ACTIONS))
    assert (script.directory, script.shown) == (tmp_path / "mcp", "mcp")
    assert (script.size, script.semantic, script.theme, script.in_place) == ((80, 24), False, "triptych-light", True)
    assert (script.profile, script.timeout) == (str(tmp_path / "mine.toml"), 2.5)
    assert script.query == Query("close ticket", ("pull request", "merge"))


def test_only_steps_are_needed(tmp_path: Path) -> None:
    script = read_script(write_script(tmp_path, "steps: []\n"))
    assert (script.directory, script.shown, script.size, script.semantic) == (None, "demo", (120, 40), True)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "needs steps"),
        ("size: 80x24\n", 1, "needs steps"),
        ("stops: []\n", 1, "did you mean steps?"),
        ("steps:\n  - tipe: x\n", 2, "did you mean type?"),
        ("steps:\n  - wait: idle\n  - {type: x, press: y}\n", 3, "one thing to do, with one key; this has type, press"),
        ("steps:\n  - down\n", 2, "a step is a mapping"),
        ("steps:\n  - press: dwon\n", 2, "did you mean down?"),
        ("steps:\n  - press: ctlr+p\n", 2, "there is no key 'ctlr+p'"),
        ("steps:\n  - press: []\n", 2, "the list is empty"),
        ("steps:\n  - expect:\n      tool: x\n      arm: semantics\n      rank: 1\n", 4, "did you mean semantic?"),
        ("steps:\n  - expect: {tool: x}\n", 2, "one of rank, max_rank and missing"),
        ("steps:\n  - expect: {tool: x, rank: 1, max_rank: 2}\n", 2, "one of rank, max_rank and missing"),
        ("steps:\n  - expect: {tool: x, rank: 0}\n", 2, "a whole number from 1 on"),
        ("steps:\n  - expect: {tool: x, missing: false}\n", 2, "missing can only be true"),
        ("steps:\n  - edit: {file: ../x, replace: a, with: b}\n", 2, "a path inside the folder"),
        ("steps:\n  - delete: /etc/passwd\n", 2, "a path inside the folder"),
        ("steps:\n  - edit: {file: x, with: b}\n", 2, "edit needs replace"),
        ("steps:\n  - edit: {file: x, replace: '', with: b}\n", 2, "replace is empty"),
        ("steps:\n  - snapshot: x.png\n", 2, "ends in .svg or .txt"),
        ("steps:\n  - snapshot: ../x.svg\n", 2, "a path inside the folder"),
        ("steps:\n  - wait: 3 seconds\n", 2, "the only thing to wait for is idle"),
        ("steps:\n  - resize: big\n", 2, "COLUMNSxLINES"),
        ("size: 2x2\nsteps: []\n", 1, "a size is from 20x8"),
        ("directory: nowhere\nsteps: []\n", 1, "there is no directory nowhere"),
        ("in_place: true\nsteps: []\n", 1, "name a directory"),
        ("semantic: no\nsteps: []\n", 1, "true or false"),
        ("timeout: -1\nsteps: []\n", 1, "seconds above 0"),
        ("size: 80x24\nsize: 90x24\nsteps: []\n", 2, "'size' is there twice"),
        ("steps: [\n", 2, "not valid YAML"),
        ("steps: \x00\n", None, "not valid YAML"),
    ],
)  # fmt: skip
def test_what_is_wrong_and_where(tmp_path: Path, text: str, line: int | None, says: str) -> None:
    path = write_script(tmp_path, text)
    with pytest.raises(ScriptError) as caught:
        read_script(path)
    assert (caught.value.source, caught.value.line) == (str(path), line)
    assert says in caught.value.message


def test_a_deeply_nested_script_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="nested too deeply"):
        read_script(write_script(tmp_path, "steps: " + "[" * 5_000))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_bytes(b"steps: \xff\xfe")
    with pytest.raises(ScriptError, match="UTF-8"):
        read_script(path)
