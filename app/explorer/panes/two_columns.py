"""Two columns of text that scroll as one, painted without laying the screen out: they change at every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from app.explorer.keys import ACTIONS

_GAP = 3
_NARROW = 96
"""Cells below which the columns stand one below the other."""

Blocks = Callable[[int], Sequence[Content]]
"""Blocks of text for so many cells; lines that are longer wrap."""


class TwoColumns(ScrollView, can_focus=True):
    """A layout of the whole screen takes longer than all else a selection starts; here only lines change."""

    BINDINGS: ClassVar[list[BindingType]] = list(ACTIONS.bindings)

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._left: Blocks = lambda _width: ()
        self._right: Blocks = lambda _width: ()
        self._lines: list[Strip] = []
        self._rendered: dict[int, tuple[Content, int, list[Strip]]] = {}
        self._before = self._rendered

    def show(self, left: Blocks, right: Blocks) -> None:
        """Replace both; they are asked for their texts again whenever the width changes."""
        self._left, self._right = left, right
        self._arrange()

    def to_top(self) -> None:
        self.scroll_to(y=0, animate=False, immediate=True)

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        if at < len(self._lines):
            return self._lines[at]
        return Strip.blank(self.scrollable_content_region.width, self.visual_style.rich_style)

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._rendered.clear()
        self._arrange()

    def _arrange(self) -> None:
        width = self.scrollable_content_region.width
        if width <= 0 or not self.is_attached:
            return
        self._before, self._rendered = self._rendered, {}
        if width < _NARROW:
            blocks = (*self._left(width), *self._right(width))
            self._lines = self._column(blocks, width)
        else:
            left_width = (width - _GAP) * 5 // 11
            right_width = width - _GAP - left_width
            left = self._column(self._left(left_width), left_width)
            right = self._column(self._right(right_width), right_width)
            self._lines = [self._joined(pair, (left_width, right_width)) for pair in zip_longest(left, right)]
        self._resize(width)
        self.refresh()

    def _column(self, blocks: Sequence[Content], width: int) -> list[Strip]:
        """The blocks' lines, an empty line between two of them."""
        lines: list[Strip] = []
        for block in blocks:
            if lines:
                lines.append(self._blank(width))
            lines += self._strips(block, width)
        return lines

    def _strips(self, block: Content, width: int) -> list[Strip]:
        """The lines of a block; a block that is the very same as before is not rendered again."""
        held = self._before.get(id(block))
        if held is None or held[0] is not block or held[1] != width:
            strips = Visual.to_strips(self, block, width, None, self.visual_style, apply_selection=False, pad=True)
            held = (block, width, strips)
        self._rendered[id(block)] = held
        return held[2]

    def _joined(self, pair: tuple[Strip | None, ...], widths: tuple[int, int]) -> Strip:
        left, right = (strip or self._blank(width) for strip, width in zip(pair, widths, strict=True))
        return Strip.join([left, self._blank(_GAP), right])

    def _blank(self, width: int) -> Strip:
        return Strip.blank(width, self.visual_style.rich_style)

    def _resize(self, width: int) -> None:
        """Set the scrolled size without the layout that assigning `virtual_size` would start."""
        self.set_reactive(Widget.virtual_size, Size(width, len(self._lines)))
        self.vertical_scrollbar.window_virtual_size = len(self._lines)
        self.vertical_scrollbar.window_size = self.scrollable_content_region.height
        self.vertical_scrollbar.refresh()
        if self.scroll_y > self.max_scroll_y:
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)
