"""The comparison of all profiles: its screen at the keyboard, and what its table says."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from app.explorer.app import TriptychApp
from app.explorer.compare_screen import CompareScreen
from app.explorer.widgets.grid import GridRow
from index.compare import compare
from index.events import CatalogChanged
from tests.app.explorer.catalogs import CATALOG, write_server
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.test_explorer import WIDE, selected_name
from tests.app.explorer.test_snapshots import SnapCompare
from tests.app.explorer.until import until


async def compared(pilot: Pilot[None]) -> CompareScreen:
    """Open the comparison from the rankings and wait until it is shown."""
    await settled(pilot)
    await pilot.press("down", "c")
    return await idle(pilot)


async def idle(pilot: Pilot[None]) -> CompareScreen:
    app = pilot.app
    assert isinstance(app, TriptychApp)
    await pilot.pause()
    await until(
        pilot,
        lambda: (
            app.tuning.background.is_idle and isinstance(app.screen, CompareScreen) and app.screen.compared is not None
        ),
        "the comparison",
    )
    await pilot.pause()
    assert isinstance(app.screen, CompareScreen)
    return app.screen


def rows(screen: CompareScreen) -> dict[str, tuple[str, ...]]:
    """The shown cells by the tool's name, in order."""
    shown: tuple[GridRow, ...] = screen._table.grid._rows
    return {row.cells[0].text: tuple(cell.text for cell in row.cells[2:]) for row in shown}


async def test_every_cell_is_the_rank_in_that_profiles_answer(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an isue for a customer", keywords=("issue", "customer"))
    async with app.run_test(size=WIDE) as pilot:
        screen = await compared(pilot)
        workspace = app.session.workspace
        searchers = [workspace.searcher(name) for name in workspace.profiles]
        expected = compare(searchers, workspace.corpus(), app.session.query)
        shown = rows(screen)
        assert list(shown) == [row.tool.name for row in expected.rows]
        for row in expected.rows:
            texts = [
                "" if cell is None else f"{cell.rank} " if cell.answered else f"({cell.rank})" for cell in row.cells
            ]
            assert shown[row.tool.name] == tuple(texts)
        assert any("(" in cell for cells in shown.values() for cell in cells)


async def test_sorting_by_a_profile_puts_its_answer_first(make_explorer: MakeApp) -> None:
    app = make_explorer(task="open an issue", keywords=("issue",))
    async with app.run_test(size=WIDE) as pilot:
        screen = await compared(pilot)
        names = list(app.session.workspace.profiles)
        for number, name in enumerate(names):
            await pilot.press("right")
            assert f"by {name}" in lines(app)[0]
            ranks = [cells[number].strip("() ") for cells in rows(screen).values()]
            found = [int(rank) for rank in ranks if rank]
            assert found == sorted(found)
            assert ranks[len(found) :] == [""] * (len(ranks) - len(found))
        await pilot.press("right")
        assert "by best rank anywhere" in lines(app)[0]
        await pilot.press("left")
        assert f"by {names[-1]}" in lines(app)[0]


async def test_a_click_on_a_title_sorts_by_it(make_explorer: MakeApp) -> None:
    app = make_explorer(task="open an issue")
    async with app.run_test(size=WIDE) as pilot:
        screen = await compared(pilot)
        head = screen._table.head
        at = head.render_line(0).text.index("toolhive")
        await pilot.click(head, offset=(at, 0))
        assert "by toolhive" in lines(app)[0]


async def test_the_selected_tool_keeps_a_line_at_the_foot(make_explorer: MakeApp) -> None:
    app = make_explorer(task="open an issue", keywords=("issue",))
    async with app.run_test(size=(120, 20)) as pilot:
        screen = await compared(pilot)
        name = selected_name(app)
        pane = screen._table
        assert pane.selected == app.session.selected
        assert pane.foot.render_line(0).text.strip() == ""
        pane.grid.scroll_to(y=10, animate=False, immediate=True)
        await pilot.pause()
        assert pane.foot.render_line(0).text.startswith(f"> {name}")


async def test_the_words_are_told_and_the_tokens(make_explorer: MakeApp) -> None:
    app = make_explorer(task="bill a customr", keywords=("data", "issue"))
    async with app.run_test(size=(200, 50)) as pilot:
        screen = await compared(pilot)
        below = [line for line in lines(app) if "tokens" in line]
        assert len(below) == len(app.session.workspace.profiles)
        of = {line.split()[0]: line for line in below}
        assert "dropped data (noise)" in of["toolhive"]
        assert "corrected customr → customer" in of["workbench"]
        assert "tokens full" in of["composio~"]
        compared_now = screen.compared
        assert compared_now is not None
        for column in compared_now.comparison.columns:
            assert any(f"{column.found.answer_tokens:,} tokens" in line for line in below)


async def test_enter_takes_the_tool_back_to_the_rankings(make_explorer: MakeApp) -> None:
    app = make_explorer(task="open an issue", keywords=("issue",))
    async with app.run_test(size=WIDE) as pilot:
        screen = await compared(pilot)
        await pilot.press("end", "enter")
        await settled(pilot)
        assert app.screen is app.explorer
        assert selected_name(app) == list(rows(screen))[-1]


async def test_a_save_is_compared_again_and_the_selection_stays(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task="refund", keywords=("refund",))
    async with app.run_test(size=WIDE) as pilot:
        screen = await compared(pilot)
        before = screen.selected
        assert "list_payments" not in [name for name, cells in rows(screen).items() if cells[-1]]
        write_server(workspace.directory, "payments", {**CATALOG["payments"], "list_payments": "Refund and refund."})
        app._post_live(CatalogChanged(workspace.sync()))
        await settled(pilot)
        await idle(pilot)
        assert "list_payments" in [name for name, cells in rows(screen).items() if cells[-1]]
        assert screen.selected == before


async def test_missing_vectors_are_said(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    from tests.app.explorer.test_snapshots import StillLive

    workspace = make_workspace(embed=False)
    app = make_explorer(workspace, task="refund", start_live=lambda post: StillLive(workspace, post))
    async with app.run_test(size=WIDE) as pilot:
        await compared(pilot)
        assert "! " in next(line for line in lines(app) if line.strip().startswith("composio~"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_picture(
    snap_compare: SnapCompare, make_workspace: MakeWorkspace, make_explorer: MakeApp, size: tuple[int, int]
) -> None:
    workspace = make_workspace()
    del workspace._given["triptych"]  # tuning our own engine is not to change this picture
    app = make_explorer(workspace, task="create an isue for a customer", keywords=("issue", "customer"))

    async def run(pilot: Pilot[None]) -> None:
        await compared(pilot)
        await pilot.press("down", "right", "right")
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=run)
