"""The last lines a server wrote to standard error, whatever it writes and however much."""

from __future__ import annotations

import os
import threading
from collections import deque
from typing import TextIO

from index.visible import visible_line

MOST_LINES = 20
WIDEST = 200
"""Terminal cells shown of one line."""

_LONGEST = 4_000
"""Bytes kept of one line while it is read."""

_LAST_WORDS_S = 2.0
"""How long to wait for the rest after the server ended; a process it left behind may hold the pipe open."""


class StderrTail:
    """A pipe for the server to write to; a thread keeps what came last.

    A thread, not a file: a server that is watched for days would fill a disk.
    """

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque(maxlen=MOST_LINES)
        self._open_line = b""
        reading, writing = os.pipe()
        self.file: TextIO = os.fdopen(writing, "w")
        """Where the server is to write."""
        self._thread = threading.Thread(target=self._read, args=(reading,), name="server-stderr", daemon=True)
        self._thread.start()

    def close(self) -> tuple[str, ...]:
        """The last lines, safe to show. To be called once, after the server has ended."""
        self.file.close()
        self._thread.join(_LAST_WORDS_S)
        lines = [*self._lines.copy(), self._open_line]
        shown = (visible_line(line.decode("utf-8", "replace").rstrip(), WIDEST) for line in lines)
        return tuple(line for line in shown if line.strip())[-MOST_LINES:]

    def _read(self, handle: int) -> None:
        with os.fdopen(handle, "rb", buffering=0) as pipe:
            while chunk := pipe.read(65_536):
                *whole, rest = (self._open_line + chunk).split(b"\n")
                self._lines.extend(line[:_LONGEST] for line in whole)
                self._open_line = rest[:_LONGEST]
