"""Only rows that look different are painted again."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from app.explorer.state import SEMANTIC
from app.explorer.widgets.ranking_list import RankingList
from tests.app.explorer.conftest import MakeApp, settled
from tests.app.explorer.test_explorer import WIDE


class Painted:
    """Records which rows of a list are asked to be painted."""

    def __init__(self, ranking: RankingList, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows: list[int] = []
        self.whole = 0
        monkeypatch.setattr(ranking, "refresh", self.refresh)

    def refresh(self, *regions: Region, **_options: object) -> None:
        self.whole += not regions
        self.rows += [row for region in regions for row in range(region.y, region.bottom)]

    def take(self) -> list[int]:
        rows, self.rows = sorted(self.rows), []
        return rows


async def test_only_changed_rows_are_painted(make_explorer: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_explorer(task="create an issue", keywords=("issue",))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        column = app.explorer.columns[SEMANTIC]
        view = app.session.view
        assert view is not None
        ids = view.columns[SEMANTIC].ranking.ids.tolist()
        assert app.session.selected == ids[0]
        painted = Painted(column.list, monkeypatch)

        column.show(view.columns[SEMANTIC], view.facts, ids[0], 2)
        assert painted.take() == []

        column.select(ids[4])
        assert painted.take() == [0, 4]

        before = [column.list.render_line(y).text for y in range(column.list.size.height)]
        await pilot.press("k", *" mail")
        await settled(pilot)
        monkeypatch.undo()
        after = [column.list.render_line(y).text for y in range(column.list.size.height)]
        different = {y for y, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
        assert different <= set(painted.take())
        assert painted.whole == 0
