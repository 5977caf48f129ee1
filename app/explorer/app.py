"""The explorer: connects session, worker, live index and screens. It only routes."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from app.assets import STYLES, asset
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
    WordsRanked,
)
from app.explorer.pane import SessionScreen
from app.explorer.screen import ExplorerScreen
from app.explorer.session import Session
from app.explorer.state import LEXICAL, SEMANTIC, View
from app.explorer.themes import DARK, OWN
from app.explorer.worker import Clock, Worker
from index.events import Event
from index.problem import Problem
from index.query import Query
from index.visible import visible_line
from index.workspace import Workspace

if TYPE_CHECKING:
    from app.explorer.reports import Report
    from app.explorer.tuning import Tuning
    from app.explorer.tuning_router import TuningRouter
    from index.draft.shelf import Shelf
    from index.live import LiveIndex
    from index.text.next_letters import NextLetters

StartLive = Callable[[Callable[[Event], None]], "LiveIndex"]
"""Makes the live index, given where its events go; they may come from any thread."""

Handler = Callable[[Any, Any], None]

FIRST = 50
"""Hits of the lexical arm that are embedded before other tools, while there are tools without vectors."""


_STARTING, _SWITCHING = 0.0005, sys.getswitchinterval()
"""Seconds a thread keeps Python's lock while another wants it: while the screen is made, the search needs it often."""
_TYPING_S = 0.3
"""Seconds after a key in which the next one is expected."""
_PATIENCE = 0.05
"""Seconds reading waits for a key's answer at most."""
SUITE_LOOK = 1.0
"""Seconds between two looks at the suite's files."""
_KEPT_COMMANDS = ("Theme", "Quit", "Screenshot")
"""Of the toolkit's commands: its list of keys tells less than the help, and a column alone compares with nothing."""


def _while_up(handler: Handler) -> Handler:
    """Keep what arrives before there are widgets, and drop what workers had posted before the app ended."""

    @wraps(handler)
    def guarded(app: TriptychApp, event: Any) -> None:
        if app.early is not None:
            app.early.append(partial(guarded, app, event))
        elif app.explorer.children:
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
    shelf: gives where drafts are kept between runs; None keeps them nowhere.
    letters: gives what the next letter is guessed by; None: the model does nothing ahead.
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
        shelf: Callable[[], Shelf] | None = None,
        letters: Callable[[], NextLetters] | None = None,
    ) -> None:
        super().__init__()
        for theme in OWN:
            self.register_theme(theme)
        if not self._theme_from_environment():
            self.set_reactive(App.theme, DARK.name)
            self.stylesheet.set_variables(self.get_css_variables())
        self.worker = Worker(workspace, self.post_message, clock)
        self.session = Session(workspace, self.worker, profile, query or Query())
        model = workspace.embedder.name if workspace.embedder is not None else "no model"
        self.activity = Activity(visible_line(directory or str(workspace.directory)), visible_line(model))
        self.explorer = ExplorerScreen(self.session, self.activity.standing())
        self.early: list[Callable[[], None]] | None = []
        self._calm, self._last_key = threading.Event(), -_TYPING_S
        self._calm.set()
        self._is_moving_in = self.has_moved_in = False
        self._start_live, self._shelf, self._suite = start_live, shelf, suite
        self._live: LiveIndex | None = None
        self._read_letters = letters
        self._letters: NextLetters | None = None
        self._wanted: tuple[tuple[str, ...], tuple[int, ...]] = (), ()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What the style sheet uses and the themes of plain terminal colours lack."""
        return {"foreground-disabled": "ansi_bright_black"}

    @cached_property
    def tuning(self) -> Tuning:
        """Comparing, suites, baselines and drafts."""
        from app.explorer.tuning import Tuning

        return Tuning(self.session, self._post_report, self._suite)

    @cached_property
    def router(self) -> TuningRouter:
        """Brings up the screens for those."""
        from app.explorer.draft_router import DraftRouter
        from app.explorer.tuning_router import TuningRouter

        shelf = self._shelf() if self._shelf is not None else None
        drafts = DraftRouter(self, self.explorer, self.tuning, post=self._post_report, shelf=shelf, rescan=self._rescan)
        return TuningRouter(
            self, self.explorer, self.tuning, want=self._want_again, changed=self._show_standing, drafts=drafts
        )

    @property
    def live(self) -> LiveIndex | None:
        """What watches the directory, once it does."""
        return self._live

    def get_default_screen(self) -> Screen[None]:
        return self.explorer

    # -- starting: the first ranking is worked out while the screen is laid out, and everything else waits for it

    def on_load(self) -> None:
        sys.setswitchinterval(_STARTING)
        self.worker.start()
        if self._start_live is None:
            self.worker.read_directory()
        else:  # words rank before vectors are loaded and the model has started
            self.session.workspace.spaces.in_background(lambda _name: None)
        if self.session.query.is_empty:  # what is shown then comes from the catalog
            self.worker.read_catalog()
        self.session.ask()

    def on_explorer_composed(self) -> None:
        early, self.early = self.early, None
        for handle in early or ():
            handle()

    def _after_first_answer(self) -> None:
        if not self._is_moving_in:
            self._is_moving_in = True
            self.call_after_refresh(self.run_worker, self._move_in, name="moving in", exit_on_error=True)

    async def _move_in(self) -> None:
        """Load what the first ranking could do without, and begin to watch the directory."""
        sys.setswitchinterval(_SWITCHING)
        if not self.is_headless:
            _settle_memory()
        self.worker.read_catalog()
        for module in ("app.explorer.tuning_router", "index.live"):
            await asyncio.to_thread(import_module, module)
        if self._read_letters is not None:
            self._letters = await asyncio.to_thread(self._read_letters)
        if not self.explorer.children:  # the user has left meanwhile
            return
        self.tuning.start()
        self.router.drafts.start()
        if self._start_live is not None:
            self._live = self._start_live(self._post_live)
            self._live.give_way = self.give_way
            self._live.busy_for = self.typed_for
            self._live.start()
            self.set_interval(SUITE_LOOK, self.tuning.look)
            self._want_again()
        self.has_moved_in = True

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):  # Python runs one thread at a time: reading files waits for the letter
            self._calm.clear()
            self._last_key = time.monotonic()
            self.call_after_refresh(self._calm.set)
        await super().on_event(event)

    def _look_ahead(self) -> None:
        """Let the model use the time until the next letter, once the columns are painted."""
        if self._letters and self.session.done == self.session.asked:
            self.worker.look_ahead(self.explorer.likely_queries(self._letters))

    def give_way(self) -> None:
        """Wait while a key is being answered. For threads nobody waits for."""
        self._calm.wait(_PATIENCE)

    def typed_for(self) -> float:
        """For how many seconds more to take it that the user goes on typing: two cores are soon short of one."""
        return max(0.0, self._last_key + _TYPING_S - time.monotonic())

    def on_unmount(self) -> None:
        if self._live is not None:
            self._live.stop()
        self.worker.stop()
        if "tuning" in self.__dict__:
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
            self._after_first_answer()
            if not event.view.columns[SEMANTIC].unavailable:
                self.call_after_refresh(self._look_ahead)

    @_while_up
    def on_words_ranked(self, event: WordsRanked) -> None:
        if event.generation == self.session.asked:
            self.explorer.show_words(event.column, event.facts, event.tools)

    @_while_up
    def on_search_failed(self, event: SearchFailed) -> None:
        if self.session.take_failure(event.generation, event.reason):
            self.explorer.show_failure()
            self._after_first_answer()

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
        if event.facts.tools or self.activity.has_looked or self._start_live is None:
            self.session.catalog = event.facts
        self._tell_stale(self.session.problems, event.problems)
        self.session.problems = event.problems
        if self.has_moved_in:
            self.router.drafts.catalog_changed()
            if self._start_live is None:
                self.tuning.refresh_suite()
        self.explorer.show_catalog()
        self._show_standing()
        self._show_on_top()

    def _tell_stale(self, before: Sequence[Problem], now: Sequence[Problem]) -> None:
        """Say that a save could not be read: nothing moves then, as if the edit did nothing."""
        for problem in {one.source: one for one in now if one.is_stale and one not in before}.values():
            if self.has_moved_in:
                place = visible_line(f"{problem.source}:{problem.line}")
                text = f"{visible_line(problem.message)} Kept: {problem.kept}."
                self.notify(text, title=place, severity="warning", markup=False)

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
        if self._live is None:
            return
        spaces = tuple(dict.fromkeys((*view.spaces, *self.tuning.spaces)))
        is_partial = view.columns[SEMANTIC].alert or view.columns[SEMANTIC].unavailable
        first = tuple(view.columns[LEXICAL].ranking.ids[:FIRST].tolist()) if is_partial else ()
        if (spaces, first) != self._wanted:
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
        elif self._start_live is None:
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
        from app.explorer.help_screen import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def action_tune(self, name: str) -> None:
        self.router.do(name)

    def action_problems(self) -> None:
        from app.explorer.problems_screen import ProblemsScreen

        if not isinstance(self.screen, ProblemsScreen):
            self.push_screen(ProblemsScreen(self.session, self.explorer.open_at))

    def action_cycle_theme(self, step: int) -> None:
        names = [theme.name for theme in OWN]
        names += sorted(name for name in self.available_themes if name not in names)
        self.theme = names[(names.index(self.theme) + step) % len(names)]
        self.notify(f"Theme {self.theme}", timeout=2)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from (own for own in super().get_system_commands(screen) if own.title in _KEPT_COMMANDS)
        for name, profile in self.session.workspace.profiles.items():
            yield SystemCommand(
                f"Profile: {visible_line(name)}", visible_line(profile.about), partial(self._use_profile, name)
            )
        commands: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("Problems", "What is wrong in the manifests", self.action_problems),
            ("Open the manifest", "In your editor, at the selected tool", self.explorer.action_open_manifest),
            ("Copy the tool's name", "To the clipboard", self.explorer.action_copy_name),
            ("Compare profiles", "This query in every profile", partial(self.action_tune, "compare")),
            ("Edit the tool", "Its texts, ranked live as a draft", partial(self.action_tune, "draft")),
            ("Drafts", "All texts that are changed and not saved", partial(self.action_tune, "drafts")),
            ("Suite", "What every query of the suite finds", partial(self.action_tune, "suite")),
            ("Add to the suite", "This query, expecting the selected tool", partial(self.action_tune, "add")),
            ("Baseline", "Pin the catalog as it is, or let it go", partial(self.action_tune, "baseline")),
            ("Save the baseline", "The suite's outcome as a file for git", partial(self.action_tune, "baseline.save")),
            ("Load a baseline", "Measure the suite against a file", partial(self.action_tune, "baseline.load")),
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
    gc.enable()  # the command turns it off to start
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
