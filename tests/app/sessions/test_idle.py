"""Waiting ends when nothing is left to do, twice in a row."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.sessions.conftest import Play


def test_it_waits_until_two_looks_in_a_row_find_nothing(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[str] = iter(["the rankings", "", "the rankings", "the rankings", "", ""])
    left: list[str] = []

    def busy_with(_app: object) -> str:
        answer = next(answers, "")
        left.append(answer)
        return answer

    monkeypatch.setattr("app.sessions.idle.busy_with", busy_with)
    done = play("")
    assert done.steps == 0
    assert left[:6] == ["the rankings", "", "the rankings", "the rankings", "", ""]
    assert len(left) == 8, "once before the theme is set, and once after"
