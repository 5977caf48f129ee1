"""A live session from its start to the script that is left of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from app.assets import DEMO, asset
from app.explorer.app import TriptychApp
from app.sessions.recorded_app import RecordedApp
from app.sessions.recorder import Recorder
from app.settings import Settings
from index.atomic_file import write_text
from index.errors import UsageError


def require_new(path: Path) -> None:
    """Insist, before the session begins, that the script can be written at its end without loss.

    Raises:
        UsageError: there is such a file already, or no such folder.

    """
    if path.exists():
        raise UsageError("the script is there already; remove it first, or give another name", source=str(path))
    if not path.parent.is_dir():
        raise UsageError("there is no such folder to write the script in", source=str(path.parent))


def kind_of_app(settings: Settings) -> type[TriptychApp] | None:
    """The class of app to make: one that records where that is asked for."""
    return RecordedApp if settings.record is not None else None


@contextlib.contextmanager
def recorded(app: TriptychApp, settings: Settings) -> Iterator[None]:
    """Run the app inside: its script is written when it ends, however it ends.

    Raises:
        UsageError: the script cannot be written.

    """
    if settings.record is None or not isinstance(app, RecordedApp):
        yield
        return
    app.recorder = Recorder(settings, settings.record, is_demo=settings.directory == asset(DEMO))
    try:
        yield
    finally:
        if app.recorder.has_begun:
            try:
                write_text(settings.record, app.recorder.text())
            except OSError as error:
                message = f"the script cannot be written: {error.strerror or error}"
                raise UsageError(message, source=str(settings.record)) from error
