"""One connection to a server: opened, asked for its tools, ended, with every failure explained."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.session import IncomingMessage
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation, ToolListChangedNotification

from app.importing.explain import explain, first_cause
from app.importing.failure import ImportFailed
from app.importing.listing import Listing, list_all
from app.importing.source import Command, Endpoint, Source
from app.importing.stderr_tail import StderrTail
from app.importing.wire import Wire

CONNECT_S = 10.0
"""How long a TCP or TLS connection may take to open."""

for _name in ("mcp", "client", "httpx2", "httpcore2"):  # the SDK logs what is told here in the user's words
    logging.getLogger(_name).addHandler(logging.NullHandler())


class Visit:
    """An open connection. `timeout` in seconds holds for connecting with the first list, and for each later one."""

    def __init__(self, client: Client, wire: Wire, scope: anyio.CancelScope, source: Source, timeout: float) -> None:
        self.client = client
        self.ended = wire.ended
        self._wire = wire
        self._scope = scope
        self._source = source
        self._timeout = timeout
        self._asked = False

    async def tools(self) -> Listing:
        """All pages of the server's tools.

        Raises:
            ImportFailed: or the visit ends with it.

        """
        if self._asked:
            self._scope.deadline = anyio.current_time() + self._timeout
        self._asked = True
        listing = await list_all(self.client, self._wire, self._source)
        self._scope.deadline = float("inf")
        return listing


@asynccontextmanager
async def visit(source: Source, timeout: float, changed: Callable[[], None] = lambda: None) -> AsyncIterator[Visit]:
    """Connect, and end the connection and the server's process however the block ends.

    Args:
        source: the server.
        timeout: seconds until the first list is there; then for each further one.
        changed: called when the server says that its tools changed.

    Raises:
        ImportFailed: the server could not be reached or did not answer as an MCP server does. Any other
            TriptychError of the block is passed on.

    """
    wire = Wire()
    tail = StderrTail() if isinstance(source, Command) else None
    scope = anyio.CancelScope(deadline=anyio.current_time() + timeout)
    failure: BaseException | None = None
    try:
        with scope:
            async with _client(source, wire, tail, changed) as client:
                yield Visit(client, wire, scope, source, timeout)
        if scope.cancelled_caught:
            failure = TimeoutError()
    except Exception as error:  # the SDK's tasks raise anything, in groups; all of it becomes a line for the user
        failure = first_cause(error)
    finally:
        stderr = tail.close() if tail is not None else ()
    if failure is not None:
        raise explain(failure, source, wire, timeout, stderr) from failure


@asynccontextmanager
async def _client(
    source: Source, wire: Wire, tail: StderrTail | None, changed: Callable[[], None]
) -> AsyncIterator[Client]:
    async def take(message: IncomingMessage) -> None:
        if isinstance(message, ToolListChangedNotification):
            changed()

    name = Implementation(name="triptych", version=version("triptych"))
    if isinstance(source, Endpoint):
        async with _http(source, wire) as http:
            transport = wire.noting(streamable_http_client(source.url, http_client=http))
            async with Client(transport, client_info=name, message_handler=take, cache=None) as client:
                yield client
        return
    if tail is None:
        raise TypeError("a command needs a place for its standard error")
    command, *arguments = source.words
    # the whole environment, as a shell would: the user typed the command, and its tokens are there
    parameters = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    transport = wire.noting(stdio_client(parameters, errlog=tail.file))
    async with Client(transport, client_info=name, message_handler=take, cache=None) as client:
        yield client


def _http(source: Endpoint, wire: Wire) -> httpx2.AsyncClient:
    async def note(response: httpx2.Response) -> None:
        if response.request.method == "POST":
            wire.status = response.status_code

    # answers may be streams that stay open for long: only the visit's own deadline ends them
    timeout = httpx2.Timeout(None, connect=CONNECT_S)
    return httpx2.AsyncClient(headers=list(source.headers), timeout=timeout, event_hooks={"response": [note]})


__all__ = ["ImportFailed", "Visit", "visit"]
