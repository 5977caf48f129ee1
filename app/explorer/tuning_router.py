"""Brings up the screens for comparing and tuning, and hands them what the background thread reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.app import App

from app.explorer.ask_screen import ConfirmScreen, LineScreen
from app.explorer.compare_screen import CompareScreen
from app.explorer.draft_router import DraftRouter
from app.explorer.reports import (
    BaselineLoaded,
    BaselineSaved,
    CaseAdded,
    CompareMade,
    DraftSaved,
    DraftsKept,
    DraftsMatched,
    EffectMade,
    JobFailed,
    NoSuite,
    Report,
    SavingPrepared,
    SavingRefused,
    SuiteFilesChanged,
    SuiteProgress,
    SuiteRan,
    SuiteRead,
    Wish,
)
from app.explorer.screen import ExplorerScreen
from app.explorer.suite_screen import SuiteScreen
from app.explorer.tuning import FAILURES, Tuning
from index.visible import visible_line


class TuningRouter:
    """Routes between the app, its screens and `Tuning`.

    Args:
        app: whose screens these are.
        explorer: the main screen.
        tuning: what does the work.
        want: called when other vectors are needed than before.
        changed: called when the first line may say something else.
        drafts: routes what concerns drafts.

    """

    def __init__(
        self,
        app: App[None],
        explorer: ExplorerScreen,
        tuning: Tuning,
        *,
        want: Callable[[], None],
        changed: Callable[[], None],
        drafts: DraftRouter,
    ) -> None:
        self._app = app
        self._explorer = explorer
        self._tuning = tuning
        self._want = want
        self._changed = changed
        self.drafts = drafts

    def do(self, name: str) -> None:
        """What a key asks for, by the name it has there."""
        actions: dict[str, Callable[[], None]] = {
            "compare": self._open_compare,
            "suite": self._open_suite,
            "add": self._add_case,
            "baseline": self._toggle_baseline,
            "baseline.save": lambda: self._ask_path("Save the baseline as", self._tuning.save_baseline),
            "baseline.load": lambda: self._ask_path("Measure the suite against", self._tuning.load_baseline),
        }
        if name in actions:
            actions[name]()
        else:
            self.drafts.do(name)

    def take(self, report: Report) -> None:
        """Show what the background thread reports."""
        match report:
            case CompareMade():
                if self._tuning.take_compared(report) and isinstance(self._app.screen, CompareScreen):
                    self._app.screen.show(report.compared)
            case SuiteRead() | SuiteProgress() | SuiteRan() | EffectMade():
                self._take_suite(report)
            case SuiteFilesChanged():
                self._tuning.refresh_suite()
            case NoSuite(path, wish):
                self._offer_suite(path, wish)
            case CaseAdded(source, line):
                self._tell(f"Added to {source}, line {line}")
                self._tuning.refresh_suite()
            case BaselineSaved(path):
                self._tell(f"Saved {path}")
            case BaselineLoaded():
                self._tuning.take_baseline(report)
                self.show_board()
            case DraftsKept() | DraftsMatched() | SavingPrepared() | SavingRefused() | DraftSaved():
                self.drafts.take(report)
                self._changed()
            case JobFailed(job, reason):
                self._app.notify(visible_line(reason), title=FAILURES[job], severity="error", markup=False)

    def _take_suite(self, report: SuiteRead | SuiteProgress | SuiteRan | EffectMade) -> None:
        if not self._tuning.take_suite(report):
            return
        if not isinstance(report, SuiteProgress):
            self.show_board()
        elif isinstance(self._app.screen, SuiteScreen):
            self._app.screen.show_title()

    def show_board(self) -> None:
        """The suite's board holds something new."""
        self._changed()
        self.drafts.show_effect()
        if isinstance(self._app.screen, SuiteScreen):
            self._app.screen.show()

    def _tell(self, text: str) -> None:
        self._app.notify(visible_line(text), markup=False)

    def _open_suite(self) -> None:
        if not isinstance(self._app.screen, SuiteScreen):
            self._app.push_screen(SuiteScreen(self._tuning, self._explorer.load_query, self._explorer.open_at))

    def _add_case(self) -> None:
        wish = self._tuning.wish
        if wish is None:
            self._app.notify("Type a query and select the tool it should find", severity="warning")
        else:
            self._tuning.add_case(wish)

    def _offer_suite(self, path: Path, wish: Wish) -> None:
        def made(yes: bool | None) -> None:
            if yes:
                self._tuning.add_case(wish, path)

        more = visible_line(f"It begins with: {wish.query.description} -> {wish.name}")
        self._app.push_screen(
            ConfirmScreen(f"There is no suite yet. Create {visible_line(path.name)} here?", more), made
        )

    def _toggle_baseline(self) -> None:
        pinned = self._tuning.toggle_baseline()
        text = "Movement is against the catalog as it is now" if pinned else "The baseline is let go"
        self._app.notify(text, timeout=3)
        self.show_board()

    def _ask_path(self, question: str, then: Callable[[Path], None]) -> None:
        def chosen(text: str | None) -> None:
            if text is not None:
                then(Path(text).expanduser())

        suggested = self._tuning.session.workspace.directory / "baseline.json"
        self._app.push_screen(LineScreen(question, str(suggested)), chosen)

    def _open_compare(self) -> None:
        if isinstance(self._app.screen, CompareScreen):
            return
        self._tuning.wants_all_spaces = True
        self._app.push_screen(CompareScreen(self._tuning, self._explorer.select), self._close_compare)
        self._want()

    def _close_compare(self, _result: None) -> None:
        self._tuning.wants_all_spaces = False
        self._want()
