"""A script from its stage to its outcome: model, stage, app, play, and everything ended afterwards."""

from __future__ import annotations

import contextlib

from app.output.narration import Narration
from app.prepared import tell_of_adapter
from app.sessions.played_app import PlayedApp
from app.sessions.player import Played, play
from app.sessions.script import Script, Size
from app.sessions.stage import stage
from app.settings import Settings
from app.wiring import make_app, open_embedder
from index.embedder import Embedder
from index.errors import UsageError


def played(
    script: Script,
    settings: Settings,
    size: Size | None,
    narration: Narration,
) -> Played:
    """Play a script with a clock that stands still; no child process and no temporary file is left.

    Raises:
        TriptychError: the script, the directory, the model or the index cannot be used.

    """
    with contextlib.ExitStack() as stack:
        embedder = _embedder(settings)
        if embedder is not None:
            stack.callback(embedder.close)
        stack.callback(narration.end)
        ready = stack.enter_context(
            stage(
                settings,
                embedder,
                in_place=script.in_place,
                tell=narration.tell,
                progress=lambda step: narration.vectors(step.done, step.total),
            )
        )
        narration.end()
        app = make_app(ready, embedder, lambda: 0.0, shown=script.shown, kind=PlayedApp)
        assert isinstance(app, PlayedApp)
        return play(app, script, size)


def _embedder(settings: Settings) -> Embedder | None:
    try:
        return open_embedder(settings, tell_of_adapter)
    except RuntimeError as error:
        raise UsageError(f"the model cannot be used: {error}") from error
