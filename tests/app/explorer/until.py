"""Waiting for a condition while the explorer handles its messages: no sleeping, and no waiting for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.pilot import Pilot

LONGEST_S = 60.0


async def until(pilot: Pilot[None], met: Callable[[], object], what: str) -> None:
    """Return when `met()` is true.

    Raises:
        AssertionError: not within a minute; the text says what was waited for.

    """
    limit = time.monotonic() + LONGEST_S
    while not met():
        if time.monotonic() > limit:
            raise AssertionError(f"waited {LONGEST_S:g} s for {what}")
        await pilot.pause()
