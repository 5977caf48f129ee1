"""Why the selected tool has its rank, and what its author may change. Follows the selection and the typing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from app.explorer.pane import Pane
from app.explorer.panes.explain_blocks import QUIET
from app.explorer.panes.explain_desk import ExplainDesk, Wanted
from app.explorer.panes.explain_marks import marked_texts
from app.explorer.panes.explain_messages import EffectsMeasured, ExplainFailed, ExplanationMade
from app.explorer.panes.explain_numbers import numbers, together
from app.explorer.session import Session
from app.explorer.state import View
from index.explain.explanation import Explanation
from index.explain.occlusion import WordEffect
from index.visible import visible_line

HOW_TO_READ = "  effect on closeness; unmarked: little"


class ExplainPane(Pane):
    """Advice and sentences at the left; at the right the texts with their words marked, and the numbers.

    What is shown stays until the next explanation is there. `asked` and `shown` are stamps of requests: equal when the
    newest is answered; `measured` likewise for the words' effects.
    """

    PANE_ID = "explain"
    DELAY = 0.0

    def __init__(self) -> None:
        super().__init__()
        self._said = Static("", markup=False, id="explain-said")
        self._together = Static("", markup=False, id="explain-together")
        self._numbers = Static("", markup=False, id="explain-numbers")
        self._texts = Static("", markup=False, id="explain-texts")
        self._desk: ExplainDesk | None = None
        self._view: View | None = None
        self._tool_id: int | None = None
        self._measures = True
        self._trouble = ""
        self._effects_of = 0
        self.found: Explanation | None = None
        self.effects: tuple[WordEffect, ...] = ()
        self.asked = self.shown = self.measured = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="explain-top"):
            with Vertical(id="explain-left"):
                yield self._said
            with Vertical(id="explain-right"):
                yield self._together
                yield self._texts
                yield self._numbers

    @property
    def is_settled(self) -> bool:
        return self._desk is None or self._desk.is_idle

    def show_session(self, session: Session) -> None:
        """Ask for what is new; nothing changes on screen before it comes."""
        view, tool_id = session.view, session.selected
        if (view, tool_id) == (self._view, self._tool_id) or view is None:
            return
        if tool_id != self._tool_id:
            self.scroll_home(animate=False)
        self._view, self._tool_id = view, tool_id
        self.asked += 1
        self._trouble = ""
        if tool_id is None or view.asked.query.is_empty:
            self._show_nothing()
            return
        if self._desk is None:
            self._desk = ExplainDesk(session.workspace, self.post_message)
        self._measures = session.workspace.embedder is not None
        self._desk.ask(Wanted(self.asked, view, tool_id))

    def on_hide(self) -> None:
        """Stop measuring for nobody; ask anew when it comes up again."""
        self._view = self._tool_id = None
        if self._desk is not None:
            self._desk.cancel()

    def on_unmount(self) -> None:
        if self._desk is not None:
            self._desk.stop()

    def on_resize(self) -> None:
        self._show_numbers()

    def on_explanation_made(self, event: ExplanationMade) -> None:
        event.stop()
        if event.stamp != self.asked:
            return
        self.shown = event.stamp
        if not self._measures:
            self.measured = event.stamp
        same = self.found is not None and event.explanation is not None and _alike(self.found, event.explanation)
        if self._effects_of != event.stamp and not same:
            self.effects = ()
        self.found = event.explanation
        self._said.update(said(event.explanation) if event.explanation is not None else "This tool is gone.")
        self._show_numbers()
        self._show_texts()

    def on_effects_measured(self, event: EffectsMeasured) -> None:
        event.stop()
        if event.stamp != self.asked:
            return
        if event.is_complete:
            self.measured = event.stamp
        if event.is_complete or self.shown != self.asked or len(event.effects) > len(self.effects):
            self.effects, self._effects_of = event.effects, event.stamp
            self._show_texts()

    def on_explain_failed(self, event: ExplainFailed) -> None:
        event.stop()
        if event.stamp != self.asked:
            return
        self.measured = event.stamp
        if event.of_words:
            self._trouble = visible_line(event.reason)
            self._show_texts()
        else:
            self.shown = event.stamp
            self._said.update(Content.styled(visible_line(event.reason), "$text-error"))

    def _show_nothing(self) -> None:
        self.found, self.effects = None, ()
        self.shown = self.measured = self.asked
        if self._desk is not None:
            self._desk.cancel()
        self._said.update(Content.styled("Type a task: this pane says why a tool has its rank.", QUIET))
        self._numbers.update("")
        self._together.display = False
        self._texts.display = False

    def _show_numbers(self) -> None:
        if self.found is not None:
            width = max(40, self._numbers.content_size.width or 58)
            self._numbers.update(numbers(self.found, width))
            above = together(self.found, width)
            self._together.update(above)
            self._together.display = bool(above)

    def _show_texts(self) -> None:
        if self.shown != self.asked:
            return  # the effects came before the explanation: what is shown is still of another tool
        self._texts.display = bool(self.effects or self._trouble)
        if self._trouble:
            self._texts.update(Content.styled(f"What each word does: {self._trouble}", "$text-error"))
            return
        if self.found is not None and self.effects:
            texts = marked_texts(self.found.query, self.found.tool, self.effects)
            title = Content.assemble(("What each word does", "bold $accent"), (HOW_TO_READ, QUIET))
            self._texts.update(Content("\n").join([title, texts]))


def said(found: Explanation) -> Content:
    """Where it stands, what to change, and why, in plain sentences."""
    lines = [_line(line, "") for line in found.standing]
    lines += [Content(""), Content.styled("What to change", "bold $accent")]
    lines += [_line(line, "· ") for line in found.advice]
    lines += [Content(""), Content.styled("Why", "bold $accent")]
    lines += [_line(line, "· ") for line in found.sentences]
    return Content("\n").join(lines)


def _line(text: str, before: str) -> Content:
    """A sentence; what stands between backticks in bold, without them."""
    parts = visible_line(text).split("`")
    return Content.assemble(before, *[(part, "bold" if number % 2 else "") for number, part in enumerate(parts)])


def _alike(one: Explanation, other: Explanation) -> bool:
    """Whether the words' effects of the one still hold for the other."""
    return one.query == other.query and one.tool == other.tool and one.profile == other.profile
