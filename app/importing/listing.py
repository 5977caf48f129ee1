"""All pages of a server's `tools/list`, as the server gave them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcp import Client, MCPError
from mcp_types import METHOD_NOT_FOUND
from pydantic import ValidationError

from app.importing.explain import at_fault
from app.importing.failure import ImportFailed
from app.importing.source import Source
from app.importing.wire import Wire
from index.visible import visible_line

MOST_PAGES = 1_000
MOST_TOOLS = 100_000


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server offers. `server` is empty when it did not say its name; `remarks` are for its author."""

    server: str
    tools: tuple[dict[str, Any], ...]
    remarks: tuple[str, ...] = ()


async def list_all(client: Client, wire: Wire, source: Source) -> Listing:
    """Follow `nextCursor` to the end.

    Raises:
        ImportFailed: the list does not end, or an answer holds no list.
        MCPError: the server answered with an error, or the connection ended.

    """
    tools: list[dict[str, Any]] = []
    remarks: list[str] = []
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        page, remark = await _page(client, wire, cursor, source)
        if remark and remark not in remarks:
            remarks.append(remark)
        entries = page["tools"]
        tools += [tool for tool in entries if isinstance(tool, dict)]
        if strays := sum(not isinstance(tool, dict) for tool in entries):
            remarks.append(f"{strays} of the entries of the list were no objects and were left out")
        following = page.get("nextCursor")
        if following is None:
            break
        if not isinstance(following, str):
            raise ImportFailed("the server's list of tools goes on at a cursor that is no text")
        if following in seen:
            raise ImportFailed(f"the server's list of tools does not end: it gave the cursor {_short(following)} twice")
        if len(seen) + 1 >= MOST_PAGES or len(tools) > MOST_TOOLS:
            raise ImportFailed(
                f"the server's list of tools does not end: stopped after {len(seen) + 1:,} pages, {len(tools):,} tools"
            )
        seen.add(following)
        cursor = following
    info = client.server_info
    return Listing(info.name if info is not None else "", tuple(tools), tuple(remarks))


async def _page(client: Client, wire: Wire, cursor: str | None, source: Source) -> tuple[dict[str, Any], str]:
    """One page as it came, and what is wrong with it."""
    remark = ""
    try:
        await client.list_tools(cursor=cursor)
    except ValidationError as error:  # the SDK refuses the page; what can be read of it is kept
        remark = visible_line(f"the list does not follow MCP: {at_fault(error)}", 200)
    except MCPError as error:
        if error.code == METHOD_NOT_FOUND and client.server_capabilities.tools is None:
            raise ImportFailed(f"{_short(source.label)} is an MCP server, but offers no tools") from None
        raise
    page = wire.page
    if page is None or not isinstance(page.get("tools"), list):
        raise ImportFailed("the server's answer to tools/list holds no list of tools")
    return page, remark


def _short(text: str) -> str:
    return visible_line(text, 80)
