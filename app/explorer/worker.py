"""The one thread that searches. The latest request wins; nothing here touches a widget."""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, Any

from textual.message import Message

from app.explorer.examples import examples_from
from app.explorer.messages import CatalogRead, RowsLoaded, SearchFailed, ToolLoaded, ViewMade, WordsRanked
from app.explorer.state import Asked, CatalogFacts, View
from app.explorer.views import BIG, BIG_DEPTH, TOOLS, ViewMaker
from index.corpus import Corpus
from index.errors import TriptychError
from index.foresight import Foresight
from index.query import Query
from index.ranking import Ranking
from index.searcher import Searcher
from index.workspace import Workspace

if TYPE_CHECKING:
    from app.explorer.draft_views import DraftViews

Clock = Callable[[], float]
_WORTH_STOPPING = 0.05
"""Seconds a search must have run before a newer request interrupts it."""
_FOR_LATER = -math.inf
"""In the place of the time when a search began: it is none that anybody waits for."""
REST = 0.2
"""Seconds without a request after which something is done for later: not between two letters."""
WORDS_WAIT = 0.1
"""Seconds words wait for the model, to be shown with what it finds."""


class Worker:
    """Takes requests from the UI's thread and posts messages.

    Args:
        workspace: where everything is read; its connection for this thread is opened on this thread.
        post: hands a message over; called from the worker's thread.
        clock: what searches are timed with, in seconds.

    """

    def __init__(
        self, workspace: Workspace, post: Callable[[Message], object], clock: Clock = time.perf_counter
    ) -> None:
        self._workspace = workspace
        self._post = post
        self._clock = clock
        self._maker = ViewMaker(workspace)
        self._drafts: DraftViews | None = None
        self._searchers: dict[str, Searcher] = {}
        self._last: Searcher | None = None
        self._wake = threading.Condition()
        self._asked: Asked | None = None
        self._tool: int | None = None
        self._rows: tuple[View, tuple[int, ...]] | None = None
        self._likely: tuple[Query, ...] = ()
        self._foresight = workspace.embedder if isinstance(workspace.embedder, Foresight) else None
        self._read_catalog = False
        self._read_directory = False
        self._working = False
        self._stopping = False
        self._running: tuple[sqlite3.Connection, float] | None = None
        self._prepare: tuple[Searcher, int] | None = None
        """For searches to come, while there is nothing else to do: with what, and of which revision of the catalog."""
        self._is_resting = False
        self._thread = threading.Thread(target=self._run, name="triptych-search", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread, and wait for it."""
        if self._foresight is not None:
            self._foresight.stop()
        with self._wake:
            self._stopping = True
            self._interrupt()
            self._call()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked for and nothing is being done."""
        with self._wake:
            return not (self._working or self._pending())

    def search(self, asked: Asked) -> None:
        """Replace whatever search is waiting; stop a slow one that is running."""
        if self._foresight is not None:
            self._foresight.stop()
        with self._wake:
            self._asked, self._likely = asked, ()
            if self._running is not None and time.monotonic() - self._running[1] > _WORTH_STOPPING:
                self._interrupt()
            self._call()

    def load_tool(self, tool_id: int) -> None:
        with self._wake:
            self._tool = tool_id
            self._call()

    def load_rows(self, view: View, ids: tuple[int, ...]) -> None:
        with self._wake:
            self._rows = (view, ids)
            self._call()

    def look_ahead(self, queries: Sequence[Query]) -> None:
        """Have the model embed queries that are likely to be next, for the profile searched last."""
        with self._wake:
            self._likely = tuple(queries)
            self._call()

    def read_catalog(self) -> None:
        with self._wake:
            self._read_catalog = True
            self._call()

    def read_directory(self) -> None:
        """Read and embed the directory once, before anything else."""
        with self._wake:
            self._read_directory = True
            self._read_catalog = True
            self._call()

    def _call(self) -> None:
        """Let the thread see what is asked for; what it does for later gives way."""
        if self._running is not None and self._running[1] == _FOR_LATER:
            self._interrupt()
        self._wake.notify()

    def _interrupt(self) -> None:
        if self._running is not None:
            self._running[0].interrupt()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._working = False
                pause = None if self._prepare is None else 0.0 if self._is_resting else REST
                self._is_resting = not self._wake.wait_for(lambda: self._stopping or self._pending(), pause)
                if self._stopping:
                    return
                self._working = self._pending()
                job = self._next()
            try:
                job()
            except (TriptychError, sqlite3.Error) as error:
                # Rows and details are asked for again by the next view; a search reports by itself.
                self._post(SearchFailed(-1, str(error)))

    def _pending(self) -> bool:
        return (
            self._asked is not None
            or self._tool is not None
            or self._rows is not None
            or bool(self._likely)
            or self._read_catalog
            or self._read_directory
        )

    def _next(self) -> Callable[[], None]:
        """The most urgent job, taken off the desk: what is typed first, then what is looked at."""
        if self._read_directory:
            self._read_directory = False
            return self._sync_and_embed
        if self._asked is not None:
            asked, self._asked = self._asked, None
            return lambda: self._search(asked)
        if self._tool is not None:
            tool_id, self._tool = self._tool, None
            return lambda: self._post_tool(tool_id)
        if self._rows is not None:
            (view, ids), self._rows = self._rows, None
            return lambda: self._post_rows(view, ids)
        if self._likely:
            queries, self._likely = self._likely, ()
            return lambda: self._look_ahead(queries)
        wants_catalog, self._read_catalog = self._read_catalog, False
        return self._post_catalog if wants_catalog else self._prepare_more

    def _search(self, asked: Asked) -> None:
        try:
            view = self._view(asked)
        except Exception as error:  # the worker's edge: a fault in one engine must not end the session
            with self._wake:
                superseded = self._asked is not None or self._stopping
            if not superseded:
                self._post(SearchFailed(asked.generation, f"{type(error).__name__}: {error}"))
            return
        self._post(ViewMade(view))

    def _view(self, asked: Asked) -> View:
        searcher = self._searchers.get(asked.profile)
        if searcher is None or searcher.profile != self._workspace.profiles.get(asked.profile):
            searcher = self._searchers[asked.profile] = self._workspace.searcher(asked.profile)
            searcher.clock = self._clock
        self._last = searcher
        corpus = self._workspace.corpus()
        if searcher.lexical is not None:
            for table in searcher.lexical.tables:
                corpus.ensure(table)  # not to be interrupted: half the work would be done again at every key
        with self._wake:
            self._running = (corpus.connection, time.monotonic())
        try:
            depth = BIG_DEPTH if TOOLS.of(corpus) > BIG else None
            if asked.drafts:
                return self._draft_views().view(asked, searcher, corpus, depth)

            def meanwhile(words: Ranking, model: Future[Any]) -> None:
                for typed in self._while_waiting(asked, model):
                    known = words if typed is asked else searcher.rank_words(corpus, typed.query, depth)
                    self._post_words(typed, known, corpus)

            answer = searcher.search(corpus, asked.query, depth=depth, meanwhile=meanwhile)
            self._prepare = searcher, corpus.revision
            return self._maker.view(asked, answer, searcher, corpus)
        finally:
            with self._wake:
                self._running = None

    def _post_words(self, asked: Asked, words: Ranking | None, corpus: Corpus) -> None:
        if words is not None:
            column, facts = self._maker.words(words, asked, corpus)
            self._post(WordsRanked(asked.generation, column, facts, TOOLS.of(corpus)))

    def _look_ahead(self, queries: Sequence[Query]) -> None:
        if self._foresight is not None and self._last is not None:
            texts = map(self._last.query_text, queries)
            self._foresight.look_ahead([text for text in texts if text], self._last.adapter)

    def _prepare_more(self) -> None:
        """One step, which whatever is asked for next interrupts."""
        wanted, more = self._prepare, False
        try:
            corpus = self._workspace.corpus()
            with self._wake:
                is_free = not (self._stopping or self._pending())
                self._running = (corpus.connection, _FOR_LATER) if is_free else None
            if wanted is not None and wanted[1] == corpus.revision:  # else the answer of that one comes first
                more = not is_free or wanted[0].prepare(corpus)
        except (TriptychError, sqlite3.Error):
            more = self._pending()  # it was interrupted; otherwise the next search says what is wrong
        finally:
            with self._wake:
                self._running = None
        if not more:
            self._prepare = None

    def _while_waiting(self, asked: Asked, model: Future[Any]) -> Iterator[Asked]:
        """The request itself if the model keeps its words waiting, then those that are typed until it answers.

        All of one profile; none is taken off the desk.
        """
        wait((model,), WORDS_WAIT)
        if model.done():
            return
        model.add_done_callback(lambda _: self._notify())
        with self._wake:
            self._running = None  # ranking words is worth its time
        now: Asked | None = asked
        while now is not None:
            yield now
            now = self._typed_after(now, model)

    def _typed_after(self, asked: Asked, model: Future[Any]) -> Asked | None:
        """Wait for what is typed next; None once the model has answered."""
        with self._wake:
            self._wake.wait_for(lambda: model.done() or self._stopping or self._newer(asked) is not asked)
            return None if model.done() or self._stopping else self._newer(asked)

    def _newer(self, asked: Asked) -> Asked:
        """What waits to be ranked in the same profile, else what is given."""
        newer = self._asked
        return asked if newer is None or newer.profile != asked.profile or newer.drafts else newer

    def _notify(self) -> None:
        with self._wake:
            self._wake.notify()

    def _draft_views(self) -> DraftViews:
        if self._drafts is None:
            from app.explorer.draft_views import DraftViews  # loaded for the first draft

            self._drafts = DraftViews(self._workspace, self._maker, self._clock)
        return self._drafts

    def _sync_and_embed(self) -> None:
        self._workspace.sync(cancelled=lambda: self._stopping)
        self._workspace.embed(cancelled=lambda: self._stopping)

    def _post_tool(self, tool_id: int) -> None:
        self._post(ToolLoaded(tool_id, self._workspace.tools((tool_id,)).get(tool_id)))

    def _post_rows(self, view: View, ids: tuple[int, ...]) -> None:
        self._post(RowsLoaded(view.asked.generation, self._maker.facts(view.columns, ids, view.asked)))

    def _post_catalog(self) -> None:
        status = self._workspace.status()
        facts = CatalogFacts(status.files, status.tools, status.problems, examples_from(self._workspace))
        self._post(CatalogRead(facts, self._workspace.problems()))
