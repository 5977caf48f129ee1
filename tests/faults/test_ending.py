"""What arrives while the explorer ends does no harm."""

from __future__ import annotations

from app.explorer.messages import CatalogRead, LiveHappened, RowsLoaded, SearchFailed, ToolLoaded, ViewMade
from app.explorer.state import CatalogFacts
from index.events import Notice, WatchMode
from tests.app.explorer.conftest import (
    MakeApp,
    make_explorer,  # noqa: F401 - a fixture
    make_workspace,  # noqa: F401 - a fixture
    settled,
)


async def test_answers_that_come_too_late_are_dropped(make_explorer: MakeApp) -> None:  # noqa: F811
    app = make_explorer(task="refund")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        tool, view = app.session.tool, app.session.view
    assert tool is not None
    assert view is not None
    app.on_tool_loaded(ToolLoaded(*tool))
    app.on_view_made(ViewMade(view))
    app.on_rows_loaded(RowsLoaded(view.asked.generation, view.facts))
    app.on_catalog_read(CatalogRead(CatalogFacts(1, 1), ()))
    app.on_search_failed(SearchFailed(app.session.asked, "too late"))
    app.on_live_happened(LiveHappened(WatchMode("watching")))
    app.on_live_happened(LiveHappened(Notice("too late")))
