from __future__ import annotations

from pathlib import Path

import pytest

from app.importing.target import Target
from index.errors import UsageError


def test_a_new_file_and_nothing_else_is_written(tmp_path: Path) -> None:
    target = Target(tmp_path / "new.json", force=False)
    target.check()
    assert target.write("one")
    assert target.write("two")
    assert not target.write("two")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("new.json", "two")]


def test_another_file_is_never_replaced_without_force(tmp_path: Path) -> None:
    path = tmp_path / "there.json"
    path.write_text("mine")
    target = Target(path, force=False)
    for refused in (target.check, lambda: target.write("theirs")):
        with pytest.raises(UsageError, match="there already; --force"):
            refused()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("there.json", "mine")]


def test_a_file_that_appears_after_the_check_is_not_replaced_either(tmp_path: Path) -> None:
    path = tmp_path / "late.json"
    target = Target(path, force=False)
    target.check()
    path.write_text("mine")
    with pytest.raises(UsageError, match="there already"):
        target.write("theirs")
    assert path.read_text() == "mine"


def test_a_link_to_nowhere_is_in_the_way_too(tmp_path: Path) -> None:
    path = tmp_path / "link.json"
    path.symlink_to(tmp_path / "nowhere")
    for refused in (Target(path, force=False).check, lambda: Target(path, force=False).write("x")):
        with pytest.raises(UsageError, match="there already"):
            refused()
    assert not (tmp_path / "nowhere").exists()


def test_force_replaces_and_leaves_the_same_content_untouched(tmp_path: Path) -> None:
    path = tmp_path / "there.json"
    path.write_text("mine")
    assert Target(path, force=True).write("theirs")
    before = path.stat()
    assert not Target(path, force=True).write("theirs")
    after = path.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_what_somebody_else_changed_meanwhile_is_kept_unless_forced(tmp_path: Path) -> None:
    for force in (False, True):
        path = tmp_path / f"{force}.json"
        target = Target(path, force=force)
        target.write("one")
        path.write_text("mine")
        if force:
            assert target.write("two")
        else:
            with pytest.raises(UsageError, match="somebody else changed it"):
                target.write("two")
        assert path.read_text() == ("two" if force else "mine")


def test_a_file_that_was_taken_away_is_made_again(tmp_path: Path) -> None:
    target = Target(tmp_path / "x.json", force=False)
    target.write("one")
    target.path.unlink()
    assert target.write("two")
    assert target.path.read_text() == "two"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        Target(tmp_path / "no" / "x.json", force=False).check()
    with pytest.raises(UsageError, match="this is a folder"):
        Target(tmp_path, force=True).check()
    target = Target(tmp_path / ("x" * 300), force=False)
    with pytest.raises(UsageError, match="cannot be written"):
        target.write("x")
