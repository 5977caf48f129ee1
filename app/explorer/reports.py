"""What the background thread reports: frozen, posted to the app in a `Reported`."""

from __future__ import annotations

from dataclasses import dataclass

from app.explorer.compare_table import Compared


@dataclass(frozen=True, slots=True)
class JobFailed:
    """A job could not be done; `reason` is a line for the user."""

    job: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class CompareMade:
    """The comparison of that request."""

    generation: int
    compared: Compared


Report = JobFailed | CompareMade
