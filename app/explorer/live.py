"""What the live index's events mean for the explorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.explorer.cells import count
from app.explorer.state import CatalogFacts
from app.explorer.widgets.top_line import Standing
from index.events import CatalogChanged, Event, Notice, Progress, VectorsChanged, WatchMode
from index.visible import visible_line

Severity = Literal["information", "warning", "error"]
_SEVERITIES: dict[str, Severity] = {"warning": "warning", "error": "error"}


@dataclass(frozen=True, slots=True)
class Effect:
    """What is to be done about an event."""

    catalog_changed: bool = False
    vectors_changed: bool = False
    vectors_complete: bool = False
    notice: str = ""
    severity: Severity = "information"


class Activity:
    """What goes on in the background, as the first line tells it.

    `has_looked` is false until the directory has been read once: an empty catalog means nothing before.
    """

    def __init__(self, directory: str, model: str) -> None:
        self._directory = directory
        self._model = model
        self._watching = ""
        self._progress = ""
        self.has_looked = False

    def standing(self, catalog: CatalogFacts | None = None, tuning: str = "") -> Standing:
        """What the first line tells; `tuning` is what the rankings are measured against or changed by."""
        return Standing(self._directory, catalog, self._model, self._watching, self._progress, tuning)

    def take(self, event: Event) -> Effect:
        """Take over what the event says; what is left to be done about it.

        Embedding is told of the whole catalog (`VectorsChanged`) rather than of what this run still has to do.
        """
        match event:
            case CatalogChanged():
                self.has_looked = True
                return Effect(catalog_changed=True)
            case VectorsChanged(_space, done, total):
                self._set_progress("embedding", done, total)
                return Effect(vectors_changed=True)
            case Progress(kind, done, total):
                if done == total or not self._progress.startswith(kind):
                    self._set_progress(kind, done, total)
            case WatchMode(text):
                self._watching = visible_line(text)
            case Notice(text, severity):
                self.has_looked = True
                return Effect(notice=visible_line(text), severity=_SEVERITIES.get(severity, "information"))
        return Effect()

    def _set_progress(self, kind: str, done: int, total: int) -> None:
        self._progress = f"{visible_line(kind)} {count(done)}/{count(total)}" if done < total else ""
