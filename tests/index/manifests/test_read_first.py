"""The shapes most manifests have, read from JSON."""

from __future__ import annotations

import json

from index.manifests.reading import read_manifest


def _names(source: str, value: object) -> list[str]:
    return [tool.name for tool in read_manifest(source, json.dumps(value).encode()).tools]


def test_mcp_in_a_json_rpc_envelope() -> None:
    tool = {"name": "read_file", "title": "Read", "description": "Reads.", "inputSchema": {"type": "object"}}
    reading = read_manifest("fs.json", json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}).encode())
    assert reading.shape == "mcp"
    assert [(t.name, t.title, t.server, t.place.pointer) for t in reading.tools] == [
        ("read_file", "Read", "fs", "/result/tools/0")
    ]


def test_openai_anthropic_docker() -> None:
    function = {"type": "function", "function": {"name": "a", "parameters": {"type": "object", "properties": {}}}}
    assert _names("x.json", [function]) == ["a"]
    assert _names("x.json", {"tools": [{"name": "b", "input_schema": {"type": "object"}}]}) == ["b"]
    assert _names("x.json", [{"name": "c", "arguments": [{"name": "q", "type": "string", "desc": "d"}]}]) == ["c"]
