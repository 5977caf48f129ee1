from __future__ import annotations

from pathlib import Path

import pytest

from app.importing.sources_changed import SourceFiles


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("app/server.py", "app/deep/tools.py", "other/lib.ts", "app/node_modules/x.js", "app/.git/y.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    (tmp_path / "app/notes.json").write_text("{}")
    return tmp_path


def seen(project: Path, *words: str) -> list[str]:
    state = SourceFiles(words, project).state()
    return sorted(str(Path(path).relative_to(project)) for path, _, _ in state)


def test_what_lies_beside_a_file_the_command_names(project: Path) -> None:
    assert seen(project, "python", "app/server.py") == ["app/deep/tools.py", "app/server.py"]


def test_folders_the_command_names(project: Path) -> None:
    assert seen(project, "uv", "run", "--directory", str(project / "other"), "server") == ["other/lib.ts"]


def test_the_current_folder_when_it_names_none(project: Path) -> None:
    assert seen(project, "uvx", "server", "", ".") == ["app/deep/tools.py", "app/server.py", "other/lib.ts"]


def test_only_a_changed_source_changes_the_state(project: Path) -> None:
    files = SourceFiles(("app/server.py",), project)
    before = files.state()
    (project / "app/notes.json").write_text("{} ")
    (project / "app/node_modules/x.js").write_text("other")
    assert files.state() == before
    (project / "app/deep/tools.py").write_text("longer")
    changed = files.state()
    assert changed != before
    (project / "app/new.py").write_text("")
    assert files.state() not in (before, changed)
    (project / "app/new.py").unlink()
    assert files.state() == changed


def test_a_folder_that_is_gone_and_links_in_a_circle(project: Path) -> None:
    (project / "app/deep/up").symlink_to(project / "app")
    assert seen(project, "app/server.py") == ["app/deep/tools.py", "app/server.py"]
    files = SourceFiles(("other/lib.ts",), project)
    (project / "other/lib.ts").unlink()
    (project / "other").rmdir()
    assert files.state() == frozenset()
