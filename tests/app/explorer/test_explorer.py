"""The explorer as a user meets it: real workspace, keys, mouse."""

from __future__ import annotations

from textual.events import MouseScrollDown, Paste
from textual.widget import Widget
from textual.widgets import ContentSwitcher

from app.explorer.app import TriptychApp
from app.explorer.messages import RowsMissed
from app.explorer.problems_screen import ProblemsScreen
from app.explorer.state import FUSED, LEXICAL, SEMANTIC
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.test_worker import HeldEmbedder
from tests.app.explorer.until import until

WIDE = (120, 40)


def names(app: TriptychApp, column: int) -> list[str]:
    view = app.session.view
    assert view is not None
    return [view.facts[number].name for number in view.columns[column].ranking.ids.tolist() if number in view.facts]


def focused(app: TriptychApp) -> Widget | None:
    return app.focused


def selected_name(app: TriptychApp) -> str:
    view, selected = app.session.view, app.session.selected
    assert view is not None
    assert selected is not None
    return view.facts[selected].name


async def test_typing_ranks_all_three_columns_at_every_key(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        before = app.session.asked
        await pilot.press(*"refund")
        await settled(pilot)
        assert app.session.asked == before + len("refund")
        assert [names(app, column)[0] for column in (LEXICAL, SEMANTIC, FUSED)] == ["create_refund"] * 3
        text = "\n".join(lines(app))
        assert "Lexical" in text
        assert "cosine" in text
        assert text.count("create_refund") >= 3


async def test_a_slow_model_leaves_the_words_alone_ahead_until_it_answers(
    make_explorer: MakeApp, make_workspace: MakeWorkspace
) -> None:
    embedder = HeldEmbedder()
    app = make_explorer(make_workspace(embedder=embedder), task="free time")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        semantic = app.explorer.columns[SEMANTIC].list.render_line(0).text
        app.explorer.inputs.fill("slow refund")
        await until(pilot, lambda: "waiting for the model" in "\n".join(lines(app)), "the words")
        rows = [column.list.render_line(0).text for column in app.explorer.columns]
        assert "create_refund" in rows[LEXICAL]
        assert rows[SEMANTIC] == semantic
        app.explorer.columns[LEXICAL].list.post_message(RowsMissed((1,)))  # of those rankings, not of these words
        await pilot.pause()
        assert app.worker._rows is None
        embedder.go_on.set()
        await settled(pilot)
        assert "waiting for the model" not in "\n".join(lines(app))
        assert all("create_refund" in column.list.render_line(0).text for column in app.explorer.columns)


async def test_the_selected_tool_is_marked_in_all_three_columns(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue", keywords=("issue",))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "down")
        await settled(pilot)
        chosen = selected_name(app)
        marked = [line for line in lines(app) if ">" in line]
        starts = [column.region.x for column in app.explorer.columns]
        for start in starts:
            rows = [line[start:] for line in marked if line[start] == ">"]
            assert len(rows) == 1, start
            assert chosen[:8] in rows[0]


async def test_a_selected_tool_out_of_sight_keeps_a_line_at_the_foot(make_explorer: MakeApp) -> None:
    app = make_explorer(task="send an email", keywords=("email",))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "left", "end")
        await settled(pilot)
        foot = [column.foot.render_line(0).text for column in app.explorer.columns]
        last = names(app, SEMANTIC)[-1]
        assert selected_name(app) == last
        assert foot[SEMANTIC].strip() == ""
        assert foot[LEXICAL].startswith(">")
        assert "no match" in foot[LEXICAL]
        assert "not answered" in foot[FUSED]


async def test_the_selection_survives_typing_once_the_user_picked_a_tool(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "down")
        await settled(pilot)
        chosen = selected_name(app)
        await pilot.press("slash", *" refund")
        await settled(pilot)
        assert selected_name(app) == chosen
        await pilot.press("down", "f")
        await settled(pilot)
        assert selected_name(app) == names(app, FUSED)[0]


async def test_letters_are_typed_in_inputs_and_act_in_lists(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press(*"pky!?")
        await settled(pilot)
        assert app.session.query.description == "pky!?"
        assert app.session.profile == "toolhive"
        assert app.screen is app.explorer
        await pilot.press("down", "p")
        await settled(pilot)
        assert app.session.profile != "toolhive"
        assert app.session.query.description == "pky!?"


async def test_profiles_cycle_both_ways(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund a payment")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down")
        seen = []
        for _ in app.session.workspace.profiles:
            await pilot.press("p")
            await settled(pilot)
            seen.append(app.session.profile)
        assert sorted(seen) == sorted(app.session.workspace.profiles)
        assert app.session.profile == "toolhive"
        await pilot.press("P")
        await settled(pilot)
        assert app.session.profile == seen[-2]


async def test_keywords_reach_the_lexical_arm(make_explorer: MakeApp) -> None:
    app = make_explorer(task="something else entirely")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("tab", *"trash, invoice")
        await settled(pilot)
        assert app.session.query.keywords == ("trash", "invoice")
        assert set(names(app, LEXICAL)) >= {"gmail_trash", "create_invoice"}


async def test_focus_goes_down_to_the_results_and_back(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert focused(app) is app.explorer.inputs.description
        await pilot.press("enter")
        assert focused(app) is app.explorer.columns[FUSED].list
        await pilot.press("right")
        assert focused(app) is app.explorer.columns[LEXICAL].list
        await pilot.press("escape")
        assert focused(app) is app.explorer.inputs.description
        await pilot.press("down", "k")
        assert focused(app) is app.explorer.inputs.keywords
        await pilot.press("escape")
        assert focused(app) is app.explorer.inputs.description


async def test_a_click_selects_and_the_wheel_scrolls(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        column = app.explorer.columns[SEMANTIC].list
        await pilot.click(column, offset=(10, 3))
        await settled(pilot)
        assert selected_name(app) == names(app, SEMANTIC)[3]
        assert focused(app) is column
        column.post_message(MouseScrollDown(column, 5, 5, 0, 0, 0, False, False, False))
        await pilot.pause()
        assert column.scroll_offset.y > 0


async def test_narrow_terminals_show_one_column_and_tabs_with_the_ranks(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue", keywords=("issue",))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert [column.display for column in app.explorer.columns] == [False, False, True]
        await pilot.press("down", "left")
        await settled(pilot)
        assert [column.display for column in app.explorer.columns] == [False, True, False]
        tabs = app.explorer.tabs.render().plain
        assert "[Semantic 1]" in tabs
        assert "Lexical" in tabs
        await pilot.click(app.explorer.tabs, offset=(3, 0))
        assert [column.display for column in app.explorer.columns] == [True, False, False]


async def test_the_detail_pane_shows_place_description_and_parameters(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund a customer payment")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        text = "\n".join(lines(app))
        assert "create_refund · payments · payments.json:2 · 2 parameters" in text
        assert "Refund a customer payment, in whole or in part." in text
        assert "project* string" in text


async def test_copying_the_name(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund a customer payment")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "y")
        assert app.clipboard == "create_refund"


async def test_opening_without_an_editor_says_what_to_set(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund")
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("down", "o")
        await pilot.pause()
        assert any("EDITOR" in notice.message for notice in app._notifications)


async def test_an_empty_query_teaches_with_the_catalogs_own_words(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert app.explorer.query_one("#body", ContentSwitcher).current == "empty"
        assert app.session.catalog is not None
        assert app.session.catalog.examples
        text = "\n".join(lines(app))
        assert all(example in text for example in app.session.catalog.examples)
        await pilot.press("down")
        assert focused(app) is app.explorer.inputs.description


async def test_clicking_an_example_types_it(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert app.session.catalog is not None
        example = app.session.catalog.examples[0]
        row = next(y for y, line in enumerate(lines(app)) if example in line)
        await pilot.click(offset=(10, row))
        await settled(pilot)
        assert app.session.query.description == example


async def test_the_palette_lists_every_profile_with_what_it_is(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        commands = {command.title: command for command in app.get_system_commands(app.screen)}
        for name, profile in app.session.workspace.profiles.items():
            assert commands[f"Profile: {name}"].help == profile.about
        assert {"Help", "Theme", "Quit", "Screenshot"} < commands.keys()
        assert not {"Keys", "Maximize"} & commands.keys()
        commands["Profile: search-brain"].callback()
        await settled(pilot)
        assert app.session.profile == "search-brain"


async def test_problems_open_close_and_know_their_place(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund")
    folder = app.session.workspace.directory
    (folder / "manifest.json").write_text('{"tools": [\n  {"name": \n', "utf-8")
    app.session.workspace.sync()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert "1 problem !" in lines(app)[0]
        await pilot.press("down", "exclamation_mark")
        await pilot.pause()
        shown: object = app.screen
        assert isinstance(shown, ProblemsScreen)
        text = "\n".join(lines(app))
        assert "manifest.json:" in text
        assert "error" in text
        await pilot.press("escape")
        assert app.screen is app.explorer


async def test_every_theme_works(make_explorer: MakeApp) -> None:
    app = make_explorer(task="refund")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down")
        seen = set()
        for _ in app.available_themes:
            await pilot.press("t")
            seen.add(app.theme)
        assert seen == set(app.available_themes)
        await settled(pilot)
        assert "create_refund" in "\n".join(lines(app))


async def test_pasted_lines_become_one(make_explorer: MakeApp) -> None:
    app = make_explorer(task="the end")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        field = app.explorer.inputs.description
        field.cursor_position = 0
        app.post_message(Paste("find the\n  report,\r\nthen mail it \n"))
        await until(pilot, lambda: field.value == "find the report, then mail itthe end", "the pasted text")
        field.select_all()
        app.post_message(Paste("\n"))
        await until(pilot, lambda: field.value == "", "the selection to be replaced")


async def test_a_save_that_cannot_be_read_is_told(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task="issue")
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        path = next(workspace.directory.glob("*.json"))
        path.write_text("{" + path.read_text("utf-8"), "utf-8")
        workspace.sync()
        for _ in range(2):  # told once
            app.worker.read_catalog()
            await settled(pilot)
        (told,) = app._notifications
        assert told.title == f"{path.name}:1"
        assert "Kept: the last good version" in told.message
