"""Runs an import to its end, or to the signal that ends it, with the server's process ended in either case."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Awaitable, Callable

import anyio

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def run(work: Callable[[], Awaitable[None]]) -> int | None:
    """Run the coroutine function; the number of the signal that ended it, None if it came to its own end.

    A signal cancels the work, so that connections close and processes end in their order; a second one, sent by an
    impatient user, changes nothing. On Windows, where there is only Ctrl-C, asyncio does the same by itself.
    """
    return asyncio.run(_until_signal(work))


async def _until_signal(work: Callable[[], Awaitable[None]]) -> int | None:
    loop = asyncio.get_running_loop()
    received: list[int] = []
    with anyio.CancelScope() as scope, contextlib.ExitStack() as handlers:

        def stop(number: int) -> None:
            received.append(number)
            scope.cancel()

        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                with contextlib.suppress(NotImplementedError):
                    loop.add_signal_handler(number, stop, number)
                    handlers.callback(loop.remove_signal_handler, number)
        await work()
    return received[0] if received else None
