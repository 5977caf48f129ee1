"""The main screen: inputs, three columns, a pane. It routes; what is shown is held by the session."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult, SuspendNotSupported
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import ContentSwitcher

from app.explorer.editor import editor_command
from app.explorer.messages import ColumnPicked, ExamplePicked, ExplorerComposed, RowsMissed, ToolChosen
from app.explorer.pane import Pane
from app.explorer.pane_list import FIRST, make_pane
from app.explorer.session import Session, shown_keywords, split_keywords
from app.explorer.state import FUSED, LEXICAL, SEMANTIC, Column, Facts
from app.explorer.widgets.empty_state import EmptyState
from app.explorer.widgets.inputs import Inputs, QueryInput
from app.explorer.widgets.key_line import KeyLine
from app.explorer.widgets.painted import Unpainted
from app.explorer.widgets.ranking_column import RankingColumn
from app.explorer.widgets.tab_line import TabLine
from app.explorer.widgets.top_line import Standing, TopLine
from index.query import Query
from index.visible import visible_line

if TYPE_CHECKING:
    from index.text.next_letters import NextLetters


class Switcher(ContentSwitcher, Unpainted):
    """Shows one of its children, which fills it."""


class Columns(Horizontal, Unpainted):
    """The three, side by side."""


class ExplorerScreen(Screen[None]):
    """Panes below the columns are the children of `#pane`: one of them shows at a time. `panes` were made by now."""

    def __init__(self, session: Session, standing: Standing) -> None:
        super().__init__(id="explorer")
        self.session = session
        self.active = FUSED
        self._directory = standing.directory
        self.top = TopLine(standing)
        self.inputs = Inputs(session.query.description, shown_keywords(session.query.keywords), self._query_typed)
        self.tabs = TabLine()
        self.columns = tuple(RankingColumn(number) for number in range(3))
        self.empty = EmptyState()
        self.panes: dict[str, Pane] = {FIRST.PANE_ID: FIRST()}
        self._pane_timer: Timer | None = None
        self._pane_is_late = False
        self._words_are_ahead = False

    def compose(self) -> ComposeResult:
        yield self.top
        yield self.inputs
        yield self.tabs
        with Switcher(id="body", initial="empty" if self.session.query.is_empty else "columns"):
            yield self.empty
            with Columns(id="columns"):
                yield from self.columns
        with Switcher(id="pane", initial=FIRST.PANE_ID):
            yield from self.panes.values()
        yield KeyLine()

    def on_mount(self) -> None:
        self.activate(self.active)
        self.inputs.description.focus()
        self.show_catalog()
        self.app.post_message(ExplorerComposed())

    def on_resize(self, event: events.Resize) -> None:
        self.session.rows = event.size.height

    # -- showing what the session holds

    def show_view(self) -> None:
        """New rankings: everything that depends on them."""
        view = self.session.view
        if view is None:
            return
        self._words_are_ahead = False
        self._show_body()
        rank_width = _rank_width(view.tools)
        with self.app.batch_update():
            for column, shown in zip(self.columns, view.columns, strict=True):
                column.show(shown, view.facts, self.session.selected, rank_width)
            self._show_asides()
            self._show_tabs()
        self.show_tool()

    def show_words(self, column: Column, facts: Mapping[int, Facts], tools: int) -> None:
        """The lexical ranking of what was typed, while the model keeps the other two waiting."""
        self._words_are_ahead = True
        self._show_body()
        with self.app.batch_update():
            self.columns[LEXICAL].show(column, facts, self.session.selected, _rank_width(tools))
            self._hold_back("waiting for the model")

    def _hold_back(self, why: str) -> None:
        for column in (self.columns[SEMANTIC], self.columns[FUSED]):
            column.hold_back(why)

    def show_tool(self) -> None:
        """The pane below, a moment later: it needs a layout, which typing and moving need not wait for."""
        if self._pane_timer is not None:
            self._pane_timer.stop()
        delay = self._pane.DELAY
        if delay:
            self._pane_timer = self.set_timer(delay, self._show_pane)
        else:
            self._show_pane()

    @property
    def is_painted(self) -> bool:
        """Whether nothing is put off, and the pane that is up shows all it was asked for."""
        return self._pane_timer is None and not self._pane_is_late and self._pane.is_settled

    def _show_pane(self) -> None:
        self._pane_timer = None
        pane = self._pane
        self._pane_is_late = not pane.is_mounted
        if self._pane_is_late:
            pane.call_later(self._show_pane)
        else:
            pane.show_session(self.session)

    @property
    def _pane(self) -> Pane:
        """The pane that is up."""
        return self.panes[self.query_one("#pane", ContentSwitcher).current or FIRST.PANE_ID]

    def pane(self, pane_id: str) -> Pane:
        """The pane of that id, made now if it is wanted for the first time."""
        if pane_id not in self.panes:
            made = self.panes[pane_id] = make_pane(pane_id)
            made.display = False
            self.query_one("#pane").mount(made)
        return self.panes[pane_id]

    def _switch_pane(self, pane_id: str) -> Pane:
        pane = self.pane(pane_id)
        self.query_one("#pane", ContentSwitcher).current = pane_id
        return pane

    def show_facts(self, facts: Mapping[int, Facts]) -> None:
        for column in self.columns:
            column.add_facts(facts)

    def show_catalog(self) -> None:
        self.empty.show(self.session.catalog, self._directory)
        self._show_body()
        self._show_asides()

    def show_failure(self) -> None:
        if self._words_are_ahead:
            self._hold_back("search failed")
        self.notify(visible_line(self.session.failure), title="Search failed", severity="error", markup=False)

    def activate(self, number: int) -> None:
        """Make a column the one that keys act on, and that narrow terminals show."""
        self.active = number
        for column in self.columns:
            column.set_class(column.number == number, "-active")
        self._show_tabs()

    def _show_body(self) -> None:
        catalog = self.session.catalog
        empty = self.session.query.is_empty or (catalog is not None and not catalog.tools)
        self.query_one("#body", ContentSwitcher).current = "empty" if empty else "columns"
        self.query_one("#pane").display = not empty  # no class of the screen: that styles all there is anew
        self.tabs.set_class(empty, "-empty")

    def _show_asides(self) -> None:
        session = self.session
        profile = session.workspace.profiles.get(session.profile)
        name = f"profile {session.profile}" + (" (approximate)" if profile is not None and profile.approximate else "")
        cost = session.view.cost if session.view is not None else None
        answer = f"answer {cost.tokens:,} tokens, saves {cost.saves:.1f}%" if cost is not None else ""
        tools = session.view.tools if session.view is not None else 0
        self.inputs.show_asides(visible_line(name), answer, f" of all {tools:,}" if answer and tools else "")

    def _show_tabs(self) -> None:
        view, selected = self.session.view, self.session.selected
        facts = view.facts.get(selected) if view is not None and selected is not None else None
        self.tabs.show(self.active, facts.ranks if facts is not None else None)

    # -- what widgets say

    def _query_typed(self) -> None:
        if self.session.type(self.inputs.description.value, self.inputs.keywords.value):
            self._show_body()

    def likely_queries(self, letters: NextLetters) -> list[Query]:
        """What the next letter is likely to make of the query, the likeliest first."""
        return [Query(task, split_keywords(keywords)) for task, keywords in self.inputs.likely(letters)]

    def on_tool_chosen(self, event: ToolChosen) -> None:
        self.session.choose(event.tool_id)
        for column in self.columns:
            column.select(event.tool_id)
        self.activate(event.column)
        self.show_tool()

    def on_rows_missed(self, event: RowsMissed) -> None:
        if self.session.view is not None and not self._words_are_ahead:
            self.session.worker.load_rows(self.session.view, event.ids)

    def on_column_picked(self, event: ColumnPicked) -> None:
        self._focus_column(event.column)

    def on_example_picked(self, event: ExamplePicked) -> None:
        self.inputs.fill(event.text)
        self.inputs.description.focus()

    # -- actions

    def action_task(self) -> None:
        self.inputs.description.focus()

    def action_keywords(self) -> None:
        self.inputs.keywords.focus()

    def action_results(self, or_example: bool = False) -> None:
        """Go to the ranked tools; with nothing typed yet, `or_example` types the first example."""
        catalog = self.session.catalog
        if not self.tabs.has_class("-empty"):
            self._focus_column(self.active)
        elif or_example and catalog is not None and catalog.examples and self.session.query.is_empty:
            self.inputs.fill(catalog.examples[0])

    def action_column(self, step: int) -> None:
        self._focus_column((self.active + step) % len(self.columns))

    def action_pane(self, name: str) -> None:
        """Bring a pane up; the first pane, when it is up already."""
        self._switch_pane(FIRST.PANE_ID if name == self._pane.PANE_ID else name)
        for pane_id, pane in self.panes.items():
            self.set_class(pane is self._pane, f"-{pane_id}-up")
        self.show_tool()

    def action_step(self, step: int) -> None:
        """The next or the previous thing in the pane that is up."""
        self._pane.step(step)

    def action_cycle_profile(self, step: int) -> None:
        self.session.cycle_profile(step)
        self._show_asides()

    def action_follow(self) -> None:
        self.session.follow_best()
        self._show_selection()

    def action_copy_name(self) -> None:
        held = self.session.tool
        if held is not None:
            self.app.copy_to_clipboard(held[1].name)
            self.notify(f"Copied {visible_line(held[1].name)}", markup=False)

    def action_open_manifest(self) -> None:
        held = self.session.tool
        if held is None:
            return
        place = held[1].place
        self.open_at(place.source, place.line)

    def open_at(self, source: str, line: int) -> None:
        """Open a manifest in the user's editor."""
        command = editor_command(os.environ, self.session.workspace.directory / source, line)
        if command is None:
            self.notify("Set $EDITOR or $VISUAL to open manifests from here", title="No editor set", severity="warning")
            return
        try:
            with self.app.suspend():
                subprocess.run(command, check=False)
        except (OSError, SuspendNotSupported) as error:
            self.notify(visible_line(f"{command[0]}: {error}"), severity="error", markup=False)
        self.app.refresh(layout=True)

    def open_draft(self) -> None:
        """Edit the selected tool's texts below the columns."""
        from app.explorer.draft_pane import DraftPane

        pane = self._switch_pane(DraftPane.PANE_ID)
        self.add_class("-drafting")
        self._show_pane()
        if isinstance(pane, DraftPane):
            pane.call_later(pane.begin)

    def close_draft(self) -> None:
        """Back to the rankings."""
        self._switch_pane(FIRST.PANE_ID)
        self.remove_class("-drafting")
        self._focus_column(self.active)
        self.show_tool()

    def load_query(self, query: Query, tool_id: int | None) -> None:
        """Type a query for the user and select a tool."""
        if tool_id is not None:
            self.session.choose(tool_id)
        self.inputs.fill(query.description, shown_keywords(query.keywords))
        self._focus_column(self.active)

    def select(self, tool_id: int) -> None:
        """Select a tool, wherever it stands."""
        self.session.choose(tool_id)
        self._show_selection()
        self._focus_column(self.active)
        self.columns[self.active].list.reveal()

    def _show_selection(self) -> None:
        for column in self.columns:
            column.select(self.session.selected)
        self.show_tool()
        self._show_tabs()

    def _focus_column(self, number: int) -> None:
        self.activate(number)
        self.columns[number].list.focus()

    @property
    def is_typing(self) -> bool:
        """Whether an input has the focus."""
        return isinstance(self.focused, QueryInput)


def _rank_width(tools: int) -> int:
    """Cells of the largest rank."""
    return max(2, len(f"{tools:,}"))
