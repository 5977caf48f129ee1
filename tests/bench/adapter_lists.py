"""Reads the lists of tools and requests that the adapter is learned from (`data/adapter/*.txt`).

A line `# server` names the server of the tools after it, `name | description` is a tool, and `> text` a request that
the tool above it serves; one that stands under several tools needs all of them or any. We wrote them all, the requests
before any ranking of them was looked at. None is in a set that `tests.bench.quality` measures.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

LISTS = Path(__file__).parent / "data" / "adapter"


@dataclass(frozen=True, slots=True)
class ListedTool:
    server: str
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class RequestList:
    """Tools, and requests with the places of their tools among them."""

    name: str
    tools: tuple[ListedTool, ...]
    requests: tuple[tuple[str, tuple[int, ...]], ...]

    def write_manifests(self, folder: Path) -> None:
        """The tools as manifests, one a server."""
        by_server: dict[str, list[dict[str, str]]] = {}
        for tool in self.tools:
            entry = {"name": tool.name, "description": tool.description}
            by_server.setdefault(tool.server or "tools", []).append(entry)
        for server, tools in by_server.items():
            text = json.dumps({"tools": tools}, ensure_ascii=False)
            (folder / f"{server}.json").write_text(text, "utf-8")


def read_list(path: Path) -> RequestList:
    """Raises ValueError for a line that is none of the three, or a request before the first tool."""
    server, tools, requests = "", list[ListedTool](), dict[str, list[int]]()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("# "):
            server = line[2:].strip()
        elif line.startswith("> ") and tools:
            requests.setdefault(line[2:].strip(), []).append(len(tools) - 1)
        elif " | " in line and not line.startswith(">"):
            name, description = line.split(" | ", 1)
            tools.append(ListedTool(server, name if server else name.replace(" ", ""), description.strip()))
        elif line.strip():
            raise ValueError(f"{path.name}:{number}: neither a server nor a tool nor a request: {line}")
    return RequestList(path.stem, tuple(tools), tuple((text, tuple(at)) for text, at in requests.items()))


def read_lists() -> tuple[RequestList, ...]:
    return tuple(read_list(path) for path in sorted(LISTS.glob("*.txt")))
