"""What a live index tells its owner. Posted from background threads; frozen, so that they may go anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index.sync import SyncReport


@dataclass(frozen=True, slots=True)
class CatalogChanged:
    """The catalog has a new state: rank again."""

    report: SyncReport


@dataclass(frozen=True, slots=True)
class VectorsChanged:
    """A space has a new snapshot: `done` of `total` tools have all their vectors."""

    space: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Work is going on: `kind` is "reading" (files) or "embedding" (tools). The last one has done == total."""

    kind: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for the user; `severity` is "information", "warning" or "error"."""

    text: str
    severity: str = "information"


@dataclass(frozen=True, slots=True)
class WatchMode:
    """How changes are noticed now: "watching", "polling", "directory is gone"."""

    text: str


Event = CatalogChanged | VectorsChanged | Progress | Notice | WatchMode
