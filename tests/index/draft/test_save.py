from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from index.atomic_file import write_bytes
from index.draft.draft import Draft, Field, ToolKey
from index.draft.save import FileChanged, commit, prepare, save_draft
from index.errors import WriteBackError
from index.manifests.reading import read_manifest

TEXT = '{"tools": [{"name": "a", "description": "One.", "inputSchema": {}}]}\n'
DESCRIPTION = Field("description")


def draft_of(path: Path, text: str = "Two.") -> Draft:
    tool = read_manifest(path.name, path.read_bytes()).tools[0]
    return Draft.begin(tool).edited(tool, DESCRIPTION, text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "tools.json"
    made.write_text(TEXT)
    return made


def test_saves_and_shows_the_diff_before(path: Path) -> None:
    saving = prepare(path.parent, draft_of(path))
    assert path.read_text() == TEXT
    assert saving.diff.splitlines()[-4:] == [
        "@@ -1,2 +1,2 @@",
        f"-{TEXT.rstrip()}",
        f"+{TEXT.rstrip().replace('One', 'Two')}",
        " ",
    ]
    commit(saving)
    assert path.read_text() == TEXT.replace("One", "Two")
    assert list(path.parent.iterdir()) == [path]


def test_refuses_when_the_file_changed_between_diff_and_save(path: Path) -> None:
    saving = prepare(path.parent, draft_of(path))
    path.write_text(TEXT + "\n")
    with pytest.raises(FileChanged, match="changed meanwhile") as caught:
        commit(saving)
    assert (caught.value.ours, caught.value.theirs) == (saving.after, (TEXT + "\n").encode())
    assert path.read_text() == TEXT + "\n"


def test_refuses_when_the_tool_changed_under_the_draft(path: Path) -> None:
    draft = draft_of(path)
    path.write_text(TEXT.replace("One", "Theirs"))
    with pytest.raises(FileChanged) as caught:
        prepare(path.parent, draft)
    assert "-" in caught.value.diff and "Theirs." in caught.value.diff and "Two." in caught.value.diff


def test_refuses_bytes_other_than_those_the_index_read(path: Path) -> None:
    draft = draft_of(path)
    with pytest.raises(FileChanged):
        prepare(path.parent, draft, read_sha256=b"other")


@pytest.mark.parametrize("moment", ["before", "between"])
def test_a_file_that_is_gone_is_not_made_again(path: Path, moment: str) -> None:
    draft = draft_of(path)
    saving = prepare(path.parent, draft)
    path.unlink()
    with pytest.raises(FileChanged, match="is gone") as caught:
        commit(saving) if moment == "between" else prepare(path.parent, draft)
    assert caught.value.theirs is None
    assert not path.exists()


def test_a_tool_that_is_not_there_is_refused(path: Path) -> None:
    draft = Draft(ToolKey("tools.json", "/tools/4", "a"), "hash", ((DESCRIPTION, "x"),))
    with pytest.raises(WriteBackError):
        save_draft(path.parent, draft)


def test_permissions_and_links_are_kept(tmp_path: Path, path: Path) -> None:
    path.chmod(0o640)
    (tmp_path / "linked").mkdir()
    link = tmp_path / "linked" / "tools.json"
    link.symlink_to(path)
    save_draft(link.parent, draft_of(path))
    assert link.is_symlink()
    assert path.read_text() == TEXT.replace("One", "Two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    write_bytes(tmp_path / "new", b"x")
    (tmp_path / "plain").touch()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def test_a_failing_write_leaves_the_old_file_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteBackError, match="No space left"):
        save_draft(path.parent, draft_of(path))
    assert path.read_text() == TEXT
    assert list(path.parent.iterdir()) == [path]


def test_bytes_that_are_no_text_are_not_replaced_by_what_was_shown_for_them(path: Path) -> None:
    path.write_bytes(
        b'{"tools": [{"name": "a", "description": "caf\xe9", "inputSchema": {}},\n{"name": "\xe9", "inputSchema": {}}]}'
    )
    before = path.read_bytes()
    with pytest.raises(WriteBackError, match="description has bytes that are no valid text"):
        prepare(path.parent, draft_of(path, "caf\ufffd!"))
    tool = read_manifest(path.name, before).tools[0]
    commit(prepare(path.parent, Draft.begin(tool).edited(tool, Field("name"), "b")))  # the others stay as they are
    assert path.read_bytes() == before.replace(b'"a"', b'"b"')
