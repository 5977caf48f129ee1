"""What the live index's events mean for the explorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.explorer.cells import count
from app.explorer.state import CatalogFacts
from app.explorer.widgets.top_line import Standing
from index.visible import visible_line

Severity = Literal["information", "warning", "error"]
_SEVERITIES: dict[str, Severity] = {"warning": "warning", "error": "error"}


@dataclass(frozen=True, slots=True)
class Effect:
    """What is to be done about an event."""

    catalog_changed: bool = False
    vectors_changed: bool = False
    notice: str = ""
    severity: Severity = "information"


class Activity:
    """What goes on in the background, as the first line tells it."""

    def __init__(self, directory: str, model: str) -> None:
        self._directory = directory
        self._model = model
        self._watching = ""
        self._progress = ""

    def standing(self, catalog: CatalogFacts | None = None) -> Standing:
        return Standing(self._directory, catalog, self._model, self._watching, self._progress)

    def take(self, event: object) -> Effect:
        """Events are told apart by their class's name, so that the explorer needs no index.live to be tested."""
        match type(event).__name__:
            case "CatalogChanged":
                return Effect(catalog_changed=True)
            case "VectorsChanged":
                self._set_progress("embedding", event)
                return Effect(vectors_changed=True)
            case "Progress":
                self._set_progress(str(getattr(event, "kind", "")), event)
            case "WatchMode":
                self._watching = visible_line(str(getattr(event, "text", "")))
            case "Notice":
                text = visible_line(str(getattr(event, "text", "")))
                return Effect(notice=text, severity=_SEVERITIES.get(getattr(event, "severity", ""), "information"))
        return Effect()

    def _set_progress(self, kind: str, event: object) -> None:
        done, total = int(getattr(event, "done", 0)), int(getattr(event, "total", 0))
        self._progress = f"{visible_line(kind)} {count(done)}/{count(total)}" if done < total else ""
