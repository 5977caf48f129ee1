"""The first line: what is open, how big it is, and what goes on in the background."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.widget import Widget

from app.explorer.cells import count, fit
from app.explorer.state import CatalogFacts


@dataclass(frozen=True, slots=True)
class Standing:
    """What the top line tells. `activity` is progress, else `watching`."""

    directory: str
    catalog: CatalogFacts | None = None
    model: str = ""
    watching: str = ""
    activity: str = ""
    tuning: str = ""


class TopLine(Widget):
    """Parts give way in the order: model, files, directory."""

    def __init__(self, standing: Standing) -> None:
        super().__init__(id="top")
        self._standing = standing

    def show(self, standing: Standing) -> None:
        if standing != self._standing:
            self._standing = standing
            self.refresh()

    def render(self) -> Content:
        now, width = self._standing, self.content_size.width
        name = "triptych"
        numbers = self._numbers(now.catalog)
        doing = now.activity or now.watching
        right = " · ".join(part for part in (now.tuning, now.model, doing) if part)
        if len(name) + len(now.directory) + len(right) + sum(len(text) for text, _ in numbers) + 10 > width:
            right = " · ".join(part for part in (now.tuning, doing) if part)
        middle = Content.assemble(*numbers)
        room = width - len(name) - len(right) - middle.cell_length - 6
        directory = fit(now.directory, max(0, min(len(now.directory), room)))
        left = Content.assemble((name, "bold $accent"), "  ", (directory, "$foreground-muted"))
        gap = width - left.cell_length - middle.cell_length - len(right)
        before = max(2, min(gap - 2, (width - middle.cell_length) // 2 - left.cell_length))
        return Content.assemble(
            left,
            " " * before,
            middle,
            " " * max(1, gap - before),
            (right, "$text-accent" if now.activity else "$foreground-muted"),
        )

    @staticmethod
    def _numbers(catalog: CatalogFacts | None) -> list[tuple[str, str]]:
        if catalog is None:
            return [("reading …", "$foreground-muted")]
        parts = [(f"{count(catalog.tools, 'tool')} · {count(catalog.files, 'file')}", "$foreground-muted")]
        if catalog.problems:
            parts.append((f" · {count(catalog.problems, 'problem')} !", "$text-warning"))
        return parts
