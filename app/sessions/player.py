"""Plays a script: the real explorer without a terminal, step by step, each after the one before had its effect."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from textual import events
from textual.pilot import OutOfBounds, Pilot
from textual.widgets import Input, TextArea

from app.explorer.session import shown_keywords
from app.explorer.widgets.inputs import QueryInput
from app.sessions.errors import ScriptError
from app.sessions.expectations import unmet_rank, unmet_text
from app.sessions.files import change_file
from app.sessions.idle import Idle, StillBusy
from app.sessions.nodes import nearest
from app.sessions.picture import lines_of, svg_of, text_of
from app.sessions.played_app import PlayedApp
from app.sessions.script import (
    LOOKING,
    ClickAt,
    ClickText,
    Delete,
    Edit,
    Expect,
    ExpectText,
    FileAction,
    Keywords,
    Press,
    Rename,
    Resize,
    Script,
    Size,
    Snapshot,
    Step,
    Task,
    Type,
    UseProfile,
    Wait,
    Write,
)
from index.vectors.spaces import semantic_engines


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that was not met, or a wait that took too long."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A snapshot to be kept at `path`."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Played:
    """How it went. `svg` and `text` show the screen after the last step; both "" when it ended by leaving."""

    steps: int
    expectations: int
    expectations_met: int
    failures: tuple[Failure, ...]
    snapshots: tuple[Picture, ...]
    svg: str
    text: str


def play(app: PlayedApp, script: Script, size: Size | None = None) -> Played:
    """Run the app through the script, in an event loop of its own.

    Args:
        app: made for the script's stage, not run yet.
        script: what to do.
        size: instead of the script's.

    Raises:
        ScriptError: a step cannot be done as written.

    """
    return asyncio.run(_play(app, script, size or script.size))


async def _play(app: PlayedApp, script: Script, size: Size) -> Played:
    idle = Idle(script.timeout)
    app.animation_level = "none"
    async with app.run_test(size=size, notifications=True, message_hook=idle.hear) as pilot:
        return await _Player(app, pilot, script, idle).run()


class _Player:
    """One play. It goes on after an expectation that was not met, and stops after a wait that took too long."""

    def __init__(self, app: PlayedApp, pilot: Pilot[None], script: Script, idle: Idle) -> None:
        self._app = app
        self._pilot = pilot
        self._script = script
        self._idle = idle
        self._known: set[str] = set()
        self._expectations = self._met = 0
        self._failures: list[Failure] = []
        self._snapshots: list[Picture] = []

    async def run(self) -> Played:
        done = 0
        try:
            await self._begin()
            for step in self._script.steps:
                if not self._app.is_running:
                    raise self._wrong(step.line, "the explorer was left before this step")
                if not isinstance(step.action, LOOKING):
                    self._app.clear_notifications()
                await self._do(step)
                await self._settle()
                done += 1
        except StillBusy as error:
            line = self._script.steps[done].line if self._script.steps else 1
            self._failures.append(Failure(line, str(error)))
        shown = self._app.is_running
        return Played(
            done,
            self._expectations,
            self._met,
            tuple(self._failures),
            tuple(self._snapshots),
            svg_of(self._app) if shown else "",
            text_of(self._app) if shown else "",
        )

    async def _begin(self) -> None:
        """Have every profile's vectors at hand and the query typed, so that no step depends on what loads first."""
        workspace = self._app.session.workspace
        for name in semantic_engines(workspace.profiles):
            workspace.space(name)
        await self._settle()
        inputs, query = self._app.explorer.inputs, self._script.query
        inputs.description.value, inputs.keywords.value = query.description, shown_keywords(query.keywords)
        theme = self._script.theme
        if theme is not None:
            if theme not in self._app.available_themes:
                hint = nearest(theme, self._app.available_themes)
                raise self._wrong(self._script.line_of_theme, f"there is no theme {theme!r}; {hint}")
            self._app.theme = theme
        self._app.clear_notifications()
        await self._settle()

    async def _settle(self) -> None:
        await self._idle.reached(self._app, self._pilot)

    def _wrong(self, line: int, message: str) -> ScriptError:
        return ScriptError(message, source=str(self._script.path), line=line)

    async def _do(self, step: Step) -> None:
        match step.action:
            case Type() | Task() | Keywords() | Press():
                await self._enter(step.action, step.line)
            case UseProfile(name):
                self._use_profile(name, step.line)
            case Edit() | Write() | Delete() | Rename():
                self._change(step.action, step.line)
            case Resize((width, height)):
                await self._pilot.resize_terminal(width, height)
            case ClickAt(x, y):
                await self._click(x, y, step.line)
            case ClickText(text):
                await self._click(*self._find(text, step.line), step.line)
            case Expect() | ExpectText() | Snapshot():
                self._look(step.action, step.line)
            case Wait():
                pass

    async def _enter(self, action: Type | Task | Keywords | Press, line: int) -> None:
        inputs = self._app.explorer.inputs
        match action:
            case Type(text):
                await self._type(text)
            case Task(text):
                self._fill(inputs.description, text, line)
            case Keywords(text):
                self._fill(inputs.keywords, text, line)
            case Press(keys):
                for key in keys:
                    await self._pilot.press(key)
                    await self._settle()

    def _look(self, action: Expect | ExpectText | Snapshot, line: int) -> None:
        app = self._app
        match action:
            case Expect():
                self._judge(line, unmet_rank(action, app.session, self._known))
            case ExpectText():
                self._judge(line, unmet_text(action, lines_of(app)))
            case Snapshot(file):
                made = svg_of(app) if file.endswith(".svg") else text_of(app)
                self._snapshots.append(Picture(self._script.folder / file, made))

    def _change(self, action: FileAction, line: int) -> None:
        """Change the file and have it looked at now, whether the watch tells of it or not."""
        change_file(action, self._app.session.workspace.directory, self._script.path, line)
        if self._app.live is not None:
            self._app.live.rescan()
        self._app.tuning.look()

    def _judge(self, line: int, unmet: str) -> None:
        self._expectations += 1
        if unmet:
            self._failures.append(Failure(line, unmet))
        else:
            self._met += 1

    async def _type(self, text: str) -> None:
        """As a terminal hands over what is pasted: at once, where the cursor is."""
        if not isinstance(self._app.focused, Input | TextArea):
            self._app.explorer.action_task()
            await self._settle()
        self._app.post_message(events.Paste(text))  # to the app, as a driver does: it hands it to the focus, once

    def _fill(self, field: QueryInput, text: str, line: int) -> None:
        if self._app.screen is not self._app.explorer:
            raise self._wrong(line, "another screen is up; press the keys that lead back first")
        field.focus()
        field.value = text
        field.cursor_position = len(text)

    def _use_profile(self, name: str, line: int) -> None:
        profiles = self._app.session.workspace.profiles
        if name not in profiles:
            raise self._wrong(line, f"there is no profile {name!r}; {nearest(name, profiles)}")
        self._app.session.use_profile(name)
        self._app.explorer.show_catalog()

    async def _click(self, x: int, y: int, line: int) -> None:
        try:
            await self._pilot.click(offset=(x, y))
        except OutOfBounds as error:
            raise self._wrong(line, f"{x}, {y} is not on the screen") from error

    def _find(self, text: str, line: int) -> tuple[int, int]:
        for y, shown in enumerate(lines_of(self._app)):
            at = shown.find(text)
            if at >= 0:
                return cell_len(shown[:at]), y
        raise self._wrong(line, f"{text!r} is not on the screen, so it cannot be clicked")
