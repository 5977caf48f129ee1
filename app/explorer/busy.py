"""What the explorer is still busy with: scripted sessions wait until that is nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.explorer.session import split_keywords
from index.query import Query

if TYPE_CHECKING:
    from app.explorer.app import TriptychApp


def busy_with(app: TriptychApp) -> str:
    """The first thing that is not done yet, in words for an error message; "" when all is done.

    Messages that were posted and not handled yet are not seen: give the app time for them, and ask again.
    """
    return next((name for name, is_busy in _work(app) if is_busy), "")


def _work(app: TriptychApp) -> Iterator[tuple[str, bool]]:
    yield "the explorer to start", not app.has_moved_in
    live, session, inputs = app.live, app.session, app.explorer.inputs
    if live is not None:
        yield "the directory to be read", live.is_reading
        yield "the vectors of all tools", live.is_embedding
    yield "the catalog and the tool shown", session.catalog is None or not app.worker.is_idle
    typed = Query(inputs.description.value, split_keywords(inputs.keywords.value))
    yield "the rankings", not 0 < session.asked == session.done or session.query != typed
    yield "the details of the selected tool", not session.is_complete
    yield "the draft", not app.router.drafts.is_at_rest
    yield "the comparison or the suite", not app.tuning.background.is_idle
    yield "the pane below the rankings", not app.explorer.is_painted
    yield "the command palette", not all(worker.is_finished for worker in app.workers)
