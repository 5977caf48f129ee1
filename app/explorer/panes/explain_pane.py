"""Why the selected tool has its rank, and what its author may change. Follows the selection and the typing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content

from app.explorer.pane import Pane
from app.explorer.panes.explain_blocks import QUIET
from app.explorer.panes.explain_desk import ExplainDesk, Wanted
from app.explorer.panes.explain_marks import marked_texts
from app.explorer.panes.explain_messages import EffectsMeasured, ExplainFailed, ExplanationMade
from app.explorer.panes.explain_numbers import numbers, together
from app.explorer.panes.two_columns import TwoColumns
from app.explorer.session import Session
from app.explorer.state import View
from index.explain.explanation import Explanation
from index.explain.occlusion import WordEffect
from index.visible import visible_line

HOW_TO_READ = "  effect on closeness; unmarked: little"


class ExplainPane(Pane, can_focus=False):
    """Advice and sentences at the left; at the right the texts with their words marked, and the numbers.

    What is shown stays until the next explanation is there. `asked` and `shown` are stamps of requests: equal when the
    newest is answered; `measured` likewise for the words' effects.
    """

    PANE_ID = "explain"
    DELAY = 0.0

    def __init__(self) -> None:
        super().__init__()
        self._body = TwoColumns(id="explain-body")
        self._message = Content("")
        self._said: tuple[Explanation, Content] | None = None
        self._sums: tuple[Explanation, int, tuple[Content, Content]] | None = None
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
        yield self._body

    @property
    def is_settled(self) -> bool:
        return self._desk is None or self._desk.is_idle

    def show_session(self, session: Session) -> None:
        """Ask for what is new; nothing changes on screen before it comes."""
        view, tool_id = session.view, session.selected
        if (view, tool_id) == (self._view, self._tool_id) or view is None:
            return
        if tool_id != self._tool_id:
            self._body.to_top()
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
        self._message = Content("") if self.found is not None else Content("This tool is gone.")
        self._show()

    def on_effects_measured(self, event: EffectsMeasured) -> None:
        event.stop()
        if event.stamp != self.asked:
            return
        if event.is_complete:
            self.measured = event.stamp
        if event.is_complete or self.shown != self.asked or len(event.effects) > len(self.effects):
            self.effects, self._effects_of = event.effects, event.stamp
            self._show_effects()

    def on_explain_failed(self, event: ExplainFailed) -> None:
        event.stop()
        if event.stamp != self.asked:
            return
        self.measured = event.stamp
        if event.of_words:
            self._trouble = visible_line(event.reason)
            self._show_effects()
        else:
            self.shown = event.stamp
            self._message = Content.styled(visible_line(event.reason), "$text-error")
            self._show()

    def _show_nothing(self) -> None:
        self.found, self.effects = None, ()
        self.shown = self.measured = self.asked
        if self._desk is not None:
            self._desk.cancel()
        self._message = Content.styled("Type a task: this pane says why a tool has its rank.", QUIET)
        self._show()

    def _show_effects(self) -> None:
        if self.shown == self.asked:  # else they came before the explanation: what is shown is still of another tool
            self._show()

    def _show(self) -> None:
        found = self.found
        if self._message or found is None:
            self._body.show(lambda _width: (self._message,), lambda _width: ())
            return
        texts = self._texts(found)

        def right(width: int) -> tuple[Content, ...]:
            first, last = self._arithmetic(found, width)
            return tuple(block for block in (first, texts, last) if block)

        self._body.show(lambda _width: (self._sentences(found),), right)

    def _sentences(self, found: Explanation) -> Content:
        if self._said is None or self._said[0] is not found:
            self._said = (found, said(found))
        return self._said[1]

    def _arithmetic(self, found: Explanation, width: int) -> tuple[Content, Content]:
        """What stands above the marked texts and below; the same objects until the explanation or the width changes."""
        if self._sums is None or self._sums[0] is not found or self._sums[1] != width:
            self._sums = (found, width, (together(found, width), numbers(found, width)))
        return self._sums[2]

    def _texts(self, found: Explanation) -> Content:
        """The texts with their words marked; nothing before anything was measured."""
        if self._trouble:
            return Content.styled(f"What each word does: {self._trouble}", "$text-error")
        if not self.effects:
            return Content("")
        title = Content.assemble(("What each word does", "bold $accent"), (HOW_TO_READ, QUIET))
        return Content("\n").join([title, marked_texts(found.query, found.tool, self.effects)])


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
