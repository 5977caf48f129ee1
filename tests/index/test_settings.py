"""triptych.toml: what holds, and what is said about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.manifests.names import MAX_BYTES
from index.settings import DirectorySettings, load_settings, parse_settings
from tests.index.disk import catalog_of, opened, write

GOOD = """
silence = ["T003", "T007"]
ignore = ["*.bak.json", "/old/"]
profile = "mine"
max_file_mb = 2.5
poll = true

[profiles.mine]
limit = 5
lexical = { engine = "fts5" }
fusion = { method = "alone" }
"""


def test_every_setting_is_taken() -> None:
    settings = parse_settings(GOOD)
    assert settings.problems == ()
    assert settings.silence == {"T003", "T007"}
    assert (settings.profile, settings.most_bytes, settings.poll) == ("mine", 2_500_000, True)
    assert (settings.profiles["mine"].name, settings.profiles["mine"].limit) == ("mine", 5)
    ignored = settings.ignored()
    asked = ["a.bak.json", "x/a.bak.json", "old/", "x/old/", "a.json"]
    assert [source for source in asked if ignored(source)] == ["a.bak.json", "x/a.bak.json", "old/"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("poll = \n", 1, "not valid TOML"),
        ("x = 1\n[y\n", 2, "not valid TOML"),
        ("\nspeed = 3", 2, "'speed' is not a setting"),
        ('silence = "T003"', 1, "silence must be a list of strings"),
        ("\nsilence = [3]", 2, "silence must be a list of strings"),
        ('silence = ["no code"]', 1, "which is no code like T003"),
        ('poll = "yes"', 1, "poll must be true or false"),
        ("profile = 1", 1, "profile must be a profile's name"),
        ("max_file_mb = true", 1, "max_file_mb must be a number"),
        ("max_file_mb = 0", 1, "max_file_mb must be a number"),
        ("\n\n[profiles.mine]\nlimit = 3", 3, "The profile mine was left out"),
        ("[profiles]\nmine = 3", 2, "profiles.mine must be a table"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, words: str) -> None:
    settings = parse_settings(text)
    (problem,) = settings.problems
    assert words in problem.message
    assert (problem.source, problem.severity) == ("triptych.toml", "error")
    if words != "profiles.mine must be a table":  # a table written as a key has its line only where it is dotted
        assert problem.line == line


def test_one_wrong_key_leaves_the_others_valid() -> None:
    settings = parse_settings('poll = 3\nsilence = ["T003"]')
    assert (settings.poll, settings.silence, len(settings.problems)) == (False, frozenset({"T003"}), 1)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == DirectorySettings()
    assert load_settings(tmp_path / "gone") == DirectorySettings()
    assert DirectorySettings().most_bytes == MAX_BYTES


def test_files_that_are_no_settings_are_problems_not_the_end(tmp_path: Path) -> None:
    path = tmp_path / "triptych.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in load_settings(tmp_path).problems[0].message
    path.write_text("#" * 1_000_001)
    assert "larger than 1 MB" in load_settings(tmp_path).problems[0].message
    path.unlink()
    path.mkdir()
    assert "passed over" in load_settings(tmp_path).problems[0].message


def test_settings_take_effect_with_the_next_sync(tmp_path: Path) -> None:
    write(tmp_path, "a.json", {"send": "", "mail": "Mail"})
    write(tmp_path, "old/b.json", {"post": "Post"})
    workspace = opened(tmp_path)
    workspace.sync()
    assert [problem.code for problem in workspace.problems()] == ["T003"]
    assert len(catalog_of(workspace)) == 3
    (tmp_path / "triptych.toml").write_text('silence = ["T003"]\nignore = ["old/"]\nspeed = 1')
    workspace.sync()
    assert [(problem.code, problem.source) for problem in workspace.problems()] == [("C001", "triptych.toml")]
    assert len(catalog_of(workspace)) == 2
    workspace.close()


def test_the_directorys_own_profiles_are_offered(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_text(GOOD)
    workspace = opened(tmp_path)
    assert workspace.searcher("mine").profile.limit == 5
    workspace.close()
