"""The suite's screen at the keyboard, over real suite files."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.explorer.app import TriptychApp
from app.explorer.ask_screen import ConfirmScreen
from app.explorer.problems_screen import ProblemsScreen
from app.explorer.suite_screen import SuiteScreen
from index.events import CatalogChanged
from index.live import LiveIndex
from index.suite.read import load_suite
from index.suite.runner import SuiteRunner
from index.workspace import Workspace
from tests.app.explorer.catalogs import CATALOG, write_catalog, write_server
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.suites import SUITE, at_rest, write_suite
from tests.app.explorer.test_explorer import WIDE, selected_name
from tests.app.explorer.test_snapshots import SnapCompare
from tests.app.explorer.until import until


@pytest.fixture
def workspace(make_workspace: MakeWorkspace, tmp_path: Path) -> Workspace:
    folder = write_catalog(tmp_path / "manifests")
    write_suite(folder)
    return make_workspace(folder)


async def opened(pilot: Pilot[None]) -> SuiteScreen:
    await settled(pilot)
    await pilot.press("down", "s")
    app = await at_rest(pilot)
    assert isinstance(app.screen, SuiteScreen)
    return app.screen


def rows(screen: SuiteScreen) -> list[tuple[str, ...]]:
    return [tuple(cell.text for cell in row.cells) for row in screen.table.grid._rows]


def ranks(screen: SuiteScreen) -> dict[str, tuple[str, ...]]:
    """By query: the last word of the three rank cells."""
    return {row[1]: tuple((cell.split() or [""])[-1] for cell in row[3:6]) for row in rows(screen)}


async def test_every_query_has_its_ranks_as_check_has_them(workspace: Workspace, make_explorer: MakeApp) -> None:
    app = make_explorer(workspace, task="x")
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        suite = load_suite(workspace.directory / "suite.yaml", source="suite.yaml")
        expected = SuiteRunner(workspace).run(suite, "toolhive")
        assert expected is not None
        shown = ranks(screen)
        for case in expected.cases:
            if case.case.expects_none:
                continue
            texts = tuple("-" if rank is None else str(rank) for rank in (case.lexical, case.semantic, case.fused))
            assert shown[case.case.label] == texts
        totals = expected.totals("fused")
        assert totals is not None
        line = next(line for line in lines(app) if line.strip().startswith("fused"))
        assert [float(text) for text in line.split()[1:5]] == [
            round(value, 3) for value in (totals.hit1, totals.hit3, totals.hit8, totals.mrr)
        ]


async def test_f_shows_the_failing_queries_alone(workspace: Workspace, make_explorer: MakeApp) -> None:
    app = make_explorer(workspace, task="x")
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        everything = rows(screen)
        failing = [row for row in everything if row[0] == "x"]
        assert 0 < len(failing) < len(everything)
        await pilot.press("f")
        assert rows(screen) == failing
        await pilot.press("f")
        assert rows(screen) == everything


async def test_enter_brings_the_query_and_its_tool_into_the_explorer(
    workspace: Workspace, make_explorer: MakeApp
) -> None:
    app = make_explorer(workspace, task="x")
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("down", "down", "enter")
        await settled(pilot)
        assert app.screen is app.explorer
        assert app.session.query.description == "write an email to somebody"
        assert app.session.query.keywords == ("email",)
        assert selected_name(app) == "gmail_send"


async def test_a_save_runs_it_again_and_shows_what_changed(workspace: Workspace, make_explorer: MakeApp) -> None:
    app = make_explorer(workspace, task="x")
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("b")
        assert "changes against the pinned baseline" in lines(app)[0]
        lexical, semantic, fused = ranks(screen)["dispose of unwanted post"]
        assert (lexical, fused) == ("-", "-")
        assert int(semantic) > 1
        mail = {**CATALOG["mail"], "gmail_trash": "Dispose of unwanted post."}
        write_server(workspace.directory, "mail", mail)
        app._post_live(CatalogChanged(workspace.sync()))
        workspace.embed()
        app.tuning.refresh_suite()
        await at_rest(pilot)
        row = next(row for row in rows(screen) if row[1] == "dispose of unwanted post")
        assert row[4].split() == [f"+{int(semantic) - 1}", "1"]
        assert row[5].split() == ["found", "1"]
        assert "+." in next(line for line in lines(app) if line.strip().startswith("fused"))
        await pilot.press("b")
        assert "baseline" not in lines(app)[0]


async def test_a_adds_the_query_and_keeps_the_file(workspace: Workspace, make_explorer: MakeApp) -> None:
    path = workspace.directory / "suite.yaml"
    app = make_explorer(workspace, task="merge #12 into main", keywords=("merge #12", "pull"))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("down")
        name = selected_name(app)
        await pilot.press("a")
        await at_rest(pilot)
        text = path.read_text("utf-8")
        assert text.startswith(SUITE)
        added = load_suite(path).cases[-1]
        assert (added.query, added.expect) == (app.session.query, (name,))
        await pilot.press("a")
        await at_rest(pilot)
        assert path.read_text("utf-8") == text
        assert [notice.title for notice in app._notifications if "already" in notice.message] == ["Not done"]


async def test_without_a_suite_a_offers_to_make_one(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace()
    path = workspace.directory / "suite.yaml"
    app = make_explorer(workspace, task="refund a payment")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for answer, made in (("n", False), ("y", True)):
            await pilot.press("down", "a")
            await at_rest(pilot)
            assert isinstance(app.screen, ConfirmScreen)
            await pilot.press(answer)
            await at_rest(pilot)
            assert path.exists() == made
        assert [case.label for case in load_suite(path).cases] == ["refund a payment"]
        assert app.tuning.board.read is not None
        assert len(app.tuning.board.read.suite.cases) == 1


async def test_unknown_names_are_problems_with_their_line(workspace: Workspace, make_explorer: MakeApp) -> None:
    write_suite(workspace.directory, SUITE.replace("create_refund", "create_refnd"))
    app = make_explorer(workspace, task="x")
    async with app.run_test(size=WIDE) as pilot:
        await at_rest(pilot)
        assert "1 problem !" in lines(app)[0]
        await pilot.press("down", "exclamation_mark")
        await settled(pilot)
        shown: object = app.screen
        assert isinstance(shown, ProblemsScreen)
        text = "\n".join(lines(app))
        assert "S003" in text
        assert "suite.yaml:4" in text
        assert "Did you mean create_refund?" in text


async def test_an_edited_suite_is_read_again(workspace: Workspace, make_explorer: MakeApp) -> None:
    app = make_explorer(workspace, task="x", start_live=lambda post: LiveIndex(workspace, post))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        assert len(rows(screen)) == 5
        write_suite(workspace.directory, SUITE + "  - query: put a meeting on\n    expect: create_event\n")
        app.tuning.look()
        await until(pilot, lambda: len(rows(screen)) == 6, "the sixth query")
        assert rows(screen)[-1][1] == "put a meeting on"


async def test_a_suite_given_elsewhere(make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    workspace = make_workspace()
    path = write_suite(tmp_path, name="elsewhere.yaml")
    app = TriptychApp(workspace, start_live=None, profile="toolhive", clock=lambda: 0.0, suite=path)
    async with app.run_test(size=WIDE) as pilot:
        await at_rest(pilot)
        app.router.do("suite")
        await at_rest(pilot)
        assert isinstance(app.screen, SuiteScreen)
        assert len(rows(app.screen)) == 5
        assert "elsewhere.yaml" in lines(app)[0]


async def test_no_suite_teaches(make_explorer: MakeApp) -> None:
    app = make_explorer(task="x")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        text = "\n".join(lines(app))
        assert "There is no suite here yet" in text
        assert "expect: jira_create_issue" in text


async def test_the_profile_can_be_changed_here(workspace: Workspace, make_explorer: MakeApp) -> None:
    app = make_explorer(workspace, task="x")
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("p")
        await at_rest(pilot)
        assert app.session.profile != "toolhive"
        assert f"profile {app.session.profile}" in lines(app)[0]
        ran = app.tuning.board.ran
        assert ran is not None
        assert ran.outcome.profile == app.session.profile


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_picture(
    snap_compare: SnapCompare, workspace: Workspace, make_explorer: MakeApp, size: tuple[int, int]
) -> None:
    app = make_explorer(workspace, task="x")

    async def run(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("b", "down")
        mail = {**CATALOG["mail"], "gmail_trash": "Dispose of unwanted post.", "gmail_send": "Send."}
        write_server(workspace.directory, "mail", mail)
        app._post_live(CatalogChanged(workspace.sync()))
        workspace.embed()
        app.tuning.refresh_suite()
        await at_rest(pilot)
        app.clear_notifications()
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=run)
