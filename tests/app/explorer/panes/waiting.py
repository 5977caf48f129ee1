"""Waiting for what panes ask their own threads for."""

from __future__ import annotations

from textual.pilot import Pilot

from app.explorer.panes.explain_pane import ExplainPane
from app.explorer.panes.rivals_pane import RivalsPane
from tests.app.explorer.conftest import ENOUGH, settled


async def explained(pilot: Pilot[None]) -> ExplainPane:
    """The explain pane with everything in it, words' effects too."""
    app = await settled(pilot)
    pane = app.explorer.query_one(ExplainPane)
    for _ in range(ENOUGH):
        if pane.asked and pane.shown == pane.measured == pane.asked:
            await pilot.pause()
            return pane
        await pilot.pause(0.005)
    raise AssertionError(f"asked {pane.asked}, shown {pane.shown}, measured {pane.measured}")


async def rivalled(pilot: Pilot[None]) -> RivalsPane:
    """The rivals pane with its first answer in it."""
    app = await settled(pilot)
    pane = app.explorer.query_one(RivalsPane)
    for _ in range(ENOUGH):
        if pane.asked and pane.shown == pane.asked:
            await pilot.pause()
            return pane
        await pilot.pause(0.005)
    raise AssertionError(f"asked {pane.asked}, shown {pane.shown}")
