"""Keeps a manifest up to date while the server's author works on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import MCPError
from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost

from app.importing.failure import ImportFailed
from app.importing.listing import Listing
from app.importing.source import Command, Source
from app.importing.sources_changed import SourceFiles, State
from app.importing.visit import Visit, visit


@dataclass(frozen=True, slots=True)
class Pace:
    """All in seconds. `relist`: how often the tools are asked for unbidden; `sources`: how often source files are
    looked at; a lost server is tried again after `first_retry`, then twice as long each time, at most `last_retry`.
    """

    relist: float = 5.0
    sources: float = 1.0
    first_retry: float = 0.5
    last_retry: float = 10.0


class _Reason(Enum):
    """Why the tools are asked for again."""

    CHANGED = auto()
    ENDED = auto()
    SOURCES = auto()
    TIME = auto()


class Watch:
    """Asks a server for its tools again and again, over one connection as long as it lasts.

    Args:
        source: the server.
        timeout: seconds, as for `visit`.
        take: gets every listing; a TriptychError out of it ends the watch.
        failed: gets every failure that is not the same as the one before; None when the server is back.
        folder: the current folder, which a command's arguments are relative to.

    """

    def __init__(
        self,
        source: Source,
        *,
        timeout: float,
        take: Callable[[Listing], None],
        failed: Callable[[ImportFailed | None], None],
        folder: Path,
        pace: Pace | None = None,
    ) -> None:
        self._source = source
        self._timeout = timeout
        self._take = take
        self._failed = failed
        self._pace = pace or Pace()
        self._files = SourceFiles(source.words, folder) if isinstance(source, Command) else None
        self._state: State = frozenset()
        self._listed = False
        self._trouble = ""
        self._delay = self._pace.first_retry

    async def run(self) -> None:
        """Until cancelled.

        Raises:
            ImportFailed: there is no use in trying again.
            TriptychError: a listing could not be written.

        """
        while True:
            self._state = await self._sources()
            try:
                await self._one_visit()
                continue  # the sources changed
            except ImportFailed as failure:
                if failure.lasting and not self._listed:
                    raise
                self._tell(failure)
            with anyio.move_on_after(self._delay):
                await self._until_sources_change()
            self._delay = min(self._delay * 2, self._pace.last_retry)

    async def _one_visit(self) -> None:
        """Returns when the server is to be started again; raises when it is lost."""
        sending, reasons = anyio.create_memory_object_stream[_Reason](16)

        def changed() -> None:
            _post(sending, _Reason.CHANGED)

        async with (
            sending,
            reasons,
            visit(self._source, self._timeout, changed) as connection,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(self._note_end, connection, sending)
            tasks.start_soon(self._listen, connection, sending)
            tasks.start_soon(self._note_sources, sending)
            await self._list_until_restart(connection, reasons)
            tasks.cancel_scope.cancel()

    async def _list_until_restart(self, connection: Visit, reasons: MemoryObjectReceiveStream[_Reason]) -> None:
        while True:
            self._take(await connection.tools())
            self._listed = True
            self._delay = self._pace.first_retry
            self._tell(None)
            reason = _Reason.TIME
            with anyio.move_on_after(self._pace.relist):
                reason = await reasons.receive()
            if reason is _Reason.ENDED:
                raise ImportFailed("the server ended; it is tried again until it answers")
            if reason is _Reason.SOURCES:
                return

    async def _note_end(self, connection: Visit, sending: MemoryObjectSendStream[_Reason]) -> None:
        await connection.ended.wait()
        await sending.send(_Reason.ENDED)

    async def _note_sources(self, sending: MemoryObjectSendStream[_Reason]) -> None:
        await self._until_sources_change()
        await sending.send(_Reason.SOURCES)

    async def _listen(self, connection: Visit, sending: MemoryObjectSendStream[_Reason]) -> None:
        """Hear of changes from servers of the 2026 protocol, which only tell who asks; older ones tell anybody."""
        try:
            async with connection.client.listen(tools_list_changed=True) as events:
                async for _ in events:
                    _post(sending, _Reason.CHANGED)
        except (ListenNotSupportedError, SubscriptionLost, MCPError, TimeoutError):
            return  # the tools are asked for every few seconds anyway

    async def _until_sources_change(self) -> None:
        while await self._sources() == self._state:
            await anyio.sleep(self._pace.sources)

    async def _sources(self) -> State:
        if self._files is None:
            return frozenset()
        return await anyio.to_thread.run_sync(self._files.state)

    def _tell(self, failure: ImportFailed | None) -> None:
        trouble = str(failure) if failure is not None else ""
        if trouble != self._trouble:
            self._trouble = trouble
            self._failed(failure)


def _post(sending: MemoryObjectSendStream[_Reason], reason: _Reason) -> None:
    """Without waiting: when many reasons wait already, one more adds nothing."""
    try:
        sending.send_nowait(reason)
    except (anyio.WouldBlock, anyio.ClosedResourceError, anyio.BrokenResourceError):
        return
