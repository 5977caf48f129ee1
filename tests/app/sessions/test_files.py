"""Steps that change files: byte for byte, and nowhere but below the directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.sessions.errors import ScriptError
from app.sessions.files import change_file
from app.sessions.script import Delete, Edit, FileAction, Rename, Write

SCRIPT = Path("script.yaml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mcp"
    folder.mkdir()
    (folder / "a.json").write_bytes(b'\xef\xbb\xbf{"x": "one",\r\n "y": "one two"}\r\n')
    return folder


def test_an_edit_changes_that_text_alone(folder: Path) -> None:
    change_file(Edit("a.json", "one two", "éé"), folder, SCRIPT, 1)
    assert (folder / "a.json").read_bytes() == b'\xef\xbb\xbf{"x": "one",\r\n "y": "\xc3\xa9\xc3\xa9"}\r\n'


def test_line_ends_are_the_files_own(folder: Path) -> None:
    change_file(Edit("a.json", '"one",\n "y"', '"two",\n "z"'), folder, SCRIPT, 1)
    assert b'"two",\r\n "z"' in (folder / "a.json").read_bytes()


def test_writing_makes_folders_and_renaming_moves(folder: Path) -> None:
    change_file(Write("deep/b.json", "{}\n"), folder, SCRIPT, 1)
    change_file(Rename("deep/b.json", "other/c.json"), folder, SCRIPT, 1)
    assert (folder / "other/c.json").read_bytes() == b"{}\n"
    change_file(Delete("other/c.json"), folder, SCRIPT, 1)
    assert not (folder / "other/c.json").exists()


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Edit("a.json", "three", "x"), "not there"),
        (Edit("a.json", "one", "x"), "there more than once"),
        (Edit("b.json", "one", "x"), "there is no file b.json"),
        (Delete("b.json"), "there is no file b.json"),
        (Rename("b.json", "c.json"), "there is no file b.json"),
        (Write("a.json/b.json", "x"), "a.json/b.json: "),
        (Write("out/b.json", "x"), "a link out of the directory"),
        (Delete("link.json"), "a link out of the directory"),
        (Rename("a.json", "out/a.json"), "a link out of the directory"),
    ],
)
def test_what_cannot_be_done(folder: Path, tmp_path: Path, action: FileAction, says: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.json").write_text("{}", "utf-8")
    (folder / "out").symlink_to(outside)
    (folder / "link.json").symlink_to(outside / "x.json")
    with pytest.raises(ScriptError) as caught:
        change_file(action, folder, SCRIPT, 7)
    assert (caught.value.source, caught.value.line) == ("script.yaml", 7)
    assert says in caught.value.message
    assert [path.name for path in outside.iterdir()] == ["x.json"]
