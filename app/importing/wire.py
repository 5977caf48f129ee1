"""What went over a connection, seen below the SDK's models.

The models drop fields they do not know and refuse a whole list for one tool without a schema; a manifest is to hold
what the server says. So the messages are noted on their way into the SDK's client.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Any, Self

import anyio
from mcp.client import Transport
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse, RequestId
from pydantic import ValidationError

MOST_GARBAGE = 1_000
"""Messages that are none after which a server that never sent a real one is given up."""

Streams = tuple[Any, Any]


class Wire:
    """Notes of one connection. `status` is that of the last HTTP answer, None without one."""

    def __init__(self) -> None:
        self.answered = False
        self.garbage = 0
        self.first_garbage = ""
        self.ended = anyio.Event()
        self.status: int | None = None
        self.page: dict[str, Any] | None = None
        self._asked: set[RequestId] = set()

    @property
    def flooded(self) -> bool:
        return not self.answered and self.garbage >= MOST_GARBAGE

    def sent(self, item: SessionMessage) -> None:
        message = item.message
        if isinstance(message, JSONRPCRequest) and message.method == "tools/list":
            self.page = None
            self._asked.add(message.id)

    def received(self, item: SessionMessage | Exception) -> None:
        if isinstance(item, Exception):
            self.garbage += 1
            self.first_garbage = self.first_garbage or _input_of(item)
            return
        message = item.message
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            return
        self.answered = True
        if message.id in self._asked:
            self._asked.discard(message.id)
            if isinstance(message, JSONRPCResponse):
                self.page = dict(message.result)

    def noting(self, transport: AbstractAsyncContextManager[Streams]) -> Transport:
        """The transport, with a note taken of every message."""
        return self._noting(transport)

    @asynccontextmanager
    async def _noting(self, transport: AbstractAsyncContextManager[Streams]) -> AsyncIterator[Streams]:
        async with transport as (reading, writing):
            yield _NotedReading(reading, self), _NotedWriting(writing, self)


class _Stream:
    """What the SDK's two stream protocols share; entering and leaving closes the stream below."""

    def __init__(self, inner: Any, wire: Wire) -> None:
        self._inner = inner
        self._wire = wire

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        result: bool | None = await self._inner.__aexit__(kind, error, trace)
        return result


class _NotedReading(_Stream):
    @property
    def last_context(self) -> Any:
        """Of the message last received; the SDK looks for it."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        if self._wire.flooded:
            self._wire.ended.set()
            raise anyio.EndOfStream
        try:
            item: SessionMessage | Exception = await self._inner.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            self._wire.ended.set()
            raise
        self._wire.received(item)
        return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class _NotedWriting(_Stream):
    async def send(self, item: SessionMessage, /) -> None:
        self._wire.sent(item)
        await self._inner.send(item)


def _input_of(error: Exception) -> str:
    """The text that was no message."""
    if isinstance(error, ValidationError):
        for detail in error.errors(include_url=False, include_context=False):
            if isinstance(detail["input"], str):
                return detail["input"]
    return ""
