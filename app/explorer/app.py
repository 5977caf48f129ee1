"""The explorer: connects session, worker, live index and screens. It only routes."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterable
from functools import partial, wraps
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from app.assets import STYLES, asset
from app.explorer.draft_router import DraftRouter
from app.explorer.help_screen import HelpScreen
from app.explorer.keys import EVERYWHERE
from app.explorer.live import Activity
from app.explorer.messages import (
    CatalogRead,
    DraftTyped,
    LiveHappened,
    Reported,
    RowsLoaded,
    SearchFailed,
    ToolLoaded,
    ViewMade,
)
from app.explorer.pane import SessionScreen
from app.explorer.problems_screen import ProblemsScreen
from app.explorer.reports import Report
from app.explorer.screen import ExplorerScreen
from app.explorer.session import Session
from app.explorer.state import LEXICAL, SEMANTIC, View
from app.explorer.themes import DARK, OWN
from app.explorer.tuning import Tuning
from app.explorer.tuning_router import TuningRouter
from app.explorer.worker import Clock, Worker
from index.draft.shelf import Shelf
from index.events import Event
from index.live import LiveIndex
from index.query import Query
from index.visible import visible_line
from index.workspace import Workspace

StartLive = Callable[[Callable[[Event], None]], LiveIndex]
"""Makes the live index, given where its events go; they may come from any thread."""

Handler = Callable[[Any, Any], None]

FIRST = 50
"""Hits of the lexical arm that are embedded before other tools, while there are tools without vectors."""


SUITE_LOOK = 1.0
"""Seconds between two looks at the suite's files."""


def _while_up(handler: Handler) -> Handler:
    """Drop what arrives while the app ends: the widgets are gone, and workers had posted it before."""

    @wraps(handler)
    def guarded(app: TriptychApp, event: Any) -> None:
        if app.explorer.children:
            handler(app, event)

    return guarded


class TriptychApp(App[None]):
    """Args:
    workspace: opened; the app closes it when it ends.
    start_live: makes the live index; None: the directory is read and embedded once, and not watched.
    profile: the profile to begin with.
    query: what the inputs hold at the start.
    clock: what searches are timed with; tests give one that stands still.
    directory: how the watched directory is called in the first line.
    shelf: where drafts are kept between runs; None keeps them nowhere.
    suite: the file of `--suite`; without it the suites of the directory count.

    """

    TITLE = "triptych"
    CSS_PATH = asset(STYLES)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-normal"), (150, "-wide")]  # noqa: RUF012 - Textual declares it an instance variable
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-medium"), (46, "-tall")]  # noqa: RUF012 - Textual declares it an instance variable
    BINDINGS: ClassVar[list[BindingType]] = list(EVERYWHERE.bindings)

    def __init__(
        self,
        workspace: Workspace,
        *,
        start_live: StartLive | None,
        profile: str,
        query: Query | None = None,
        clock: Clock = time.perf_counter,
        directory: str | None = None,
        suite: Path | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        super().__init__()
        self.worker = Worker(workspace, self.post_message, clock)
        self.session = Session(workspace, self.worker, profile, query or Query())
        self.tuning = Tuning(self.session, self._post_report, suite)
        model = workspace.embedder.name if workspace.embedder is not None else "no model"
        self.activity = Activity(visible_line(directory or str(workspace.directory)), visible_line(model))
        self.explorer = ExplorerScreen(self.session, self.activity.standing())
        drafts = DraftRouter(self, self.explorer, self.tuning, post=self._post_report, shelf=shelf, rescan=self._rescan)
        self.router = TuningRouter(
            self, self.explorer, self.tuning, want=self._want_again, changed=self._show_standing, drafts=drafts
        )
        self._live = start_live(self._post_live) if start_live is not None else None
        self._wanted: tuple[tuple[str, ...], tuple[int, ...]] = (), ()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What the style sheet uses and the themes of plain terminal colours lack."""
        return {"foreground-disabled": "ansi_bright_black"}

    @property
    def live(self) -> LiveIndex | None:
        """What watches the directory, if anything does."""
        return self._live

    def get_default_screen(self) -> Screen[None]:
        return self.explorer

    def on_mount(self) -> None:
        for theme in OWN:
            self.register_theme(theme)
        if not self._theme_from_environment():
            self.theme = DARK.name

    def on_ready(self) -> None:
        """The screen is laid out and styled: now results can be shown."""
        self.worker.start()
        self.tuning.start()
        self.router.drafts.start()
        if self._live is not None:
            self._live.start()
            self.set_interval(SUITE_LOOK, self.tuning.look)
            self.worker.read_catalog()
        else:
            self.worker.read_directory()
        self.session.ask()
        if not self.is_headless:
            self.call_after_refresh(_settle_memory)

    def on_unmount(self) -> None:
        if self._live is not None:
            self._live.stop()
        self.worker.stop()
        self.tuning.stop()
        self.session.workspace.close()

    # -- messages of the worker and the live index

    @_while_up
    def on_view_made(self, event: ViewMade) -> None:
        if self.session.take_view(event.view):
            self._show_standing()
            self.explorer.show_view()
            self._want(event.view)
            self._show_on_top()

    @_while_up
    def on_search_failed(self, event: SearchFailed) -> None:
        if self.session.take_failure(event.generation, event.reason):
            self.explorer.show_failure()

    @_while_up
    def on_rows_loaded(self, event: RowsLoaded) -> None:
        if self.session.is_shown(event.generation):
            self.explorer.show_facts(event.facts)

    @_while_up
    def on_tool_loaded(self, event: ToolLoaded) -> None:
        if self.session.take_tool(event.tool_id, event.tool):
            self.explorer.show_tool()

    @_while_up
    def on_catalog_read(self, event: CatalogRead) -> None:
        if event.facts.tools or self.activity.has_looked or self._live is None:
            self.session.catalog = event.facts
        self.session.problems = event.problems
        self.router.drafts.catalog_changed()
        if self._live is None:
            self.tuning.refresh_suite()
        self.explorer.show_catalog()
        self._show_standing()
        self._show_on_top()

    @_while_up
    def on_live_happened(self, event: LiveHappened) -> None:
        effect = self.activity.take(event.event)
        if effect.catalog_changed:
            self.session.catalog_changed()
            self.tuning.refresh_suite()
        elif effect.vectors_changed:
            self.session.ask()
            if effect.vectors_complete:
                self.tuning.refresh_suite()
        if effect.notice:
            self.notify(effect.notice, severity=effect.severity, markup=False)
        self._show_standing()

    def _show_standing(self) -> None:
        self.explorer.top.show(self.activity.standing(self.session.counted, self.session.tuning_state))

    def _show_on_top(self) -> None:
        if isinstance(self.screen, SessionScreen):
            self.screen.show_session(self.session)

    def _want(self, view: View) -> None:
        """Tell the live index what to embed, where that is news: each call makes it begin its round again."""
        spaces = tuple(dict.fromkeys((*view.spaces, *self.tuning.spaces)))
        is_partial = view.columns[SEMANTIC].alert or view.columns[SEMANTIC].unavailable
        first = tuple(view.columns[LEXICAL].ranking.ids[:FIRST].tolist()) if is_partial else ()
        if self._live is not None and (spaces, first) != self._wanted:
            self._wanted = spaces, first
            self._live.want(spaces, first)

    def _want_again(self) -> None:
        if self.session.view is not None:
            self._want(self.session.view)

    @_while_up
    def on_draft_typed(self, event: DraftTyped) -> None:
        self.router.drafts.typed(event)

    def _rescan(self) -> None:
        """Look at the directory now."""
        if self._live is not None:
            self._live.rescan()
        else:
            self.worker.read_directory()
            self.session.catalog_changed()

    @_while_up
    def on_reported(self, event: Reported) -> None:
        self.router.take(event.report)

    def _post_report(self, report: Report) -> None:
        self.post_message(Reported(report))

    def _post_live(self, event: Event) -> None:
        self.post_message(LiveHappened(event))

    # -- actions

    def action_help(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def action_tune(self, name: str) -> None:
        self.router.do(name)

    def action_problems(self) -> None:
        if not isinstance(self.screen, ProblemsScreen):
            self.push_screen(ProblemsScreen(self.session, self.explorer.open_at))

    def action_cycle_theme(self, step: int) -> None:
        names = [theme.name for theme in OWN]
        names += sorted(name for name in self.available_themes if name not in names)
        self.theme = names[(names.index(self.theme) + step) % len(names)]
        self.notify(f"Theme {self.theme}", timeout=2)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
        for name, profile in self.session.workspace.profiles.items():
            yield SystemCommand(
                f"Profile: {visible_line(name)}", visible_line(profile.about), partial(self._use_profile, name)
            )
        commands: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("Problems", "What is wrong in the manifests", self.action_problems),
            ("Open the manifest", "In your editor, at the selected tool", self.explorer.action_open_manifest),
            ("Copy the tool's name", "To the clipboard", self.explorer.action_copy_name),
            ("Compare profiles", "This query in every profile", partial(self.router.do, "compare")),
            ("Edit the tool", "Its texts, ranked live as a draft", partial(self.router.do, "draft")),
            ("Drafts", "All texts that are changed and not saved", partial(self.router.do, "drafts")),
            ("Suite", "What every query of the suite finds", partial(self.router.do, "suite")),
            ("Add to the suite", "This query, expecting the selected tool", partial(self.router.do, "add")),
            ("Baseline", "Pin the catalog as it is, or let it go", partial(self.router.do, "baseline")),
            ("Save the baseline", "The suite's outcome as a file for git", partial(self.router.do, "baseline.save")),
            ("Load a baseline", "Measure the suite against a file", partial(self.router.do, "baseline.load")),
            ("Follow the best hit", "Let the selection move with the results again", self.explorer.action_follow),
            ("Help", "Show all keys", self.action_help),
        )
        for title, text, command in commands:
            yield SystemCommand(title, text, command)

    def _use_profile(self, name: str) -> None:
        self.session.use_profile(name)
        self.explorer.show_catalog()

    def _theme_from_environment(self) -> bool:
        return os.environ.get("TEXTUAL_THEME", "") in self.available_themes


def _settle_memory() -> None:
    """Take everything made so far out of the garbage collector's way: its pauses reach 90 ms otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
