"""Servers to import from: real ones of the SDK, and small programs that do one thing wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mcp_types as types
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ServerEvent, ToolsListChanged

from app.importing.source import Command

PAGE = 2


def tool(name: str, description: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}, **more}


SDK_SERVER = """
import sys
import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

NAMES = ["delta", "alpha", "echo", "bravo", "charlie"]


async def list_tools(ctx, params):
    start = int(params.cursor or 0) if params else 0
    tools = [
        types.Tool(name=name, title=name.title(), description=f"Do {name}", input_schema={"type": "object"},
                   annotations=types.ToolAnnotations(read_only_hint=True))
        for name in NAMES[start:start + 2]
    ]
    more = str(start + 2) if start + 2 < len(NAMES) else None
    return types.ListToolsResult(tools=tools, next_cursor=more)


async def main():
    print("chatter on standard error", file=sys.stderr)
    server = Server("pages/of tools", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


anyio.run(main)
"""

_SCRIPTED = """
import json, os, sys

PAGES = json.loads({pages!r})
asked = 0

def say(**message):
    print(json.dumps({{"jsonrpc": "2.0", **message}}), flush=True)

for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        say(id=number, result={{"protocolVersion": "2025-06-18", "capabilities": {{"tools": {{"listChanged": True}}}},
                              "serverInfo": {{"name": {name!r}, "version": "1"}}}})
    elif method == "tools/list":
        say(id=number, result=PAGES[min(asked, len(PAGES) - 1)])
        asked += 1
        {after}
    elif number is not None:
        say(id=number, error={{"code": -32601, "message": "no such method"}})
"""
NOTIFY = 'say(method="notifications/tools/list_changed")'
NOTHING = "pass"


def program(folder: Path, text: str, name: str = "server.py") -> Command:
    """A Python program as a server's command."""
    path = folder / name
    path.write_text(textwrap.dedent(text), "utf-8")
    return Command((sys.executable, str(path)))


def scripted(folder: Path, pages: list[dict[str, Any]], *, after: str = NOTHING, name: str = "scripted") -> Command:
    """A server of the handshake protocol that gives these answers to tools/list, the last one for ever.

    `after` is a statement it runs after each.
    """
    return program(folder, _SCRIPTED.format(pages=json.dumps(pages), name=name, after=after))


class _Uvicorn(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.ready.set()


class _Bus(InMemorySubscriptionBus):
    def __init__(self) -> None:
        super().__init__()
        self.listening = threading.Event()

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        self.listening.set()
        return super().subscribe(listener)


class HttpServer:
    """A server of the SDK over Streamable HTTP on loopback, whose tools a test may change."""

    def __init__(self, names: list[str], port: int = 0) -> None:
        self.names = names
        self.headers: list[dict[str, str]] = []
        self._bus = _Bus()
        server: Server[Any] = Server(
            "over http", on_list_tools=self._list, on_subscriptions_listen=ListenHandler(self._bus)
        )
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/mcp"
        config = uvicorn.Config(server.streamable_http_app(), log_level="critical", timeout_graceful_shutdown=1)
        self._uvicorn = _Uvicorn(config)
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self._socket],), daemon=True)

    def start(self) -> None:
        self._thread.start()
        assert self._uvicorn.ready.wait(30)

    def stop(self) -> None:
        self._uvicorn.should_exit = self._uvicorn.force_exit = True
        self._thread.join(30)
        self._socket.close()
        assert not self._thread.is_alive()

    def change(self, names: list[str]) -> None:
        """Offer other tools, and say so as soon as somebody listens."""
        assert self._bus.listening.wait(30)
        self.names = names
        loop = self._uvicorn.loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(self._bus.publish(ToolsListChanged()), loop).result(30)

    async def _list(
        self, ctx: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        start = int(params.cursor) if params and params.cursor else 0
        if ctx.request is not None:
            self.headers.append(dict(ctx.request.headers))
        page = self.names[start : start + PAGE]
        tools = [types.Tool(name=name, description=f"Do {name}", input_schema={"type": "object"}) for name in page]
        more = str(start + PAGE) if start + PAGE < len(self.names) else None
        return types.ListToolsResult(tools=tools, next_cursor=more)


@contextlib.contextmanager
def http_server(names: list[str], port: int = 0) -> Iterator[HttpServer]:
    server = HttpServer(names, port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Answers:
    """A web server on loopback that gives one fixed answer to everything."""

    def __init__(self, status: int, content_type: str, body: bytes) -> None:
        async def answer(_scope: Any, receive: Any, send: Any) -> None:
            headers = [(b"content-type", content_type.encode())]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body})

        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/mcp"
        self._uvicorn = _Uvicorn(uvicorn.Config(answer, log_level="critical", lifespan="off"))
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Answers:
        self._thread.start()
        assert self._uvicorn.ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._uvicorn.should_exit = self._uvicorn.force_exit = True
        self._thread.join(30)
        self._socket.close()
