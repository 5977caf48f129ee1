"""Pictures of the explain and rivals panes. `pytest --snapshot-update` after a deliberate change."""

from __future__ import annotations

from collections.abc import Callable

from textual.pilot import Pilot

from tests.app.explorer.conftest import MakeApp, settled
from tests.app.explorer.panes.waiting import explained, rivalled

SnapCompare = Callable[..., bool]


def test_explain(snap_compare: SnapCompare, make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue for a customer", keywords=("issue", "ticket", "data"))

    async def open_pane(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await pilot.press("down", "x", "down")
        await explained(pilot)

    assert snap_compare(app, terminal_size=(120, 40), run_before=open_pane)


def test_rivals(snap_compare: SnapCompare, make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue for a customer", profile="triptych")

    async def open_pane(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await pilot.press("down", "r")
        await rivalled(pilot)

    assert snap_compare(app, terminal_size=(120, 40), run_before=open_pane)
