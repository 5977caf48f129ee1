"""Runs the explorer in a terminal, from the model's start to the last process ended."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial

from app.explorer.app import TriptychApp
from app.explorer.messages import LiveHappened
from app.heap import return_freed_memory
from app.settings import Settings
from app.wiring import make_app, open_embedder
from index.embedder import Embedder
from index.events import Notice

BY_SIGNAL = 128
"""What a shell adds to a signal's number to say by its exit code that it ended a command."""
GRACE_S = 3.0
"""Seconds the explorer has to end in good order once its terminal is gone."""


def run_explorer(settings: Settings) -> None:
    """Open the explorer and return when the user leaves it; no child process is left behind.

    Raises:
        TriptychError: the directory, the profile or the index file cannot be used.

    """
    return_freed_memory()
    notices = _Notices()
    embedder = _open_or_tell(settings, notices)
    ended_by = 0
    try:
        kind, recorded = _recording(settings)
        app = make_app(settings, embedder, kind=kind)
        notices.send_to(lambda notice: app.post_message(LiveHappened(notice)))

        def leave(number: int, _frame: object) -> None:
            nonlocal ended_by
            ended_by = number
            # from another thread, since a handler alone does not wake the event loop
            threading.Thread(target=app.call_from_thread, args=(app.exit,), daemon=True).start()

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):  # a Ctrl-C typed in it is a key, no signal
            signal.signal(number, leave)
        with ExitStack() as recording:
            recording.enter_context(recorded(app))
            end = partial(_end_with_terminal, leave, recording, embedder)
            threading.Thread(target=end, daemon=True).start()
            app.run()
    finally:
        if embedder is not None:
            embedder.close()
    if ended_by or app.return_code:
        sys.exit(BY_SIGNAL + ended_by if ended_by else app.return_code)


def _end_with_terminal(leave: Callable[[int, object], None], recording: ExitStack, embedder: Embedder | None) -> None:
    """Wait until the terminal is gone, and see to it that the process ends, also one started with `nohup`.

    Textual's driver then reads at full speed from a terminal that says nothing, and blocks for ever where it writes.
    """
    if not os.isatty(0):
        return
    terminal = select.poll()
    terminal.register(0, 0)  # a terminal's end is told without being asked for
    while not any(event & select.POLLHUP for _, event in terminal.poll()):
        time.sleep(GRACE_S)  # a system that cannot poll terminals says so at once, each time
    leave(signal.SIGHUP, None)
    time.sleep(GRACE_S)
    try:
        recording.close()
        if embedder is not None:
            embedder.close()
    finally:  # a recording that cannot be written keeps nothing alive
        os._exit(BY_SIGNAL + signal.SIGHUP)


def _recording(
    settings: Settings,
) -> tuple[type[TriptychApp] | None, Callable[[TriptychApp], AbstractContextManager[object]]]:
    """The class of app to make, and what it runs inside; nothing of the kind is loaded for a session like any other."""
    if settings.record is None:
        return None, nullcontext
    from app.sessions.recording import kind_of_app, recorded

    return kind_of_app(settings), lambda app: recorded(app, settings)


def _open_or_tell(settings: Settings, notices: _Notices) -> Embedder | None:
    try:
        return open_embedder(settings, lambda _kind, message: notices.tell(Notice(message, "warning")))
    except RuntimeError as error:  # a bad model file: words still rank
        notices.tell(Notice(f"no semantic ranking: {error}", "error"))
        return None


class _Notices:
    """Keeps what the model says until there is an app to show it."""

    def __init__(self) -> None:
        self._waiting: list[Notice] = []
        self._send: Callable[[Notice], object] | None = None

    def tell(self, notice: Notice) -> None:
        """Show a notice, from any thread."""
        if self._send is None:
            self._waiting.append(notice)
        else:
            self._send(notice)

    def send_to(self, send: Callable[[Notice], object]) -> None:
        """From now on, and for what is waiting."""
        self._send = send
        for notice in self._waiting:
            send(notice)
