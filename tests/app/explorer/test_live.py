"""Saves move the rankings: the real live index over a real folder."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from app.explorer.app import StartLive, TriptychApp
from app.explorer.state import LEXICAL
from index.events import CatalogChanged, Event, Notice, Progress, WatchMode
from index.live import LiveIndex
from index.workspace import Workspace
from tests.app.explorer.catalogs import CATALOG, write_server
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.test_explorer import WIDE, names, selected_name
from tests.app.explorer.until import until


def live_on(workspace: Workspace) -> StartLive:
    return lambda post: LiveIndex(workspace, post)


async def until_revision(pilot: Pilot[None], after: int) -> None:
    """Wait until a view of a newer catalog is shown."""
    app = pilot.app
    assert isinstance(app, TriptychApp)
    await until(pilot, lambda: app.session.view is not None and app.session.view.revision > after, "the save")
    await settled(pilot)


async def test_a_save_reranks_keeps_the_selection_and_shows_movement(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task="refund", keywords=("refund",), start_live=live_on(workspace))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert names(app, LEXICAL) == ["create_refund"]
        view = app.session.view
        assert view is not None
        edited = {**CATALOG["payments"], "list_payments": "Refund, refund and refund."}
        write_server(workspace.directory, "payments", edited)
        await until_revision(pilot, view.revision)
        assert set(names(app, LEXICAL)) == {"list_payments", "create_refund"}
        assert selected_name(app) == "create_refund"
        now = app.session.view
        assert now is not None
        moves = [facts.moves for facts in now.facts.values()]
        assert all(move is not None for move in moves)
        assert "new" in "\n".join(lines(app))


async def test_a_first_look_at_an_empty_folder_says_what_is_read(
    make_workspace: MakeWorkspace, make_explorer: MakeApp, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    workspace = make_workspace(folder)
    app = make_explorer(workspace, start_live=live_on(workspace))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert "No tools here yet" in "\n".join(lines(app))
        write_server(folder, "jira", CATALOG["jira"])
        await until_revision(pilot, app.session.view.revision if app.session.view is not None else -1)
        await until(pilot, lambda: app.session.catalog is not None and app.session.catalog.tools, "the first tools")
        await pilot.pause()
        assert "Type what an agent would ask for" in "\n".join(lines(app))


async def test_events_are_told_in_the_first_line_and_as_notices(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund")
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)

        async def tell(event: Event) -> str:
            app._post_live(event)
            await pilot.pause()
            return lines(app)[0]

        assert "watching" in await tell(WatchMode("watching"))
        assert "embedding 412/755" in await tell(Progress("embedding", 412, 755))
        assert "embedding" not in await tell(Progress("embedding", 755, 755))
        await tell(Notice("[red]the model\x1b[31m died[/]", "error"))
        notice = next(iter(app._notifications))
        assert notice.severity == "error"
        assert "\x1b" not in notice.message
        assert not notice.markup


async def test_a_broken_manifest_reaches_the_open_problems_screen(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task="refund")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "exclamation_mark")
        await pilot.pause()
        assert "nothing stands out" in "\n".join(lines(app))
        (workspace.directory / "manifest.json").write_text('{"tools": [', "utf-8")
        app._post_live(CatalogChanged(workspace.sync()))
        await settled(pilot)
        assert "manifest.json:1" in "\n".join(lines(app))
