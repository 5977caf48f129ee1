"""What is wrong in the manifests, a line each; Enter or `o` opens the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from app.explorer.cells import count, fit
from app.explorer.pane import SessionScreen
from app.explorer.session import Session
from app.explorer.widgets.key_line import KeyLine
from index.problem import Problem
from index.visible import visible_line

_SIGNS = {
    "error": ("x error  ", "$text-error"),
    "warning": ("! warning", "$text-warning"),
    "note": ("· note   ", "$foreground-muted"),
}
_ORDER = {"error": 0, "warning": 1, "note": 2}


class ProblemsScreen(SessionScreen):
    """`open_at` opens a manifest at a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,q,exclamation_mark",
            "dismiss(None)",
            "back",
            key_display="esc",
            tooltip="Back to the rankings",
            id="problems.back",
        ),
        Binding("o", "open", "open", tooltip="Open the manifest there", id="problems.open"),
    ]

    def __init__(self, session: Session, open_at: Callable[[str, int], None]) -> None:
        super().__init__(id="problems")
        self._problems: tuple[Problem, ...] = ()
        self._session = session
        self._open_at = open_at
        self._title = Static("", markup=False, id="problems-title")
        self._list = OptionList(id="problems-list", markup=False)

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._list
        yield KeyLine()

    def on_mount(self) -> None:
        self._title.update(_title(()))
        self.show_session(self._session)
        self._list.focus()

    def show_session(self, session: Session) -> None:
        """Replace the list; the highlighted line stays where it is."""
        problems = tuple(
            sorted(session.all_problems, key=lambda one: (_ORDER.get(one.severity, 3), one.source, one.line, one.code))
        )
        if problems == self._problems:
            return
        at, self._problems = self._list.highlighted or 0, problems
        self._title.update(_title(self._problems))
        self._list.clear_options()
        self._list.add_options([Option(line(problem)) for problem in self._problems])
        if self._problems:
            self._list.highlighted = min(at, len(self._problems) - 1)

    def action_open(self) -> None:
        at = self._list.highlighted
        if at is not None:
            problem = self._problems[at]
            self._open_at(problem.source, problem.line)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open()


def _title(problems: tuple[Problem, ...]) -> Content:
    if not problems:
        return Content.assemble(
            ("Problems", "bold"), "   ", ("Every manifest was read and nothing stands out.", "$text-success")
        )
    counts = [
        count(number, noun)
        for noun in ("error", "warning", "note")
        if (number := sum(problem.severity == noun for problem in problems))
    ]
    return Content.assemble(("Problems", "bold"), "   ", (" · ".join(counts), "$foreground-muted"))


def line(problem: Problem) -> Content:
    """Severity, code, place and message; below, which tool it concerns and what was kept."""
    sign, style = _SIGNS.get(problem.severity, _SIGNS["note"])
    place = visible_line(f"{problem.source}:{problem.line}:{problem.column}")
    parts = Content.assemble((sign, style), "  ", (fit(problem.code, 5), "$foreground-muted"), " ", place)
    more = f"  kept: {visible_line(problem.kept)}" if problem.kept else ""
    if problem.tool and problem.tool not in problem.message:
        more = f"  {visible_line(problem.tool)}{more}"
    message = Content.assemble("\n           ", visible_line(problem.message), (more, "$foreground-muted"))
    return parts + message
