"""What is looked at in a directory, and what is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from index.scan import Listing, scan
from tests.index.disk import reachable_folder, unprivileged


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    return root


def _touch(root: Path, *sources: str) -> None:
    for source in sources:
        path = root / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


def _sources(listing: Listing) -> list[str]:
    return sorted(listing.files)


def test_files_that_may_hold_tools_are_listed_at_any_depth_hidden_ones_too(root: Path) -> None:
    _touch(root, "a.json", "x/y/z/b.yaml", ".well-known/c.json", ".claude/skills/d/SKILL.md", "e.png", "f")
    assert _sources(scan(root)) == [".claude/skills/d/SKILL.md", ".well-known/c.json", "a.json", "x/y/z/b.yaml"]


def test_version_control_environments_and_dependencies_are_not_entered(root: Path) -> None:
    _touch(root, ".git/a.json", "node_modules/p/b.json", "__pycache__/c.json", ".venv/d.json", "x/.hg/e.json")
    _touch(root, "env/pyvenv.cfg", "env/f.json", "ok.json")
    assert _sources(scan(root)) == ["ok.json"]


def test_the_settings_file_is_no_manifest(root: Path) -> None:
    _touch(root, "triptych.toml", "sub/triptych.toml")
    listing = scan(root)
    assert _sources(listing) == ["sub/triptych.toml"]
    assert listing.settings is not None


def test_ignored_sources_are_left_out_and_ignored_folders_not_entered(root: Path) -> None:
    _touch(root, "a.json", "old/b.json", "c.bak.json")
    asked: list[str] = []

    def ignored(source: str) -> bool:
        asked.append(source)
        return source in ("old/", "c.bak.json")

    assert _sources(scan(root, ignored)) == ["a.json"]
    assert "old/b.json" not in asked


def test_links_the_user_made_are_followed_out_of_the_directory(root: Path, tmp_path: Path) -> None:
    _touch(tmp_path, "elsewhere/a.json", "single.json", "unlinked.json")
    (root / "folder").symlink_to(tmp_path / "elsewhere")
    (root / "file.json").symlink_to(tmp_path / "single.json")
    listing = scan(root)
    assert _sources(listing) == ["file.json", "folder/a.json"]
    assert listing.linked == [str(tmp_path / "elsewhere")]


def test_loops_end_and_each_file_is_listed_once_under_its_real_path(root: Path) -> None:
    _touch(root, "b/tools.json")
    (root / "b" / "self").symlink_to(root / "b")
    (root / "b" / "up").symlink_to(root)
    (root / "a").symlink_to(root / "b")
    (root / "above").symlink_to(root.parent)
    (root / "again.json").symlink_to(root / "b" / "tools.json")
    (root / "x.json").symlink_to("y.json")
    (root / "y.json").symlink_to("x.json")
    listing = scan(root)
    assert _sources(listing) == ["b/tools.json"]
    assert sorted(listing.faults) == ["x.json", "y.json"]


def test_two_links_to_one_folder_give_it_once_always_the_same(root: Path, tmp_path: Path) -> None:
    _touch(tmp_path, "elsewhere/a.json")
    for name in ("two", "one", "three"):
        (root / name).symlink_to(tmp_path / "elsewhere")
    assert _sources(scan(root)) == ["one/a.json"]


def test_a_broken_link_is_told_but_not_an_emacs_lock(root: Path) -> None:
    (root / "a.json").symlink_to(root / "gone.json")
    (root / ".#b.json").symlink_to("somebody@host.123")
    (root / "c.png").symlink_to(root / "gone.png")
    assert scan(root).faults == {"a.json": "broken link: no such file or directory"}


def test_a_folder_that_cannot_be_listed_is_told() -> None:
    with reachable_folder() as folder:
        _touch(folder, "a.json", "closed/b.json")
        (folder / "closed").chmod(0)
        with unprivileged():
            listing = scan(folder)
        (folder / "closed").chmod(0o755)
    assert _sources(listing) == ["a.json"]
    assert listing.faults == {"closed/": "permission denied"}


def test_pipes_and_sockets_are_no_files(root: Path) -> None:
    os.mkfifo(root / "a.json")
    assert _sources(scan(root)) == []


def test_names_that_are_no_text_are_shown_readably_and_can_be_opened(root: Path) -> None:
    path = os.fsencode(root) + b"/a\xff.json"
    with open(path, "wb"):  # noqa: PTH123 (pathlib knows no byte paths)
        pass
    listing = scan(root)
    assert _sources(listing) == ["a\\xff.json"]
    assert os.fsencode(listing.files["a\\xff.json"].path) == path


def test_a_directory_that_is_not_there_is_missing_not_empty(root: Path) -> None:
    root.rmdir()
    assert scan(root).missing
    root.write_text("a file")
    assert scan(root).missing
