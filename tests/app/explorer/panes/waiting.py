"""Waiting for what panes ask their own threads for."""

from __future__ import annotations

from textual.pilot import Pilot

from app.explorer.panes.explain_pane import ExplainPane
from app.explorer.panes.rivals_pane import RivalsPane
from tests.app.explorer.conftest import settled
from tests.app.explorer.until import until


async def explained(pilot: Pilot[None]) -> ExplainPane:
    """The explain pane with everything in it, words' effects too."""
    app = await settled(pilot)
    pane = app.explorer.query_one(ExplainPane)
    await until(pilot, lambda: pane.asked and pane.shown == pane.measured == pane.asked, "the words to be measured")
    await pilot.pause()
    return pane


async def rivalled(pilot: Pilot[None]) -> RivalsPane:
    """The rivals pane with its first answer in it."""
    app = await settled(pilot)
    pane = app.explorer.query_one(RivalsPane)
    await until(pilot, lambda: pane.asked and pane.shown == pane.asked, "the rivals to be shown")
    await pilot.pause()
    return pane
