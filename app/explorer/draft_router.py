"""Drafts at work: typed texts are ranked at every pause, kept between runs, and saved after a look at the diff."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App
from textual.timer import Timer

from app.explorer.draft_desk import DraftDesk
from app.explorer.draft_list_screen import DraftsScreen
from app.explorer.draft_pane import DraftPane
from app.explorer.draft_save_screen import ConflictScreen, SaveScreen
from app.explorer.messages import DraftTyped
from app.explorer.reports import DraftSaved, DraftsKept, DraftsMatched, Report, SavingPrepared, SavingRefused
from app.explorer.screen import ExplorerScreen
from app.explorer.suite_jobs import Stopped
from app.explorer.tuning import FILES, MATCH, SHELF, Tuning
from index.draft.catalog import find_drafts
from index.draft.draft import Draft, ToolKey
from index.draft.save import FileChanged, commit, prepare
from index.draft.shelf import Shelf
from index.visible import visible_line

PAUSE = 0.15
"""Seconds without a key after which a draft is ranked."""
THOUGHT = 1.0
"""Seconds without a key after which undo takes the next change back by itself."""


class DraftRouter:
    """Args:
    app: whose screens these are.
    explorer: the main screen, with the pane.
    tuning: the background thread and the suite.
    post: hands a report to the app, from any thread.
    shelf: where drafts are kept between runs; None keeps them nowhere.
    rescan: looks at the directory now.

    """

    def __init__(
        self,
        app: App[None],
        explorer: ExplorerScreen,
        tuning: Tuning,
        *,
        post: Callable[[Report], object],
        shelf: Shelf | None,
        rescan: Callable[[], None],
    ) -> None:
        self._app, self._explorer, self._tuning = app, explorer, tuning
        self._session = tuning.session
        self.desk = DraftDesk(tuning.session)
        self._post, self._shelf, self._rescan = post, shelf, rescan
        self._pause: Timer | None = None
        self._thought: Timer | None = None

    @property
    def is_at_rest(self) -> bool:
        """Whether everything typed has been ranked."""
        return self._pause is None

    def start(self) -> None:
        """Take up the drafts of the last run."""
        shelf = self._shelf
        if shelf is None:
            return

        def job(_stopped: Stopped) -> bool:
            self._post(DraftsKept(*shelf.load()))
            return True

        self._tuning.background.ask(SHELF, job)

    def do(self, name: str) -> None:
        """What a key asks for."""
        actions: dict[str, Callable[[], None]] = {
            "draft": self._edit,
            "draft.undo": lambda: self._step(self.desk.book.undo),
            "draft.redo": lambda: self._step(self.desk.book.redo),
            "draft.discard": lambda: self._step(self.desk.discard),
            "draft.save": self._save,
            "draft.close": self._explorer.close_draft,
            "drafts": self._list,
        }
        actions[name]()

    def take(self, report: Report) -> None:
        """Show what the background thread reports of drafts."""
        match report:
            case DraftsKept(drafts, problem):
                self.desk.take_kept(drafts)
                if problem:
                    self._app.notify(visible_line(problem), severity="warning", markup=False)
                if drafts:
                    self.catalog_changed()
                    self._use()
            case DraftsMatched(matches):
                if self.desk.take_matches(matches):
                    self._use()
            case SavingPrepared(draft, saving):
                title = f"Save the draft of {visible_line(draft.key.name)}?"
                more = f"{visible_line(saving.source)}: nothing but this is written"
                self._app.push_screen(SaveScreen(title, more, saving.diff), lambda choice: self._commit(choice, report))
            case SavingRefused(draft, source, reason, diff):
                title = f"{visible_line(source)}: {reason}"
                more = "From the file as it is (-) to what this draft would make of it (+):"
                screen = ConflictScreen(title, more, diff)
                self._app.push_screen(screen, lambda choice: self._begin_anew(choice, draft))
            case DraftSaved(_, source):
                self._app.notify(f"Saved {visible_line(source)}", markup=False)
                self._rescan()

    def typed(self, event: DraftTyped) -> None:
        """A text was changed: rank it when the user pauses."""
        if not self.desk.type(event.key, event.field, event.text):
            return
        for timer in (self._pause, self._thought):
            if timer is not None:
                timer.stop()
        self._pause = self._app.set_timer(PAUSE, self._use)
        self._thought = self._app.set_timer(THOUGHT, self.desk.book.pause)

    def catalog_changed(self) -> None:
        """Find the drafts' tools again."""
        drafts = self.desk.book.drafts
        if not drafts:
            return

        def job(_stopped: Stopped) -> bool:
            matches = find_drafts(self._session.workspace.store.connection(), drafts)
            keys = (draft.key for draft in drafts)
            self._post(DraftsMatched(tuple(zip(keys, matches, strict=True))))
            return True

        self._tuning.background.ask(MATCH, job)

    def show_effect(self) -> None:
        """What the drafts do to the suite, on the pane's first line."""
        effect = self._tuning.board.effect
        these = "this edit" if len(self._session.drafts) == 1 else f"these {len(self._session.drafts)} drafts"
        text = f"{these}: {visible_line(effect.summary)}" if effect is not None and self._session.drafts else ""
        self._pane.show_effect(text)

    @property
    def _pane(self) -> DraftPane:
        pane = self._explorer.pane(DraftPane.PANE_ID)
        assert isinstance(pane, DraftPane)
        return pane

    def _use(self) -> None:
        """Rank the drafts as they are now, run the suite over them, and keep them."""
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        drafts = self.desk.book.drafts
        if drafts == self._session.drafts:
            return
        self._session.use_drafts(drafts)
        self._tuning.board.effect = None
        self._tuning.refresh_suite()
        self.show_effect()
        shelf = self._shelf
        if shelf is None:
            return

        def job(_stopped: Stopped) -> bool:
            problem = shelf.save(drafts)
            if problem:
                self._post(DraftsKept((), problem))
            return True

        self._tuning.background.ask(SHELF, job)

    def _edit(self) -> None:
        if self._session.tool is None:
            self._app.notify("Select a tool to edit its texts", severity="warning")
        else:
            self._explorer.open_draft()

    def _step(self, change: Callable[[], bool]) -> None:
        if change():
            self._use()
            self._pane.refill(self._session)

    def _save(self) -> None:
        self._use()
        draft = self.desk.draft
        if draft is None:
            self._app.notify("This tool has no draft to save", severity="warning")
            return
        directory = self._session.workspace.directory

        def job(_stopped: Stopped) -> bool:
            try:
                self._post(SavingPrepared(draft, prepare(directory, draft)))
            except FileChanged as error:
                self._post(SavingRefused(draft, draft.key.source, error.message, error.diff))
            return True

        self._tuning.background.ask(FILES, job)

    def _commit(self, choice: str | None, prepared: SavingPrepared) -> None:
        if choice != "save":
            return
        draft, saving = prepared.draft, prepared.saving

        def job(_stopped: Stopped) -> bool:
            try:
                commit(saving)
            except FileChanged as error:
                self._post(SavingRefused(draft, saving.source, error.message, error.diff))
            else:
                self._post(DraftSaved(draft, saving.source))
            return True

        self._tuning.background.ask(FILES, job)

    def _begin_anew(self, choice: str | None, draft: Draft) -> None:
        if choice != "anew":
            return
        if self.desk.use_on_present(draft) is None:
            self._app.notify("The new version is not read yet, or the tool is gone", severity="warning")
        else:
            self._save()

    def _list(self) -> None:
        if not isinstance(self._app.screen, DraftsScreen):
            self._app.push_screen(DraftsScreen(self.desk, self._bring_up, self._discard))

    def _discard(self, key: ToolKey) -> None:
        self.desk.book.discard(key)
        self._use()
        self._pane.refill(self._session)

    def _bring_up(self, draft: Draft) -> None:
        found = self._session.workspace.find_tool(draft.key.name)
        tools = self._session.workspace.tools(found)
        for number, tool in tools.items():
            if ToolKey.of(tool) == draft.key:
                self._explorer.select(number)
                self._explorer.open_draft()
                return
        self._app.notify("The tool of this draft is not in the catalog now", severity="warning")
