"""What of a screen is waiting to be painted: Textual does not say, so its steps are listened to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget


class PaintWatch:
    """A widget waits from its `refresh` until a display that it is part of.

    Textual leaves out the last step, turning segments into escape sequences, when it is headless: it is done here, so
    that only the write to the terminal is missing.

    Args:
        app: an app that runs.
        screen: the screen whose paints count.
        widgets: those to listen to.
        painted: called after every display.

    """

    def __init__(
        self, app: App[None], screen: Screen[Any], widgets: Sequence[Widget], painted: Callable[[], object]
    ) -> None:
        self._app = app
        self._painted = painted
        self._waiting: set[Widget] = set()
        self._taken: set[Widget] = set()
        self._all_taken = False
        for widget in widgets:
            self._listen(widget)
        self._display = app._display
        self._update_widgets = screen._compositor.update_widgets
        self._refresh_layout = screen._refresh_layout
        app._display = self._on_display  # type: ignore[method-assign]
        screen._compositor.update_widgets = self._on_update_widgets  # type: ignore[method-assign]
        screen._refresh_layout = self._on_refresh_layout  # type: ignore[method-assign]

    def is_waiting(self, widget: Widget) -> bool:
        return widget in self._waiting

    def _listen(self, widget: Widget) -> None:
        refresh = widget.refresh

        def refreshed(*arguments: Any, **named: Any) -> Widget:
            self._waiting.add(widget)
            return refresh(*arguments, **named)

        widget.refresh = refreshed  # type: ignore[method-assign]

    def _on_update_widgets(self, widgets: set[Widget]) -> None:
        self._taken |= widgets
        self._update_widgets(widgets)

    def _on_refresh_layout(self, *arguments: Any, **named: Any) -> None:
        self._all_taken = True
        self._refresh_layout(*arguments, **named)

    def _on_display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, CompositorUpdate):
            renderable.render_segments(self._app.console)
        self._display(screen, renderable)
        if self._app._batch_count:
            return
        if self._all_taken:
            self._waiting.clear()
        self._waiting -= self._taken
        self._taken.clear()
        self._all_taken = False
        self._painted()
