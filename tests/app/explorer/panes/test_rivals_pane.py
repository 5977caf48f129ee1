"""The rivals pane at the keyboard."""

from __future__ import annotations

from app.explorer.panes.rivals_pane import side
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.panes.waiting import rivalled
from tests.app.explorer.until import until
from tests.index.catalog import tool

SIZE = (120, 40)


async def test_the_nearest_tools_side_by_side(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "r")
        pane = await rivalled(pilot)
        text = "\n".join(lines(app))
        assert "this tool" in text and "closeness" in text
        first = pane.rival
        await pilot.press("right_square_bracket")
        assert pane.rival is not first
        await pilot.press("left_square_bracket")
        assert pane.rival is first


async def test_it_follows_the_selection_but_not_the_typing(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "r")
        pane = await rivalled(pilot)
        asked = pane.asked
        await pilot.press("down")
        await rivalled(pilot)
        assert pane.asked == asked + 1
        await pilot.press("slash", "end", *"s")
        await rivalled(pilot)
        assert pane.asked == asked + 1


async def test_a_suite_tells_who_wins_its_queries(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace()
    (workspace.directory / "suite.yaml").write_text(
        "queries:\n  - query: cancel the subscription\n    keywords: [subscription]\n    expect: create_issue\n",
        "utf-8",
    )
    app = make_explorer(workspace, task="create an issue", keywords=("repository",))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        app.session.choose(workspace.find_tool("create_issue")[0])
        await pilot.press("down", "up", "r")
        app.session.choose(workspace.find_tool("create_issue")[0])
        app.explorer.show_tool()
        pane = await rivalled(pilot)
        await until(pilot, lambda: any(rival.wins for rival in pane.rivals), "the rivals' wins")
        await pilot.pause()
        assert "of its queries: cancel the subscription" in "\n".join(lines(app))
        assert pane.rivals[0].wins


def test_differing_words_are_marked_on_both_sides() -> None:
    one, other = tool("open_ticket", "Open a ticket for a customer."), tool("open_issue", "Opens an issue.")
    marked = side(one, other, "this tool")
    words = {marked.plain[span.start : span.end] for span in marked.spans if "underline" in str(span.style)}
    assert words == {"ticket", "customer"}
