"""A session driven by hand, recorded, and played back to the same screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from app.output.narration import Narration
from app.sessions import theatre
from app.sessions.environment import same_terminal
from app.sessions.idle import Idle
from app.sessions.picture import text_of
from app.sessions.played_app import PlayedApp
from app.sessions.read_script import read_script
from app.sessions.recorded_app import RecordedApp
from app.sessions.recording import recorded, require_new
from app.settings import Settings, default_settings
from app.wiring import make_app
from index.atomic_file import write_text
from index.errors import UsageError
from index.query import Query
from tests.app.explorer.catalogs import WordEmbedder

EVERYTHING = [
    *"create isue", "backspace", "backspace", "backspace", *"ssue", "tab", *"issue", "down", "down", "p", "x", "k",
    "end", "left", *"s",
]  # fmt: skip


class RecordedAndPlayed(RecordedApp, PlayedApp):
    """Driven by a pilot, as the explorer is by a person."""


def record(settings: Settings, keys: list[str], tools: Path, *, edit: bool = False) -> str:
    """Press the keys in a session that is recorded; what the screen showed at its end."""

    async def run() -> str:
        app = make_app(settings, WordEmbedder(), lambda: 0.0, shown="mcp", kind=RecordedAndPlayed)
        assert isinstance(app, RecordedAndPlayed)
        idle = Idle(60)
        with recorded(app, settings):
            async with app.run_test(size=(110, 34), notifications=True, message_hook=idle.hear) as pilot:
                for name in settings_spaces(app):
                    app.session.workspace.space(name)
                await idle.reached(app, pilot)
                for key in keys:
                    app.clear_notifications()
                    await pilot.press(key)
                    await idle.reached(app, pilot)
                if edit:
                    jira = tools / "jira.json"
                    write_text(jira, jira.read_text("utf-8").replace("Search issues", "Create an issue search"))
                    assert app.live is not None
                    app.live.rescan()
                    await idle.reached(app, pilot)
                app.post_message(events.Paste("pasted"))
                await idle.reached(app, pilot)
                await pilot.resize_terminal(100, 30)
                await idle.reached(app, pilot)
                shown = text_of(app)
                await pilot.press("ctrl+q")
        return shown

    with same_terminal():
        return asyncio.run(run())


def settings_spaces(app: PlayedApp) -> tuple[str, ...]:
    from index.vectors.spaces import semantic_engines

    return tuple(semantic_engines(app.session.workspace.profiles))


@pytest.fixture
def settings(tools: Path, tmp_path: Path) -> Settings:
    return replace(
        default_settings(),
        directory=tools,
        profile="toolhive",
        index=tmp_path / "live.triptych.sqlite",
        record=tmp_path / "recorded.yaml",
    )


def test_a_recording_plays_back_to_the_same_screen(
    settings: Settings, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (tools / "jira.json").read_bytes()
    shown = record(settings, EVERYTHING, tools, edit=True)
    (tools / "jira.json").write_bytes(before)
    path = tmp_path / "recorded.yaml"
    assert path.read_text("utf-8").splitlines()[:-1] == [
        "directory: mcp",
        "size: 110x34",
        "profile: toolhive",
        "steps:",
        "  - type: create issue",
        "  - press: [tab]",
        "  - keywords: issue",
        "  - press: [down, down]",
        "  - profile: workbench",
        "  - press: [x, k, end, left]",
        "  - type: s",
        "  - edit: {file: jira.json, replace: Search issues, with: Create an issue search}",
        "  - type: pasted",
        "  - resize: 100x30",
    ]
    monkeypatch.setattr(theatre, "open_embedder", lambda _settings, _tell: WordEmbedder())
    again = replace(settings, record=None, index=tmp_path / "play.triptych.sqlite")
    with same_terminal():
        done = theatre.played(read_script(path), again, None, Narration())
    assert done.failures == ()
    assert done.text == shown


def test_how_the_session_was_started_is_in_the_head(settings: Settings, tools: Path, tmp_path: Path) -> None:
    record(replace(settings, query=Query("pay back", ("refund",)), semantic=False), [], tools)
    script = read_script(tmp_path / "recorded.yaml")
    assert (script.query, script.semantic, script.profile) == (Query("pay back", ("refund",)), False, "toolhive")
    assert (script.directory, script.size) == (tmp_path / "mcp", (110, 34))


def test_a_script_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "old.yaml"
    path.write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="there already"):
        require_new(path)
    with pytest.raises(UsageError, match="no such folder"):
        require_new(tmp_path / "nowhere" / "new.yaml")
    require_new(tmp_path / "new.yaml")


def test_what_the_explorer_saved_itself_is_left_to_the_keys(settings: Settings, tools: Path, tmp_path: Path) -> None:
    keys = [*"comment", "down", "e", "end", "exclamation_mark", "ctrl+s", "enter", "escape", "slash"]
    record(settings, keys, tools)
    assert "Add a comment to an issue.!" in (tools / "jira.json").read_text("utf-8")
    script = (tmp_path / "recorded.yaml").read_text("utf-8").splitlines()
    assert "  # jira.json was saved here" in script
    assert not any("edit:" in line for line in script)
