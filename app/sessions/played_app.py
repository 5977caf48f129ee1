"""The explorer as scripts play it: what it says stays until the next step, nothing blinks."""

from __future__ import annotations

from typing import ClassVar

from textual.notifications import SeverityLevel
from textual.widgets import Input, TextArea

from app.explorer.app import TriptychApp

_LONG = 86_400.0


class PlayedApp(TriptychApp):
    """Notifications would go after some seconds, and pictures depend on how busy the machine is."""

    NOTIFICATION_TIMEOUT: ClassVar[float] = _LONG

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        super().notify(message, title=title, severity=severity, timeout=_LONG, markup=markup)

    def hold_still(self) -> None:
        """Stop the cursors of whatever came up."""
        for field in self.screen.query(Input):
            field.cursor_blink = False
        for area in self.screen.query(TextArea):
            area.cursor_blink = False
