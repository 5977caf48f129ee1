"""What makes painting at every key cheap: Textual's own way of painting costs more than what is painted.

Both classes come last among a widget's bases: Textual takes the style sheet from the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Line(Strip):
    """A strip that is freed when it is no longer shown.

    Textual's own keeps itself in a cache once it is painted whole, which only the garbage collector ends: with a
    hundred lines at every key, in pauses that can be seen.
    """

    __slots__ = ("__weakref__",)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        wanted = [cut for cut in cuts if cut <= self.cell_length]
        return [self] if wanted == [self.cell_length] else super().divide(wanted)


class Painted(Widget):
    """Its `render_line` gives whole lines as they are shown: there is no border, padding or hatching to add.

    Every line of a widget otherwise goes through a cache of styled lines and through the app's filters (colours for
    plain terminals, no colours at all) at every paint. Here the filters change the few styles of `PARTS` instead,
    once for every change of style. `PARTS` are names of component classes that begin with `PREFIX`.
    """

    PREFIX: ClassVar[str]
    PARTS: ClassVar[tuple[str, ...]]
    _styles: Mapping[str, Style] | None = None

    @property
    def parts(self) -> Mapping[str, Style]:
        """The style of every part, as it goes to the terminal."""
        if self._styles is None:
            self._styles = {
                name: self.filtered(self.get_component_rich_style(f"{self.PREFIX}{name}")) for name in self.PARTS
            }
        return self._styles

    def filtered(self, style: Style) -> Style:
        """A style after the app's filters."""
        segments = [Segment(" ", style)]
        for line_filter in self.get_line_filters():
            segments = line_filter.apply(segments, self.background_colors[1])
        return segments[0].style or Style.null()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines in sight, each as wide as the widget without its scroll bar: what is cut shorter is not shown."""
        strips = [self.render_line(y) for y in crop.line_range]
        if crop.x or any(strip.cell_length > crop.right for strip in strips):
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return strips

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.forget()

    def forget(self) -> None:
        """Drop what was made of the styles that were."""
        self._styles = None
        self.refresh()


class Unpainted(Widget):
    """A container whose own cells nobody sees: its children cover it, or what is behind has the same colour.

    Textual otherwise paints each layer of the stack, at every key and over the whole height of the screen.
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        return []
