"""Whatever a manifest holds, the columns stay in line and the terminal gets plain characters."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len

from app.explorer.app import TriptychApp
from tests.app.explorer.catalogs import write_server
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled

HOSTILE = {
    "ansi\x1b[31mred\x1b[0m": "An issue \x1b]0;title\x07 with \x1b[2J control \x9b31m sequences.",
    "[bold red]markup[/]": "An issue in [link=https://example.com]markup[/link] [/nothing] [$accent]x[/].",
    "rtl\u202eeussi\u2066": "An issue \u202e that turns \u2067 around \u200f.",
    "宽字符工具名称很长很长很长": "An issue 漢字 with wide 🎉👩‍👩‍👧‍👦🇩🇪 characters.",
    "combine\u0301\u0302\u0303\u0304\u0305\u0306": "An issue Z̸̡̢a̸̧l̵͟g̷o.",
    "nul\x00byte": "An issue\x00 with a NUL and a tab\tand\r\nlines\u2028and\u2029more.",
    "zero\u200b\u200d\ufeffwidth": "An issue \U000e0041\U000e0042 with tags.",
    "x" * 300: "An issue " * 3_000,
    "": "An issue without a name.",
}


@pytest.fixture
def hostile(make_workspace: MakeWorkspace, make_explorer: MakeApp, tmp_path: Path) -> TriptychApp:
    folder = tmp_path / "hostile"
    folder.mkdir()
    write_server(folder, "evil\u202e [red]server", HOSTILE)
    return make_explorer(make_workspace(folder), task="an issue", keywords=("issue",))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_every_line_has_exactly_the_terminals_width(hostile: TriptychApp, size: tuple[int, int]) -> None:
    async with hostile.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("down", "left", "home")
        for _ in range(len(HOSTILE)):
            await pilot.press("down")
            await settled(pilot)
            shown = lines(hostile)
            assert {cell_len(line) for line in shown} == {size[0]}
            unsafe = {
                character
                for character in "".join(shown)
                if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
                or character in "\u202e\u2066\u2067\u200f"
            }
            assert not unsafe


async def test_markup_is_shown_as_it_is_written(hostile: TriptychApp) -> None:
    async with hostile.run_test(size=(200, 50)) as pilot:
        await settled(pilot)
        assert "[bold red]markup[/]" in "\n".join(lines(hostile))


async def test_scores_stand_in_one_column_whatever_the_names(hostile: TriptychApp) -> None:
    async with hostile.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for column in hostile.explorer.columns:
            strips = [column.list.render_line(y) for y in range(len(HOSTILE))]
            assert {strip.cell_length for strip in strips} == {column.list.scrollable_content_region.width}
