"""A child process and the pipe to it: started, asked, and ended. One attempt; `models/worker.py` tries again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import Pipe
from pathlib import Path
from typing import IO

from models.errors import EmbeddingFailed, ModelCancelled, ModelDied, ModelFileError, ModelTimeout
from models.wire import Job, Refused, Request, Started, Vectors

_ROOT = Path(__file__).resolve().parent.parent
_START = "import sys; sys.path.insert(0, sys.argv[2]); from models.child import main; main(int(sys.argv[1]))"
_LOOK_S = 0.05
"""How often a waiting caller looks whether it was cancelled."""
_TAIL = 4000


class ModelProcess:
    """A running child. Not thread-safe, but for `kill`.

    Raises:
        ModelFileError: it could not load the model.
        ModelDied: it ended while starting.
        ModelTimeout: it was not ready in time.

    """

    def __init__(self, job: Job, start_s: float) -> None:
        self._output = _capture()
        self._pipe, theirs = Pipe()
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, str(theirs.fileno()), str(_ROOT)],
                stdin=subprocess.DEVNULL,
                stdout=self._output or subprocess.DEVNULL,
                stderr=self._output or subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # the terminal's Ctrl-C and Ctrl-Z are for the parent
                env=os.environ | {"GGML_NO_BACKTRACE": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        except OSError as error:
            self._pipe.close()
            raise ModelDied(f"the model's process could not be started: {error.strerror or error}") from None
        finally:
            theirs.close()
        self._number = 0
        self._job, self._start_s = job, start_s

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._child.pid

    def wait_ready(self, cancelled: Callable[[], bool]) -> None:
        """Waits until the model is loaded. On any error the child is gone."""
        try:
            self._send(self._job)
            answer = self._receive(self._start_s, cancelled)
        except BaseException:
            self.end()
            raise
        if not isinstance(answer, Started):
            self.end()
            raise ModelFileError(answer.reason if isinstance(answer, Refused) else "the model did not start")

    def ask(
        self, texts: tuple[str, ...], *, query: bool, adapter: float, limit_s: float, cancelled: Callable[[], bool]
    ) -> Vectors:
        """Vectors of the texts.

        Raises:
            EmbeddingFailed: the model refused these texts; the child lives on.
            ModelCancelled: `cancelled` said so; the answer, when it comes, is dropped and the child lives on.
            ModelDied: the child is gone.
            ModelTimeout: no answer within `limit_s` seconds; the child was ended.

        """
        self._number += 1
        self._send(Request(self._number, texts, query, adapter))
        end = time.monotonic() + limit_s
        while True:
            answer = self._receive(max(0.0, end - time.monotonic()), cancelled)
            if isinstance(answer, Started) or answer.number != self._number:
                continue  # the answer to a cancelled request
            if isinstance(answer, Refused):
                raise EmbeddingFailed(answer.reason)
            return answer

    def idled_out(self) -> bool:
        """Whether the child ended by itself for want of work."""
        return self._child.poll() == 0

    def kill(self) -> None:
        """Ends the child at once; a caller that waits for it sees it die. From any thread."""
        self._child.kill()

    def end(self) -> None:
        """Ends the child, waits for it and lets go of everything."""
        self._child.kill()
        self._child.wait()
        self._pipe.close()
        if self._output is not None:
            self._output.close()

    def _send(self, message: Job | Request) -> None:
        try:
            self._pipe.send(message)
        except OSError:
            raise self._died() from None

    def _receive(self, limit_s: float, cancelled: Callable[[], bool]) -> Started | Vectors | Refused:
        end = time.monotonic() + limit_s
        try:
            while not self._pipe.poll(min(_LOOK_S, max(0.0, end - time.monotonic()))):
                if cancelled():
                    raise ModelCancelled("cancelled")
                if time.monotonic() >= end:
                    self.kill()
                    raise ModelTimeout(f"the model's process did not answer within {limit_s:.3g} s and was ended")
            answer: Started | Vectors | Refused = self._pipe.recv()
        except (EOFError, OSError):
            raise self._died() from None
        return answer

    def _died(self) -> ModelDied:
        self._child.kill()
        code = self._child.wait()
        how = f"ended with code {code}" if code >= 0 else f"was ended by {_signal_name(-code)}"
        last = self._last_words()
        return ModelDied(f"the model's process {how}" + (f": {last}" if last else ""))

    def _last_words(self) -> str:
        """The last line of what the child wrote, where an aborting library says why."""
        if self._output is None:
            return ""
        handle = self._output.fileno()
        size = os.fstat(handle).st_size
        text = os.pread(handle, _TAIL, max(0, size - _TAIL)).decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return "".join(c for c in lines[-1] if c.isprintable())[:300] if lines else ""


def _capture() -> IO[bytes] | None:
    """A nameless file for the child's output; None where there is no room for one."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
