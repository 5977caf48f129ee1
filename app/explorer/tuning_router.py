"""Brings up the screens for comparing and tuning, and hands them what the background thread reports."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App

from app.explorer.compare_screen import CompareScreen
from app.explorer.reports import CompareMade, JobFailed, Report
from app.explorer.screen import ExplorerScreen
from app.explorer.tuning import Tuning
from index.visible import visible_line


class TuningRouter:
    """Routes between the app, its screens and `Tuning`.

    Args:
        app: whose screens these are.
        explorer: the main screen.
        tuning: what does the work.
        want: called when other vectors are needed than before.

    """

    def __init__(self, app: App[None], explorer: ExplorerScreen, tuning: Tuning, want: Callable[[], None]) -> None:
        self._app = app
        self._explorer = explorer
        self._tuning = tuning
        self._want = want

    def open(self, name: str) -> None:
        """Bring up a screen by its name in the keys."""
        {"compare": self._open_compare}[name]()

    def take(self, report: Report) -> None:
        """Show what the background thread reports."""
        match report:
            case CompareMade():
                if self._tuning.take_compared(report) and isinstance(self._app.screen, CompareScreen):
                    self._app.screen.show(report.compared)
            case JobFailed(job, reason):
                self._app.notify(visible_line(reason), title=f"{job} failed", severity="error", markup=False)

    def _open_compare(self) -> None:
        if isinstance(self._app.screen, CompareScreen):
            return
        self._tuning.wants_all_spaces = True
        self._app.push_screen(CompareScreen(self._tuning, self._explorer.select), self._close_compare)
        self._want()

    def _close_compare(self, _result: None) -> None:
        self._tuning.wants_all_spaces = False
        self._want()
