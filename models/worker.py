"""One child that is started when it is needed, and again after it died, until that has failed too often in a row."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from models.errors import EmbeddingFailed, ModelCancelled, ModelClosed, ModelDied, ModelError, ModelGaveUp
from models.process import ModelProcess
from models.wire import Job

T = TypeVar("T")
EventKind = Literal["died", "restarted", "gave_up", "no_adapter"]
Listener = Callable[[EventKind, str], None]
"""Called with what happened and one sentence for the user, from the thread that asked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and tries.

    Attributes:
        start_s: until the model is loaded.
        answer_s: until one request is answered.
        tries: failures in a row after which the child is not started again.

    """

    start_s: float = 60.0
    answer_s: float = 30.0
    tries: int = 3


class Worker:
    """A child process that comes back. Thread-safe; one request at a time.

    Args:
        make_job: called before every start; checks the file and says what to load. May raise ModelFileError.
        limits: seconds and tries.
        listener: told of deaths, restarts and giving up.

    """

    def __init__(self, make_job: Callable[[], Job], limits: Limits, listener: Listener) -> None:
        self._make_job = make_job
        self._limits = limits
        self._listener = listener
        self._turn = threading.Lock()
        self._process: ModelProcess | None = None
        self._failures = 0
        self._last_failure = ""
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Process id of the child, None while there is none."""
        process = self._process
        return process.pid if process is not None else None

    def warm_up(self) -> None:
        """Starts the child now. Raises as `embed` does."""
        with self._turn:
            self._guarded(lambda: self._running(_never))

    def embed(
        self,
        texts: Sequence[str],
        *,
        query: bool,
        adapter: float = 0.0,
        cancelled: Callable[[], bool] | None = None,
    ) -> NDArray[np.float32]:
        """Vectors of the texts, shape (len(texts), dimensions).

        Raises:
            ModelError: of the kind that says what happened; the next call starts a new child if this one is gone.

        """
        stop = cancelled or _never
        with self._turn:
            return self._guarded(lambda: self._ask(tuple(texts), query, adapter, stop))

    def restart(self) -> None:
        """Forgets earlier failures and ends the child: the next call starts a new one."""
        with self._turn:
            self._failures = 0
            self._let_go()

    def close(self) -> None:
        """Ends the child at once, also under a caller that waits for it (who gets ModelClosed)."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._let_go()

    def _ask(
        self, texts: tuple[str, ...], query: bool, adapter: float, stop: Callable[[], bool]
    ) -> NDArray[np.float32]:
        limit_s = self._limits.answer_s
        process = self._running(stop)
        try:
            answer = process.ask(texts, query=query, adapter=adapter, limit_s=limit_s, cancelled=stop)
        except ModelDied:
            if not process.idled_out() or self._closed:
                raise
            process = self._running(stop)  # it ended for want of work just before the request came
            answer = process.ask(texts, query=query, adapter=adapter, limit_s=limit_s, cancelled=stop)
        self._failures = 0
        return answer.rows

    def _guarded(self, act: Callable[[], T]) -> T:
        """Runs `act`, and does the book-keeping of what goes wrong."""
        if self._failures >= self._limits.tries:
            raise self._gave_up()
        try:
            return act()
        except (EmbeddingFailed, ModelCancelled, ModelClosed):
            raise  # no failure of the child
        except ModelError as error:
            self._let_go()
            if self._closed:
                raise ModelClosed("the model was closed") from None
            self._failures += 1
            self._last_failure = str(error)
            if self._failures < self._limits.tries:
                self._listener("died", str(error))
                raise
            failure = self._gave_up()
            self._listener("gave_up", str(failure))
            raise failure from error

    def _running(self, stop: Callable[[], bool]) -> ModelProcess:
        if self._process is not None and self._process.idled_out():
            self._let_go()
        if self._closed:
            raise ModelClosed("the model was closed")
        if self._process is None:
            process = ModelProcess(self._make_job(), self._limits.start_s)
            self._process = process  # from here on, `close` reaches it
            try:
                process.wait_ready(lambda: stop() or self._closed)
            except ModelCancelled:
                self._process = None
                if self._closed:
                    raise ModelClosed("the model was closed") from None
                raise
            if self._failures:
                self._listener("restarted", "the model's process was started again")
        return self._process

    def _gave_up(self) -> ModelGaveUp:
        return ModelGaveUp(f"gave up on the model after {self._failures} failures in a row: {self._last_failure}")

    def _let_go(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


def _never() -> bool:
    return False
