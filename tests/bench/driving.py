"""The explorer driven key by key without a terminal, and the clock on what it paints."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from textual import events

from app.assets import MODEL, asset
from app.explorer.app import TriptychApp, _settle_memory
from app.settings import Settings
from app.wiring import make_app
from index.embedder import Embedder
from tests.bench.paint import PaintWatch

SIZE = (160, 50)
PATIENCE_S = 120.0
_BEAT_S = 0.002


class Heart:
    """Beats on the event loop; `longest_ms` is the longest it was kept from beating."""

    def __init__(self) -> None:
        self.longest_ms = 0.0
        self._task = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(_BEAT_S)
            now = time.perf_counter()
            self.longest_ms = max(self.longest_ms, (now - before - _BEAT_S) * 1000)
            before = now

    def restart(self) -> None:
        self.longest_ms = 0.0

    def stop(self) -> None:
        self._task.cancel()


@dataclass(frozen=True, slots=True)
class Timed:
    """Milliseconds from a key to its letter painted, and to the three columns that answer it painted."""

    echo: float
    columns: float


class Driven:
    """An app that runs. One thing at a time: press a key, wait for what it paints."""

    def __init__(self, app: TriptychApp) -> None:
        self.app = app
        self.heart = Heart()
        self._changed = asyncio.Event()
        self._shown = False
        self._lists = [column.list for column in app.explorer.columns]
        self._field = app.explorer.inputs.description
        self._paint = PaintWatch(app, app.explorer, [*self._lists, self._field], self._changed.set)
        self._show = app.explorer.show_view
        app.explorer.show_view = self._show_view  # type: ignore[method-assign]

    def _show_view(self) -> None:
        self._show()
        self._shown = True
        self._changed.set()

    @property
    def columns_are_painted(self) -> bool:
        """Whether the three columns on screen are those of the newest request."""
        session = self.app.session
        return self._shown and session.done == session.asked and not any(map(self._paint.is_waiting, self._lists))

    @property
    def revision(self) -> int:
        """Of the catalog whose rankings are painted; -1 while others are being painted."""
        view = self.app.session.view
        return view.revision if view is not None and not any(map(self._paint.is_waiting, self._lists)) else -1

    def letter_is_painted(self, text: str) -> bool:
        return self._field.value == text and not self._paint.is_waiting(self._field)

    async def until(self, true: Callable[[], bool], patience_s: float = PATIENCE_S) -> float:
        """Wait until it is true after a paint or a message; the time then, in seconds."""
        end = time.perf_counter() + patience_s
        while not true():
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), 0.05)
            except TimeoutError:
                if time.perf_counter() > end:
                    raise
        return time.perf_counter()

    def send(self, key: str, character: str | None) -> None:
        driver = self.app._driver
        assert driver is not None
        event = events.Key(key, character)
        event.set_sender(self.app)
        driver.send_message(event)

    async def type(self, letter: str, *, columns: bool = True) -> Timed:
        """Press a letter in the Task input, and wait for both."""
        text = self.app.explorer.inputs.description.value + letter
        asked = self.app.session.asked
        self._shown = False
        began = time.perf_counter()
        self.send("space" if letter == " " else letter, letter)
        echoed = await self.until(lambda: self.letter_is_painted(text))
        answered = echoed
        if columns:
            answered = await self.until(lambda: self.app.session.asked > asked and self.columns_are_painted)
        return Timed((echoed - began) * 1000, (answered - began) * 1000)

    async def settle(self) -> None:
        """Wait until the first answer is painted and the catalog was read."""
        await self.until(lambda: self.app.session.catalog is not None and bool(self.app.session.catalog.tools))
        await self.until(lambda: self.app.session.done == self.app.session.asked > 0)

    def clear(self) -> None:
        self.app.explorer.inputs.description.value = ""


@asynccontextmanager
async def driven(
    manifests: Path, index: Path, embedder: Embedder | None, *, live: bool = True, settle: bool = True
) -> AsyncIterator[Driven]:
    """The explorer on a directory, as the command opens it. The embedder stays the caller's."""
    settings = Settings(directory=manifests, model=asset(MODEL), index=index)
    app = make_app(settings, embedder, live=live)
    async with app.run_test(size=SIZE):
        inside = Driven(app)
        _settle_memory()  # what a real start does
        if settle:
            await inside.settle()
        try:
            yield inside
        finally:
            inside.heart.stop()


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def middle(values: list[float]) -> float:
    return median(values)
