"""Changes of files become steps that do the same."""

from __future__ import annotations

import shutil
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from app.sessions.file_changes import FileChanges, smallest_edit
from app.sessions.files import change_file
from app.sessions.script import Delete, Edit, Write
from app.sessions.write_script import COMMENT
from tests.app.sessions.catalog import write_tools

TEXT = st.text("ab \n", max_size=30)


@settings(max_examples=300, deadline=None)
@given(TEXT, TEXT)
def test_the_smallest_edit_makes_the_one_of_the_other(before: str, after: str) -> None:
    found = smallest_edit(before, after)
    if found is None:
        assert before in (after, "")
    else:
        part, new = found
        assert before.find(part) == before.rfind(part) >= 0
        assert before.replace(part, new, 1) == after


def test_a_word_becomes_an_edit_of_that_word_alone() -> None:
    assert smallest_edit("Open an issue. Close it.", "Open one issue. Close it.") == ("an", "one")


def test_every_kind_of_change_comes_back(tmp_path: Path) -> None:
    folder = write_tools(tmp_path)
    (folder / "big.json").write_text('{"tools": []}' + " " * 200_000, "utf-8")
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    changes = FileChanges(folder)
    assert changes.look() == []
    jira = folder / "jira.json"
    jira.write_text(jira.read_text("utf-8").replace("Search issues with a JQL query.", "Find issues."), "utf-8")
    (folder / "mail.json").unlink()
    (folder / "new.json").write_text('{"tools": []}\n', "utf-8")
    (folder / "big.json").write_text('{"tools": []}' + " " * 200_001, "utf-8")
    entries = changes.look()
    assert [kind for kind, _ in entries] == ["delete", COMMENT, "edit", "write"]
    for kind, value in entries:
        match kind, value:
            case "delete", str(file):
                change_file(Delete(file), copy, tmp_path / "s.yaml", 1)
            case "edit", {"file": str(file), "replace": str(old), "with": str(new)}:
                change_file(Edit(file, old, new), copy, tmp_path / "s.yaml", 1)
            case "write", {"file": str(file), "text": str(text)}:
                change_file(Write(file, text), copy, tmp_path / "s.yaml", 1)
    (copy / "big.json").unlink()
    (folder / "big.json").unlink()
    read = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == read
    assert [kind for kind, _ in changes.look()] == ["delete"]
