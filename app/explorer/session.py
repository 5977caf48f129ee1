"""What the user is looking at: query, profile, selection, and which request is the newest. No widgets here."""

from __future__ import annotations

from dataclasses import replace

from app.explorer.baseline_pin import Ids, Pin
from app.explorer.cells import count
from app.explorer.state import Asked, CatalogFacts, View
from app.explorer.worker import Worker
from index.draft.draft import Draft, ToolKey
from index.problem import Problem
from index.query import Query
from index.tool import Tool
from index.workspace import Workspace


class Session:
    """The explorer's state on the UI's thread. Handlers call it; widgets show what it holds.

    `asked` and `done` count requests: equal when every request has been answered. `chosen` is true once the user
    picked the selected tool; until then every new query selects its best hit. Saves never move the selection. `rows`
    of each column come with a view: as many as the terminal is high, more when the user scrolls to them.
    """

    def __init__(self, workspace: Workspace, worker: Worker, profile: str, query: Query) -> None:
        self.workspace = workspace
        self.worker = worker
        self.profile = profile
        self.query = query
        self.rows = 100
        self.asked = 0
        self.done = 0
        self.view: View | None = None
        self.selected: int | None = None
        self.chosen = False
        self.tool: tuple[int, Tool] | None = None
        self.catalog: CatalogFacts | None = None
        self.problems: tuple[Problem, ...] = ()
        self.failure = ""
        self.pinned: Pin | None = None
        self.drafts: tuple[Draft, ...] = ()
        self.suite_problems: tuple[Problem, ...] = ()
        self._before_save: View | None = None
        self._seen_whole = False  # for the present query and profile

    @property
    def is_complete(self) -> bool:
        """Whether the selected tool's details have arrived, or none is selected."""
        return self.selected is None or (self.tool is not None and self.tool[0] == self.selected)

    # -- asking

    def ask(self) -> None:
        """Request a view of the present query and profile."""
        self.asked += 1
        asked = Asked(self.asked, self.query, self.profile, self.selected, self._compared(), self.drafts, self.rows)
        self.worker.search(asked)

    def type(self, description: str, keywords: str) -> bool:
        """Take over the inputs' texts; whether that changed the query."""
        query = Query(description, split_keywords(keywords))
        if query == self.query:
            return False
        self.query = query
        self._before_save = None
        self.ask()
        return True

    def use_profile(self, name: str) -> None:
        self.profile = name
        self._before_save = None
        self.ask()

    def cycle_profile(self, step: int) -> str:
        """The next profile's name, taken into use."""
        names = list(self.workspace.profiles)
        at = names.index(self.profile) if self.profile in names else 0
        self.use_profile(names[(at + step) % len(names)])
        return self.profile

    def catalog_changed(self) -> None:
        """The catalog is another: rank again, and show what moved since before."""
        view = self.view
        if self._before_save is None and view is not None and self._is_current(view) and self._is_whole(view):
            self._before_save = view
        if self.selected is not None:  # not the tool that is held: another one may be on its way
            self.worker.load_tool(self.selected)
        self.worker.read_catalog()
        self.ask()

    # -- answers

    def take_view(self, view: View) -> bool:
        """Whether the view answers what is asked now; then it is the one to show.

        While files are saved, a newer answer to the same question may be under way: this one is shown meanwhile.
        """
        if view.asked.generation != self.asked and not (self._is_current(view) and view.asked.drafts == self.drafts):
            return False
        before, self.view = self.view, view
        if self.pinned is not None:
            self.pinned.note(view)
        self.done = view.asked.generation
        self.failure = ""
        if before is None or not self._is_current(before):
            self._seen_whole = False
        is_same, self._seen_whole = self._seen_whole, self._seen_whole or self._is_whole(view)
        if self.selected not in view.facts or not (self.chosen or is_same):
            self.chosen = False
            self._select(view.best)
        return True

    def take_failure(self, generation: int, reason: str) -> bool:
        """Whether the failure concerns the newest request."""
        if generation not in (self.asked, -1):
            return False
        if generation == self.asked:
            self.done = self.asked
        self.failure = reason
        return True

    def is_shown(self, generation: int) -> bool:
        """Whether the view on screen is the one of that request."""
        return self.view is not None and self.view.asked.generation == generation

    def take_tool(self, tool_id: int, tool: Tool | None) -> bool:
        """Whether that is the selected tool, now to be shown."""
        if tool_id != self.selected:
            return False
        self.tool = None if tool is None else (tool_id, tool)
        return True

    # -- selection

    def choose(self, tool_id: int) -> None:
        """The user picked a tool: it stays selected whatever is typed."""
        self.chosen = True
        self._select(tool_id)

    def follow_best(self) -> None:
        """Let the selection follow the best hit again."""
        self.chosen = False
        self._select(self.view.best if self.view is not None else None)

    def toggle_pin(self) -> bool:
        """Pin the catalog as it is to measure movement against, or let it go; whether it is pinned now."""
        self.pinned = None if self.pinned is not None or self.view is None else Pin(self.view)
        self.ask()
        return self.pinned is not None

    def use_drafts(self, drafts: tuple[Draft, ...]) -> None:
        """Rank as if these were saved."""
        if drafts != self.drafts:
            self.drafts = drafts
            self.ask()

    def draft_of(self, tool: Tool) -> Draft | None:
        """The draft of a tool that is ranked now."""
        key = ToolKey.of(tool)
        return next((draft for draft in self.drafts if draft.key == key), None)

    @property
    def shown_tool(self) -> Tool | None:
        """The selected tool, as its draft has it."""
        if self.tool is None or self.tool[0] != self.selected:
            return None
        draft = self.draft_of(self.tool[1])
        return self.tool[1] if draft is None else draft.apply(self.tool[1])

    @property
    def tuning_state(self) -> str:
        """What the first line says of drafts and baseline."""
        drafts = count(len(self.drafts), "draft") if self.drafts else ""
        return " · ".join(part for part in (drafts, self.baseline_state) if part)

    @property
    def baseline_state(self) -> str:
        """What the first line says of the pinned catalog; "" when none is pinned."""
        if self.pinned is None:
            return ""
        return "baseline pinned" if self._compared() is not None else "baseline: not this query"

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Those of the manifests and those of the suite."""
        return (*self.problems, *self.suite_problems)

    @property
    def counted(self) -> CatalogFacts | None:
        """The catalog's numbers, the suite's problems among them."""
        if self.catalog is None:
            return None
        return replace(self.catalog, problems=self.catalog.problems + len(self.suite_problems))

    def _select(self, tool_id: int | None) -> None:
        if tool_id == self.selected:
            return
        self.selected = tool_id
        if tool_id is None:
            self.tool = None
        else:
            self.worker.load_tool(tool_id)

    def _compared(self) -> Ids | None:
        if self.pinned is not None:
            return self.pinned.of(self.query, self.profile)
        view = self._before_save
        if view is None or not self._is_current(view):
            return None
        lexical, semantic, fused = view.columns
        return lexical.ranking.ids, semantic.ranking.ids, fused.ranking.ids

    def _is_whole(self, view: View) -> bool:
        """Whether the view shows all there will be: what it lacks only for now is neither compared with nor kept to."""
        return view.is_whole or self.workspace.embedder is None

    def _is_current(self, view: View) -> bool:
        return view.asked.query == self.query and view.asked.profile == self.profile


def split_keywords(text: str) -> tuple[str, ...]:
    """The keywords an agent would send as a list: commas separate them; without a comma, spaces do."""
    parts = text.split(",") if "," in text else text.split()
    return tuple(part.strip() for part in parts if part.strip())


def shown_keywords(keywords: tuple[str, ...]) -> str:
    """Keywords as one would type them: `split_keywords` gives them back, unless one has a comma in it."""
    text = ", ".join(keywords)
    return f"{text}," if len(keywords) == 1 and " " in text else text
