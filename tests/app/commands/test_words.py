"""The first word after `triptych`: a verb, a directory, or a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.commands.running import triptych


@pytest.mark.parametrize(
    ("word", "hint"), [("fnd", " Did you mean find?"), ("chekc", " Did you mean check?"), ("catalogue", "")]
)
def test_a_word_that_is_neither_verb_nor_directory_is_told_as_such(word: str, hint: str) -> None:
    outcome = triptych(word, "-q", "x")
    assert outcome.code == 2
    assert outcome.err.splitlines()[-1] == f"Error: There is no verb and no directory {word}.{hint}"
    assert "Try 'triptych --help'" in outcome.err


def test_a_path_or_a_file_that_is_no_directory_is_told_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "find.json").touch()
    assert "Directory './find' does not exist" in triptych("./find").err
    assert "Directory 'find.json' is a file" in triptych("find.json").err


def test_a_directory_called_like_no_verb_needs_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fnd").mkdir()
    outcome = triptych("fnd", "-q", "merge", "--no-semantic", "--index", tmp_path / "index.sqlite")
    assert (outcome.code, outcome.err) == (0, "triptych: fnd: no tools were found\n")


def test_explore_may_be_said_aloud(tmp_path: Path) -> None:
    arguments = (tmp_path, "-q", "merge", "--no-semantic", "--index", tmp_path / "index.sqlite")
    assert triptych("explore", *arguments).out == triptych(*arguments).out != ""
