"""Parts without a screen: keys, editors, examples, matching."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.explorer.app import TriptychApp
from app.explorer.editor import editor_command
from app.explorer.examples import wish_from
from app.explorer.keys import GROUPS, display, markdown_table
from app.explorer.matching import spans
from app.explorer.screen import ExplorerScreen

FILE = Path("/m/jira.json")


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        ({"EDITOR": "vim"}, ["vim", "+12", "/m/jira.json"]),
        ({"EDITOR": "nano", "VISUAL": "/usr/bin/nvim -p"}, ["/usr/bin/nvim", "-p", "+12", "/m/jira.json"]),
        ({"EDITOR": "code --wait"}, ["code", "--wait", "--goto", "/m/jira.json:12"]),
        ({"EDITOR": "hx"}, ["hx", "/m/jira.json:12"]),
        ({"EDITOR": "subl -w"}, ["subl", "-w", "/m/jira.json:12"]),
        ({"EDITOR": "emacsclient -t"}, ["emacsclient", "-t", "+12", "/m/jira.json"]),
        ({"EDITOR": "ed"}, ["ed", "/m/jira.json"]),
        ({"EDITOR": "  "}, None),
        ({}, None),
    ],
)
def test_editors_are_opened_at_the_line(environment: dict[str, str], command: list[str] | None) -> None:
    assert editor_command(environment, FILE, 12) == command


def test_every_key_has_an_id_a_text_and_an_action_that_exists() -> None:
    bindings = [binding for group in GROUPS for binding in group.bindings]
    ids = [binding.id for binding in bindings]
    assert all(ids)
    assert len(set(ids)) == len(ids)
    for binding in bindings:
        assert binding.description
        assert binding.tooltip
        target, dot, rest = binding.action.partition(".")
        if dot:  # without, it is an action of the list or screen that has the binding
            owner = {"app": TriptychApp, "screen": ExplorerScreen}[target]
            assert callable(getattr(owner, f"action_{rest.partition('(')[0]}")), binding.action


def test_the_readme_table_has_a_row_for_every_key() -> None:
    table = markdown_table()
    for group in GROUPS:
        for binding in group.bindings:
            assert all(f"`{key}`" in table for key in display(binding).split(" "))


@pytest.mark.parametrize(
    ("description", "wish"),
    [
        ("Creates a new issue in a project. Returns its key.", "create a new issue in a project"),
        ("Searches messages in all channels", "search messages in all channels"),
        ("Process refunds for a customer", "process refunds for a customer"),
        ("A powerful tool for everything there is", ""),
        ("Ping", ""),
        ("Get one\nof them", ""),
        ("", ""),
    ],
)
def test_wishes_sound_like_an_agent(description: str, wish: str) -> None:
    assert wish_from(description) == wish


def test_matched_words_are_found_by_stem_and_inside_names() -> None:
    text = "Creates issues; createIssue and issue_key, but not reissued"
    found = [text[start:end] for start, end in spans(text, ("create", "issue"))]
    assert found == ["Creates", "issues", "create", "Issue", "issue"]
    assert spans(text, ()) == []
