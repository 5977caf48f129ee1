"""Drafts at the keyboard: ranked while they are typed, taken back, kept, saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.explorer.app import TriptychApp
from app.explorer.draft_list_screen import DraftsScreen
from app.explorer.draft_pane import DraftPane
from app.explorer.draft_save_screen import ConflictScreen, SaveScreen
from app.explorer.state import LEXICAL
from index.draft.shelf import Shelf
from index.events import CatalogChanged
from index.query import Query
from index.workspace import Workspace
from tests.app.explorer.catalogs import CATALOG, write_catalog, write_server
from tests.app.explorer.conftest import MakeWorkspace, lines, settled
from tests.app.explorer.suites import at_rest, write_suite
from tests.app.explorer.test_explorer import WIDE, names, selected_name
from tests.app.explorer.test_snapshots import SnapCompare
from tests.app.explorer.until import until


@pytest.fixture
def workspace(make_workspace: MakeWorkspace, tmp_path: Path) -> Workspace:
    folder = write_catalog(tmp_path / "manifests")
    write_suite(folder)
    return make_workspace(folder)


def app_on(workspace: Workspace, task: str = "list what a customer paid", *keywords: str) -> TriptychApp:
    return TriptychApp(
        workspace,
        start_live=None,
        profile="toolhive",
        query=Query(task, keywords),
        clock=lambda: 0.0,
        directory="~/mcp/manifests",
        shelf=lambda: Shelf.of(workspace.directory, workspace.directory.parent / "state"),
    )


async def ranked(pilot: Pilot[None]) -> TriptychApp:
    """Wait until what was typed is ranked and the suite was run over it."""
    app = pilot.app
    assert isinstance(app, TriptychApp)
    await until(pilot, lambda: app.router.drafts.is_at_rest, "the draft to be ranked")
    return await at_rest(pilot)


async def editing(pilot: Pilot[None], tool: str) -> DraftPane:
    """Bring up a tool's draft, the cursor in its description."""
    app = await settled(pilot)
    (number,) = app.session.workspace.find_tool(tool)
    app.explorer.select(number)
    await settled(pilot)
    await pilot.press("e")
    pane = app.explorer.query_one(DraftPane)
    await until(pilot, lambda: any(line.editor is app.focused for line in pane._lines), "the draft's cursor")
    return pane


async def type_text(pilot: Pilot[None], text: str) -> None:
    for character in text:
        await pilot.press("space" if character == " " else character)


def texts(pane: DraftPane) -> dict[str, str]:
    return {line.what.label: line.text for line in pane._lines}


def moved(app: TriptychApp, tool: str) -> tuple[int | None, ...]:
    view = app.session.view
    assert view is not None
    facts = next(facts for facts in view.facts.values() if facts.name.startswith(tool))
    assert facts.moves is not None
    return facts.moves


async def test_a_draft_is_ranked_while_it_is_typed_and_the_file_is_not_touched(workspace: Workspace) -> None:
    app = app_on(workspace, "put a zebra on the list", "zebra")
    before = {path: path.read_bytes() for path in workspace.directory.iterdir()}
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert names(app, LEXICAL) == []
        await editing(pilot, "list_payments")
        await type_text(pilot, " zebra")
        await ranked(pilot)
        assert names(app, LEXICAL) == ["list_payments *"]
        assert "1 draft" in lines(app)[0]
        assert "List payments of a customer. zebra" in texts(app.explorer.query_one(DraftPane))["description"]
        await pilot.press("escape")
        await settled(pilot)
        assert "List payments of a customer. zebra" in "\n".join(lines(app))
    assert {path: path.read_bytes() for path in before} == before


async def test_the_effect_on_the_suite_is_told(workspace: Workspace) -> None:
    app = app_on(workspace)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await editing(pilot, "list_payments")
        await type_text(pilot, " list what a customer paid")
        await ranked(pilot)
        effect = app.tuning.board.effect
        assert effect is not None
        assert len(effect.better) == 1
        text = "\n".join(lines(app))
        assert "this edit: 1 better, 0 worse: `list what a customer paid`" in text
        await pilot.press("escape", "s")
        await at_rest(pilot)
        assert "changes against the saved files" in lines(app)[0]
        row = next(line for line in lines(app) if "list what a customer paid" in line)
        assert "+" in row


async def test_undo_redo_and_discard(workspace: Workspace) -> None:
    app = app_on(workspace)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        pane = await editing(pilot, "list_payments")
        saved = CATALOG["payments"]["list_payments"]
        await type_text(pilot, "abc")
        await ranked(pilot)
        assert texts(pane)["description"] == saved + "abc"
        await pilot.press("ctrl+z")
        await ranked(pilot)
        assert texts(pane)["description"] == saved
        assert app.session.drafts == ()
        await pilot.press("ctrl+y")
        await ranked(pilot)
        assert texts(pane)["description"] == saved + "abc"
        await pilot.press("ctrl+r")
        await ranked(pilot)
        assert texts(pane)["description"] == saved
        assert "draft" not in lines(app)[0]
        await pilot.press("ctrl+z")
        await ranked(pilot)
        assert texts(pane)["description"] == saved + "abc"


async def test_saving_shows_the_difference_and_writes_that_alone(workspace: Workspace) -> None:
    app = app_on(workspace)
    path = workspace.directory / "payments.json"
    before = path.read_text("utf-8")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await editing(pilot, "list_payments")
        await type_text(pilot, " Newest first.")
        await pilot.press("ctrl+s")
        await ranked(pilot)
        assert isinstance(app.screen, SaveScreen)
        shown = "\n".join(lines(app))
        assert "Newest first." in shown
        assert path.read_text("utf-8") == before
        await pilot.press("escape")
        await pilot.pause()
        assert path.read_text("utf-8") == before
        await pilot.press("ctrl+s")
        await ranked(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: not app.session.drafts, "the draft to be saved")
        await ranked(pilot)
        old = CATALOG["payments"]["list_payments"]
        assert path.read_text("utf-8") == before.replace(old, f"{old} Newest first.")
        assert app.session.drafts == ()
        (number,) = workspace.find_tool("list_payments")
        assert workspace.tools((number,))[number].description == f"{old} Newest first."


async def test_a_file_that_changed_meanwhile_is_not_written(workspace: Workspace) -> None:
    app = app_on(workspace)
    path = workspace.directory / "payments.json"
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await editing(pilot, "list_payments")
        await type_text(pilot, " Mine.")
        await ranked(pilot)
        write_server(workspace.directory, "payments", {**CATALOG["payments"], "list_payments": "Theirs."})
        theirs = path.read_bytes()
        await pilot.press("ctrl+s")
        await ranked(pilot)
        assert isinstance(app.screen, ConflictScreen)
        shown = "\n".join(lines(app))
        assert "changed meanwhile" in shown
        assert "Theirs." in shown
        assert "Mine." in shown
        await pilot.press("escape")
        await settled(pilot)
        assert path.read_bytes() == theirs
        assert app.session.drafts


async def test_drafts_are_kept_across_a_restart(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    app = app_on(workspace)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for tool in ("list_payments", "gmail_send"):
            await editing(pilot, tool)
            await type_text(pilot, "x")
            await ranked(pilot)
            await pilot.press("escape")
        kept = app.session.drafts
        assert len(kept) == 2
    again = app_on(make_workspace(workspace.directory))
    async with again.run_test(size=WIDE) as pilot:
        await ranked(pilot)
        assert again.session.drafts == kept
        again.router.do("drafts")
        await ranked(pilot)
        assert isinstance(again.screen, DraftsScreen)
        text = "\n".join(lines(again))
        assert "list_payments" in text
        assert "gmail_send" in text
        await pilot.press("down", "d")
        await ranked(pilot)
        assert [draft.key.name for draft in again.session.drafts] == ["list_payments"]
        await pilot.press("enter")
        await ranked(pilot)
        assert selected_name(again) == "list_payments *"


async def test_letters_are_typed_in_a_draft_not_taken_as_keys(workspace: Workspace) -> None:
    app = app_on(workspace)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        pane = await editing(pilot, "list_payments")
        await pilot.press("shift+tab")
        await pilot.press("end")
        await type_text(pilot, "spcqe")
        await ranked(pilot)
        assert texts(pane)["name"] == "list_paymentsspcqe"
        assert app.session.profile == "toolhive"
        assert app.screen is app.explorer


async def test_hidden_characters_are_not_edited_here(make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    write_server(folder, "bad", {"bad_tool": "refund \u202e\x1b[31mevil"})
    app = app_on(make_workspace(folder), "refund")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "e")
        await settled(pilot)
        pane = app.explorer.query_one(DraftPane)
        line = next(line for line in pane._lines if line.what.label == "description")
        assert line.editor.disabled
        assert "\x1b" not in line.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_picture(snap_compare: SnapCompare, workspace: Workspace, size: tuple[int, int]) -> None:
    app = app_on(workspace, "list what a customer paid", "customer", "paid")

    async def run(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await editing(pilot, "list_payments")
        await type_text(pilot, " List what a customer paid")
        await ranked(pilot)
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=run)


async def test_the_cursor_stays_where_it_is_when_the_file_changes(workspace: Workspace) -> None:
    """Else what is typed next would be taken as keys of the rankings."""
    app = app_on(workspace)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        pane = await editing(pilot, "list_payments")
        await pilot.press("home")
        line = next(line for line in pane._lines if line.what.label == "description")
        write_server(workspace.directory, "payments", {**CATALOG["payments"], "list_payments": "Theirs is longer."})
        app._post_live(CatalogChanged(workspace.sync()))
        await until(pilot, lambda: texts(pane)["description"] == "Theirs is longer.", "the file's new text")
        assert line.editor.has_focus
        await type_text(pilot, "xp ")
        await ranked(pilot)
        assert texts(pane)["description"] == "xp Theirs is longer."
        assert app.session.profile == "toolhive"


async def test_the_cursor_stays_in_its_field_when_the_fields_are_others(workspace: Workspace) -> None:
    app = app_on(workspace)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        pane = await editing(pilot, "list_payments")
        await pilot.press("shift+tab")
        before = pane._lines[0]
        path = workspace.directory / "payments.json"
        path.write_text(path.read_text("utf-8").replace('"limit"', '"since"'), "utf-8")
        app._post_live(CatalogChanged(workspace.sync()))
        await until(pilot, lambda: "description of since" in texts(pane), "the new parameter's field")
        await until(pilot, lambda: pane._lines[0].editor.has_focus, "the cursor in the name")
        assert pane._lines[0] is not before
