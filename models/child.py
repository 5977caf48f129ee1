"""The process a model runs in: answers requests that come over a pipe until its parent is gone.

Nothing here may reach the terminal: the parent gives it a file for both outputs, and Ctrl-C is not for it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from models.errors import ModelError
from models.wire import Job, Refused, Request, Started, Vectors

if TYPE_CHECKING:
    from models.llama import LlamaModel


def main(handle: int) -> None:
    """Runs until the pipe closes.

    Args:
        handle: file descriptor of this end of the pipe.

    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Connection(handle)
    _end_with_parent(handle)
    try:
        job: Job = pipe.recv()
        if job.nice and hasattr(os, "nice"):
            os.nice(job.nice)
        model = _load(pipe, job)
        if model is not None:
            _answer(pipe, model, job.idle_s)
    except (EOFError, OSError):
        pass  # the parent is gone, or wants this process gone
    os._exit(0)  # llama.cpp's own tidying up takes time and cannot matter


def _load(pipe: Connection, job: Job) -> LlamaModel | None:
    try:
        from models.llama import LlamaModel

        model = LlamaModel(Path(job.path), job.facts, job.lanes, Path(job.adapter) if job.adapter else None)
        model.embed(["warm"], query=True, adapter=1.0 if job.adapter else 0.0)
    except Exception as error:  # the worker's edge: whatever it is, the parent tells the user
        pipe.send(Refused(0, _told(error)))
        return None
    pipe.send(Started())
    return model


def _answer(pipe: Connection, model: LlamaModel, idle_s: float | None) -> None:
    while pipe.poll(idle_s):
        request: Request = pipe.recv()
        try:
            vectors = model.embed(request.texts, query=request.query, adapter=request.adapter)
        except Exception as error:  # the worker's edge, as above
            pipe.send(Refused(request.number, _told(error)))
        else:
            pipe.send(Vectors(request.number, vectors))


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, ModelError) else f"{type(error).__name__}: {error}"


def _end_with_parent(handle: int) -> None:
    """Ends this process the moment the parent's end of the pipe closes, in the middle of a long computation too."""
    if not hasattr(select, "poll"):
        return
    watch = select.poll()
    watch.register(handle, 0)  # hang-up alone

    def wait() -> None:
        watch.poll()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    main(int(sys.argv[1]))
