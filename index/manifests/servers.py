"""Which server a tool belongs to: the manifest's own word, the key it stands under, or the file's name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from index.manifests.findings import Node
from index.manifests.steps import value_at
from index.manifests.words import word_set

_OWN_NAME = (
    ("serverInfo", "name"),
    ("server_info", "name"),
    ("server", "name"),
    ("server",),
    ("server_name",),
    ("serverName",),
    ("server_label",),
    ("mcp_server",),
)
_TOOL_KEYS = ("tools", "functions", "tool_definitions", "functionDeclarations", "function_declarations")
PLAIN_KEYS = word_set(
    """
    result results response data body params request payload message value output content structuredContent
    tools tools/list functions function tool_list toolList tools_list listTools list_tools tool_definitions
    tool_choice toolConfig tool_config config mcp servers mcpServers mcp_servers remote_servers static_responses
    _meta items entries record records manifest contributes languageModelTools capabilities functionDeclarations
    function_declarations skills actions available_tools availableTools initialize
    """
)
"""Keys that say what is below them, not whose it is."""

_PLAIN_STEMS = word_set(
    """
    tools tool manifest server skill plugin ai-plugin openapi swagger functions function package index mcp list
    tools-list tools_list toolslist agent agent-card agent_card server-card server_card agents config data
    """
)
_PLAIN_FOLDERS = word_set(
    """
    __toolsnaps__ toolsnaps __snapshots__ snapshots .well-known
    """
)
_SUFFIXES = (".tools", ".mcp", ".functions", ".openapi", ".manifest", ".tool", ".server")


def own_name(value: Mapping[str, object], *, with_name: bool) -> str:
    """The server name an object gives itself; its plain `name` counts only `with_name`."""
    for steps in _OWN_NAME:
        name = value_at(value, steps)
        if isinstance(name, str) and name:
            return name
    name = value.get("name") if with_name else None
    return name if isinstance(name, str) else ""


def server_below(node: Node, step: str | int, value: object) -> str:
    """The server name for what stands at `step` of `node`: of the child itself, its key, or what was known before."""
    if isinstance(value, dict):
        holds_tools = any(key in value for key in _TOOL_KEYS)
        own = own_name(value, with_name=holds_tools)
        if own:
            return own
        if not holds_tools:
            return node.server
    if isinstance(step, str) and step and step not in PLAIN_KEYS:
        return step
    return node.server


def server_of_file(source: str) -> str:
    """The server name a file's path gives: its stem, or the folder's name where the stem says nothing."""
    path = PurePosixPath(source)
    stem = path.stem
    for suffix in _SUFFIXES:
        if stem.lower().endswith(suffix) and len(stem) > len(suffix):
            stem = stem[: -len(suffix)]
    folders = [name for name in path.parts[:-1] if name.lower() not in _PLAIN_FOLDERS and name not in ("/", ".", "..")]
    one_tool_each = path.suffix.lower() == ".snap"
    if folders and (stem.lower() in _PLAIN_STEMS or one_tool_each):
        return folders[-1]
    return stem


def own_name_of_record(value: object) -> str:
    """The server name the root of a document gives: its own, or that of an `initialize` result."""
    if not isinstance(value, dict):
        return ""
    for holder in (value, value.get("result"), value_at(value, ("body", "result"))):
        if isinstance(holder, dict) and (name := own_name(holder, with_name=False)):
            return name
    return ""
