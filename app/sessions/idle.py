"""Waiting until the explorer has nothing left to do."""

from __future__ import annotations

import asyncio
import contextlib
import time

from textual.message import Message
from textual.pilot import Pilot

from app.explorer.busy import busy_with
from app.sessions.played_app import PlayedApp

_LONGEST = 0.05
"""Seconds between two looks where no message comes: the end of some work is not posted."""


class StillBusy(Exception):
    """It took longer than allowed; the text says what was waited for."""


class Idle:
    """Wakes with the explorer's own messages. `hear` goes to `run_test` as its message hook."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._heard = asyncio.Event()

    def hear(self, message: Message) -> None:
        if type(message).__module__.startswith("app."):
            self._heard.set()

    async def reached(self, app: PlayedApp, pilot: Pilot[None]) -> None:
        """Return when nothing is being done, all is painted, and it stayed so while messages were handled.

        Raises:
            StillBusy: not within the time allowed.

        """
        limit = time.monotonic() + self._timeout
        calm_since: int | None = None
        while app.is_running:
            self._heard.clear()
            app.hold_still()
            await pilot.pause()
            waited_for = busy_with(app)
            if not waited_for:
                if calm_since == app.session.asked:
                    return
                calm_since = app.session.asked
                continue
            calm_since = None
            if time.monotonic() > limit:
                raise StillBusy(f"waited {self._timeout:g} s for {waited_for}")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._heard.wait(), _LONGEST)
