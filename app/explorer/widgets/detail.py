"""The selected tool in full: where it comes from, what it says, what it takes."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content, Span
from textual.widgets import Static

from app.explorer.cells import count, fit, fit_end
from app.explorer.matching import spans
from app.explorer.pane import Pane
from app.explorer.session import Session
from index.tool import Parameter, Tool
from index.visible import visible_line, visible_text

_SHOWN = 20_000
"""Characters of a description that are laid out; the rest is said to be there."""


class DetailPane(Pane):
    """Name, place and annotations; the description with the query's words marked; the parameters."""

    PANE_ID = "detail"

    def __init__(self) -> None:
        super().__init__()
        self._head = Static("", markup=False, id="detail-head")
        self._what = Static("", markup=False, id="detail-what")
        self._takes = Static("", markup=False, id="detail-takes")
        self._shown: tuple[Tool | None, tuple[str, ...]] = (None, ())

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._what
        yield self._takes

    def show_session(self, session: Session) -> None:
        words = session.view.words if session.view is not None else ()
        tool = session.shown_tool
        if (tool, words) == self._shown:
            return
        if tool != self._shown[0]:
            self.scroll_home(animate=False)
        self._shown = (tool, words)
        _put(self._head, heading(tool, words) if tool is not None else Content())
        _put(self._what, what_it_says(tool, words) if tool is not None else Content())
        _put(self._takes, what_it_takes(tool, words) if tool is not None else Content())


def _put(part: Static, content: Content) -> None:
    """Show it; the whole screen is laid out again, which takes longer than a key may, only if its height changes."""
    width, height = part.content_size
    fits = width > 0 and content.get_height(part.styles.get_rules(), width) == height
    part.update(content, layout=not fits)


def heading(tool: Tool, words: tuple[str, ...]) -> Content:
    """Name, server, place, number of parameters."""
    parts = [visible_line(tool.server), f"{visible_line(tool.place.source)}:{tool.place.line}"]
    if tool.parameters:
        parts.append(count(len(tool.parameters), "parameter"))
    return Content.assemble(
        _marked(visible_line(tool.name), words, "bold"), ("".join(f" · {part}" for part in parts), "$foreground-muted")
    )


def what_it_says(tool: Tool, words: tuple[str, ...]) -> Content:
    """Title, annotations, description."""
    lines: list[Content] = []
    hints = [f"{visible_line(name)}: {visible_line(value)}" for name, value in tool.annotations]
    if tool.title and tool.title != tool.name:
        hints.insert(0, f"“{visible_line(tool.title)}”")
    if hints:
        lines.append(Content.styled(" · ".join(hints), "$foreground-muted"))
    if tool.description.strip():
        text = visible_text(tool.description.strip(), _SHOWN)
        lines.append(_marked(text, words, ""))
    else:
        lines.append(Content.styled("This tool has no description: only its name can be found.", "$text-warning"))
    return Content("\n").join(lines)


def what_it_takes(tool: Tool, words: tuple[str, ...]) -> Content:
    """The parameters, one a line: name, type, whether required, description."""
    if not tool.has_schema:
        return Content.styled("no input schema declared", "$foreground-muted")
    if not tool.parameters:
        return Content.styled("no parameters", "$foreground-muted")
    width = min(24, max(len(visible_line(parameter.name)) for parameter in tool.parameters))
    kinds = min(16, max(len(visible_line(parameter.type)) for parameter in tool.parameters))
    return Content("\n").join([_parameter(parameter, width, kinds, words) for parameter in tool.parameters])


def _parameter(parameter: Parameter, width: int, kinds: int, words: tuple[str, ...]) -> Content:
    return Content.assemble(
        _marked(fit(visible_line(parameter.name), width), words, "bold" if parameter.required else ""),
        ("*" if parameter.required else " ", "$accent"),
        " ",
        (fit_end(visible_line(parameter.type), kinds), "$foreground-muted"),
        "  ",
        _marked(visible_line(parameter.description), words, "$foreground-muted"),
    )


def _marked(text: str, words: tuple[str, ...], style: str) -> Content:
    """The text with the query's words underlined and coloured."""
    content = Content.styled(text, style) if style else Content(text)
    return content.add_spans([Span(start, end, "underline $text-accent") for start, end in spans(text, words)])
