"""The last line: which keys it shows, what a click does, and that it keeps nothing of what it showed."""

from __future__ import annotations

import gc

import pytest
from textual.dom import DOMNode

from app.explorer.help_screen import HelpScreen
from app.explorer.pane import SessionScreen
from app.explorer.widgets.key_line import KeyLine
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, settled
from tests.app.explorer.suites import SUITE
from tests.app.explorer.until import until


async def test_it_shows_the_keys_of_what_has_the_focus(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        line = app.explorer.query_one(KeyLine)
        await until(pilot, lambda: "results" in line.render_line(0).text, "the keys of the input")
        await pilot.press("down")
        await until(pilot, lambda: "explain" in line.render_line(0).text, "the keys of the list")
        assert "results" not in line.render_line(0).text
        assert line.render_line(0).cell_length == 120


async def test_keys_without_room_are_left_out_whole(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    async with app.run_test(size=(40, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down")
        line = app.explorer.query_one(KeyLine)
        await until(pilot, lambda: any(key.does == "quit" for key in line.keys), "the keys of the list")
        words = line.render_line(0).text.split()
        assert words[:2] == ["?", "help"]
        assert set(words) <= {word for key in line.keys for word in (key.shown, *key.does.split())}
        assert "quit" not in words


async def test_a_click_presses_the_key(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        await pilot.press("down")
        line = app.explorer.query_one(KeyLine)
        await until(pilot, lambda: "explain" in line.render_line(0).text, "the keys of the list")
        await pilot.click(line, offset=(line.render_line(0).text.index("help"), 0))
        await until(pilot, lambda: isinstance(app.screen, HelpScreen), "the help")


async def test_moving_the_focus_leaves_no_widgets_behind(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)

        async def go_round() -> int:
            for _ in range(5):
                await pilot.press("down", "slash")
            await settled(pilot)
            gc.collect()
            return sum(isinstance(one, DOMNode) for one in gc.get_objects())

        before = await go_round()
        assert await go_round() <= before


@pytest.mark.parametrize("key", ["exclamation_mark", "s", "c"])
async def test_the_help_is_one_key_away_from_every_screen(
    make_workspace: MakeWorkspace, make_explorer: MakeApp, key: str
) -> None:
    workspace = make_workspace()
    (workspace.directory / "suite.yaml").write_text(SUITE, "utf-8")
    app = make_explorer(workspace, task="issue")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", key)
        await until(pilot, lambda: isinstance(app.screen, SessionScreen), "the screen")
        line = app.screen.query_one(KeyLine)
        await until(pilot, lambda: "? help" in line.render_line(0).text, "its keys")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen), "the help")
