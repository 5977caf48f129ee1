"""The selected tool's texts, to be edited in place."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from app.explorer.cells import fit_end
from app.explorer.keys import DRAFTING
from app.explorer.messages import DraftTyped
from app.explorer.pane import Pane
from app.explorer.session import Session
from index.draft.draft import DESCRIPTION, NAME, PARAMETER, Draft, Field, ToolKey
from index.tool import Tool
from index.visible import visible_line, visible_text

_LABEL = 14
_FIRST = Field(DESCRIPTION)


class DraftPane(Pane, can_focus=False, inherit_bindings=False):
    """Fields are filled when another tool is selected or its file or draft was changed elsewhere: never by typing.

    What has the cursor keeps it, also when the file changes under it.
    """

    PANE_ID = "draft"
    BINDINGS: ClassVar[list[BindingType]] = list(DRAFTING.bindings)

    def __init__(self) -> None:
        super().__init__()
        self._head = Static("", id="draft-head", markup=False)
        self._fields = Vertical(id="draft-fields")
        self._tool: Tool | None = None
        self._draft: Draft | None = None
        self._effect = ""
        self._lines: list[FieldLine] = []

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._fields

    def show_session(self, session: Session) -> None:
        held = session.tool
        tool = held[1] if held is not None and held[0] == session.selected else None
        self._draft = session.draft_of(tool) if tool is not None else None
        if tool != self._tool:
            self._tool = tool
            if not self._fill():
                self._build()
        self._show_head()

    def refill(self, session: Session) -> None:
        """The draft was changed elsewhere (undo, redo, discard): fill the fields anew."""
        if not self.is_mounted:
            return
        self.show_session(session)
        if not self._fill():
            self._build()

    def show_effect(self, effect: str) -> None:
        """What the drafts do to the suite, in words."""
        self._effect = effect
        self._show_head()

    def begin(self, what: Field = _FIRST) -> None:
        """Put the cursor into the description, or another field."""
        chosen = next((line for line in self._lines if line.what == what), None)
        if chosen is None:
            return
        if not chosen.editor.is_mounted:
            self.call_after_refresh(self.begin, what)
        else:
            chosen.editor.focus()
            if isinstance(chosen.editor, TextArea):
                chosen.editor.move_cursor(chosen.editor.document.end)

    def _texts(self) -> list[tuple[Field, str]]:
        """The texts of the tool as its draft has them."""
        tool = self._tool
        if tool is None:
            return []
        shown = self._draft.apply(tool) if self._draft is not None else tool
        fields = [Field(NAME), Field(DESCRIPTION), *(Field(PARAMETER, one.name) for one in tool.parameters)]
        return [(field, field.read(shown)) for field in fields]

    def _fill(self) -> bool:
        """Whether the fields that are there could take the texts; else they must be made anew."""
        texts = self._texts()
        key = ToolKey.of(self._tool) if self._tool is not None else None
        if [(line.key, line.what) for line in self._lines] != [(key, field) for field, _ in texts]:
            return False
        if not all(line.can_take(text) for line, (_, text) in zip(self._lines, texts, strict=True)):
            return False
        for line, (_, text) in zip(self._lines, texts, strict=True):
            line.fill(text)
        return True

    def _build(self) -> None:
        typed_in = next((line.what for line in self._lines if line.editor.has_focus), None)
        self.scroll_home(animate=False)
        with self.app.batch_update():
            self._fields.remove_children()
            self._lines = []
            if self._tool is None:
                return
            key = ToolKey.of(self._tool)
            self._lines = [FieldLine(key, field, text) for field, text in self._texts()]
            self._fields.mount_all(self._lines)
        if typed_in is not None:
            is_there = any(line.what == typed_in for line in self._lines)
            self.call_after_refresh(self.begin, typed_in if is_there else _FIRST)

    def _show_head(self) -> None:
        tool = self._tool
        if tool is None:
            self._head.update(Content.styled("Select a tool to edit its texts.", "$foreground-muted"))
            return
        place = visible_line(f"{tool.place.source}:{tool.place.line}")
        state = "no change yet" if self._draft is None else self._effect or "ranked live, not saved"
        style = "$foreground-muted" if self._draft is None else "$text-accent"
        self._head.update(
            Content.assemble(
                ("Draft", "bold"), f" of {visible_line(tool.name)} ", (f"· {place} · ", "$foreground-muted"),
                (state, style),
            )
        )  # fmt: skip


class FieldLine(Horizontal):
    """One text of a tool with its label. Texts that a terminal cannot show as they are are not edited here."""

    def __init__(self, key: ToolKey, what: Field, text: str) -> None:
        super().__init__(classes="draft-field")
        self.key, self.what = key, what
        lines, shown = self._takes_lines(text), self._shown(text)
        self._is_safe = shown == text
        self.editor: Widget
        if lines:
            self.editor = TextArea(shown, compact=True, soft_wrap=True, tab_behavior="focus")
            self.editor.cursor_blink = False
            self.editor.set_class(what.kind == DESCRIPTION, "-long")
        else:
            self.editor = Input(shown, compact=True, select_on_focus=False)
            self.editor.cursor_blink = False
        self.editor.disabled = not self._is_safe

    def compose(self) -> ComposeResult:
        label = self.what.parameter or self.what.kind
        if not self._is_safe:
            label += " (hidden characters: edit the file)"
        yield Static(fit_end(visible_line(label), _LABEL), classes="draft-label", markup=False)
        yield self.editor

    @property
    def text(self) -> str:
        editor = self.editor
        return editor.text if isinstance(editor, TextArea) else editor.value if isinstance(editor, Input) else ""

    def can_take(self, text: str) -> bool:
        """Whether its editor is of the right kind for the text."""
        is_same_kind = self._takes_lines(text) == isinstance(self.editor, TextArea)
        return self._shown(text) == self.text or (self._is_safe and self._shown(text) == text and is_same_kind)

    def fill(self, text: str) -> None:
        """Replace the text without telling; the cursor stays about where it is."""
        if self._shown(text) == self.text:
            return
        editor = self.editor
        if isinstance(editor, TextArea):
            with self.prevent(TextArea.Changed):
                place = editor.cursor_location
                editor.text = text
                editor.cursor_location = place
        elif isinstance(editor, Input):
            with self.prevent(Input.Changed):
                editor.value = text

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(DraftTyped(self.key, self.what, self.text))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(DraftTyped(self.key, self.what, self.text))

    def _takes_lines(self, text: str) -> bool:
        return self.what.kind == DESCRIPTION or "\n" in text

    def _shown(self, text: str) -> str:
        """The text, or where a terminal cannot show that as it is, what stands for it."""
        is_safe = (visible_text(text) if self._takes_lines(text) else visible_line(text)) == text
        return text if is_safe else visible_text(text)
