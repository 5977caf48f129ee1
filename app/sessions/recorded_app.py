"""The explorer with a recorder looking on."""

from __future__ import annotations

from textual import events

from app.explorer.app import TriptychApp
from app.explorer.messages import LiveHappened, Reported
from app.sessions.recorder import Recorder


class RecordedApp(TriptychApp):
    """Shows every event to the recorder before it is handled. `recorder` is set before the app runs."""

    recorder: Recorder

    async def on_event(self, event: events.Event) -> None:
        self.recorder.observe(event)
        await super().on_event(event)

    def on_ready(self) -> None:  # Textual calls the base class's as well
        self.recorder.begin(self)

    def on_live_happened(self, event: LiveHappened) -> None:  # likewise
        self.recorder.observe(event)

    def on_reported(self, event: Reported) -> None:  # likewise
        self.recorder.observe(event)
