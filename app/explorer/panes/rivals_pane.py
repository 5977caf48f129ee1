"""The tools most easily taken for the selected one, side by side with it, the words that differ highlighted."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content, Span
from textual.widgets import Static

from app.explorer.cells import count
from app.explorer.pane import Pane
from app.explorer.panes.explain_desk import RivalsDesk, Wanted
from app.explorer.panes.explain_messages import ExplainFailed, RivalsFound
from app.explorer.session import Session
from index.explain.rivals import Rival
from index.explain.stems import differing
from index.tool import Tool
from index.visible import visible_line, visible_text

QUIET = "$foreground-muted"
_MOST = 4_000


class RivalsPane(Pane):
    """The tool at the left, one rival at the right, all of them in a line above. `[` and `]` go through them."""

    PANE_ID = "rivals"

    def __init__(self) -> None:
        super().__init__()
        self._list = Static("", markup=False, id="rivals-list")
        self._own = Static("", markup=False, id="rivals-own")
        self._other = Static("", markup=False, id="rivals-other")
        self._desk: RivalsDesk | None = None
        self._asked_for: tuple[int | None, str, int] | None = None
        self._tool: Tool | None = None
        self.rivals: tuple[Rival, ...] = ()
        self._picked = 0
        self.asked = self.shown = 0

    @property
    def rival(self) -> Rival | None:
        """The one at the right."""
        return self.rivals[self._picked] if self.rivals else None

    def compose(self) -> ComposeResult:
        yield self._list
        with Horizontal(id="rivals-pair"):
            yield self._own
            yield self._other

    @property
    def is_settled(self) -> bool:
        return self._desk is None or self._desk.is_idle

    def show_session(self, session: Session) -> None:
        """Rivals depend on the tool, the profile and the catalog, not on what is typed."""
        view = session.view
        if view is None or session.selected is None:
            return
        wanted = (session.selected, view.asked.profile, view.revision)
        if wanted == self._asked_for:
            return
        self._asked_for = wanted
        self.asked += 1
        if self._desk is None:
            self._desk = RivalsDesk(session.workspace, self.post_message)
        self._desk.ask(Wanted(self.asked, view, session.selected))

    def on_hide(self) -> None:
        self._asked_for = None
        if self._desk is not None:
            self._desk.cancel()

    def on_unmount(self) -> None:
        if self._desk is not None:
            self._desk.stop()

    def on_rivals_found(self, event: RivalsFound) -> None:
        event.stop()
        if event.stamp != self.asked:
            return
        if event.tool != self._tool:
            self._picked = 0
            self.scroll_home(animate=False)
        self.shown = event.stamp
        self._tool, self.rivals = event.tool, event.rivals
        self._picked = min(self._picked, max(0, len(event.rivals) - 1))
        self._show()

    def on_explain_failed(self, event: ExplainFailed) -> None:
        event.stop()
        if event.stamp == self.asked:
            self.shown = event.stamp
            self._list.update(Content.styled(visible_line(event.reason), "$text-error"))

    def step(self, step: int) -> None:
        """The next or the previous rival."""
        if self.rivals:
            self._picked = (self._picked + step) % len(self.rivals)
            self._show()

    def _show(self) -> None:
        if self._tool is None:
            return
        rival = self.rival
        if rival is None:
            self._list.update(Content.styled("No other tool is near this one.", QUIET))
            self._own.update("")
            self._other.update("")
            return
        self._list.update(rival_list(self.rivals, self._picked))
        self._own.update(side(self._tool, rival.tool, "this tool"))
        self._other.update(side(rival.tool, self._tool, why(rival)))


def rival_list(rivals: Sequence[Rival], picked: int) -> Content:
    """All rivals in one line, the picked one bracketed."""
    parts = [Content.styled("rivals [ ] ", QUIET)]
    for number, rival in enumerate(rivals):
        name = visible_line(rival.tool.name, 32)
        near = f" {rival.cosine:.2f}".replace("0.", ".", 1) if rival.cosine is not None else ""
        if number == picked:
            parts.append(Content.styled(f"[{name}{near}]", "bold $accent"))
        else:
            parts.append(Content.assemble(f" {name}", (f"{near} ", QUIET)))
    return Content(" ").join(parts)


def why(rival: Rival) -> str:
    """Why it is easily taken for the tool."""
    parts: list[str] = []
    if rival.wins:
        parts.append(f"wins {count(len(rival.wins))} of its queries: {visible_line(rival.wins[0], 40)}")
    if rival.cosine is not None:
        parts.append(f"closeness {rival.cosine:.3f}")
    if rival.shared:
        words = ", ".join(visible_line(word.word, 20) for word in rival.shared[:5])
        parts.append(f"both say {words}")
    return " · ".join(parts)


def side(tool: Tool, other: Tool, note: str) -> Content:
    """One tool: name, server, note; the description and the parameters; what the other does not say is marked."""
    text = f"{other.name} {other.description} " + " ".join(p.name for p in other.parameters)
    head = Content.assemble(
        _differing(visible_line(tool.name), text, "bold"), (f"  {visible_line(tool.server)}", QUIET)
    )
    lines = [head, Content.styled(note, QUIET)]
    lines.append(_differing(visible_text(tool.description.strip(), _MOST) or "no description", text, ""))
    if tool.parameters:
        names = ", ".join(visible_line(parameter.name) for parameter in tool.parameters)
        lines.append(Content.assemble(("takes ", QUIET), _differing(names, text, QUIET)))
    return Content("\n").join(lines)


def _differing(text: str, other: str, style: str) -> Content:
    content = Content.styled(text, style) if style else Content(text)
    marked = [Span(start, end, "underline $text-warning") for start, end in differing(text, other)]
    return content.add_spans(marked)
