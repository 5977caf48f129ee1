"""Small manifests of every shape, written for these tests, with what should be read from each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sample:
    """One file: `tools` are (name, server, pointer), in order."""

    source: str
    text: str
    shape: str
    tools: tuple[tuple[str, str, str], ...]

    @property
    def data(self) -> bytes:
        return self.text.encode()


def _json(value: object) -> str:
    return json.dumps(value, indent=2)


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "description": "Path of the file."},
        "lines": {"type": ["integer", "null"]},
    },
    "required": ["path"],
}


def mcp(name: str, description: str = "Reads a file.") -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": SCHEMA}


SAMPLES: dict[str, Sample] = {
    "mcp object": Sample(
        "files/tools.json",
        _json({"tools": [mcp("read"), mcp("write")]}),
        "mcp",
        (("read", "files", "/tools/0"), ("write", "files", "/tools/1")),
    ),
    "mcp result": Sample(
        "fs.json",
        _json({"jsonrpc": "2.0", "id": 1, "result": {"tools": [mcp("read")], "nextCursor": "x"}}),
        "mcp",
        (("read", "fs", "/result/tools/0"),),
    ),
    "mcp bare list": Sample("fs.json", _json([mcp("read")]), "mcp", (("read", "fs", "/0"),)),
    "mcp one tool": Sample("fs.json", _json(mcp("read")), "mcp", (("read", "fs", ""),)),
    "mcp serverInfo": Sample(
        "dump.json",
        _json({"serverInfo": {"name": "disk"}, "tools": [mcp("read")]}),
        "mcp",
        (("read", "disk", "/tools/0"),),
    ),
    "map of servers": Sample(
        "all.json",
        _json({"mcpServers": {"git": {"tools": [mcp("log")]}, "disk": {"tools": [mcp("read")]}}}),
        "mcp",
        (("log", "git", "/mcpServers/git/tools/0"), ("read", "disk", "/mcpServers/disk/tools/0")),
    ),
    "map of server to list": Sample(
        "all.json",
        _json({"git": [mcp("log")], "disk": [mcp("read")]}),
        "mcp",
        (("log", "git", "/git/0"), ("read", "disk", "/disk/0")),
    ),
    "list of servers": Sample(
        "all.json",
        _json([{"name": "git", "tools": [mcp("log")]}, {"name": "disk", "tools": [mcp("read")]}]),
        "mcp",
        (("log", "git", "/0/tools/0"), ("read", "disk", "/1/tools/0")),
    ),
    "servers in servers": Sample(
        "all.json",
        _json([{"name": "Version control", "tools": {"git": {"tools": [mcp("log")]}}}]),
        "mcp",
        (("log", "git", "/0/tools/git/tools/0"),),
    ),
    "map of tools": Sample(
        "fs.json",
        _json({"tools": {"read": {"description": "Reads.", "inputSchema": SCHEMA}}}),
        "mcp",
        (("read", "fs", "/tools/read"),),
    ),
    "toolsnap": Sample(
        "github/__toolsnaps__/get_issue.snap", _json(mcp("get_issue")), "mcp", (("get_issue", "github", ""),)
    ),
    "docker registry": Sample(
        "maps.json",
        _json(
            [
                {
                    "name": "route",
                    "description": "Finds a way.",
                    "arguments": [
                        {"name": "to", "type": "string", "desc": "Where to."},
                        {"name": "via", "type": "array", "desc": "Stops.", "optional": True},
                    ],
                },
                {"name": "geocode", "description": "Finds a place."},
            ]
        ),
        "docker-registry",
        (("route", "maps", "/0"), ("geocode", "maps", "/1")),
    ),
    "thin catalog": Sample(
        "shop/tools.json",
        _json({"tools": [{"name": "buy", "description": "Buys."}]}),
        "thin",
        (("buy", "shop", "/tools/0"),),
    ),
    "mcpb": Sample(
        "bundle/manifest.json",
        _json(
            {
                "manifest_version": "0.3",
                "name": "notes",
                "version": "1.0.0",
                "server": {"type": "node"},
                "tools": [{"name": "add", "description": "Adds."}, {"name": "drop", "description": "Drops."}],
                "_meta": {"com.microsoft.windows": {"static_responses": {"tools/list": {"tools": [mcp("add")]}}}},
            }
        ),
        "mcpb",
        (
            ("add", "notes", "/_meta/com.microsoft.windows/static_responses/tools~1list/tools/0"),
            ("drop", "notes", "/tools/1"),
        ),
    ),
    "toolhive registry": Sample(
        "registry.json",
        _json({"version": "1.0.0", "servers": {"fetch": {"image": "x/fetch:1", "tools": ["fetch", "head"]}}}),
        "names-only",
        (("fetch", "fetch", "/servers/fetch/tools/0"), ("head", "fetch", "/servers/fetch/tools/1")),
    ),
    "server.json": Sample(
        "server.json",
        _json(
            {
                "name": "io.example/fetch",
                "packages": [{"identifier": "x/fetch:1"}],
                "_meta": {"publisher": {"io.example": {"x/fetch:1": {"tier": "Official", "tools": ["fetch"]}}}},
            }
        ),
        "names-only",
        (("fetch", "io.example/fetch", "/_meta/publisher/io.example/x~1fetch:1/tools/0"),),
    ),
    "server card": Sample(
        "server-card.json",
        _json({"protocolVersion": "2025-06-18", "serverInfo": {"name": "disk"}, "tools": [mcp("read")]}),
        "mcp",
        (("read", "disk", "/tools/0"),),
    ),
    "server card, dynamic": Sample(
        "server-card.json", _json({"serverInfo": {"name": "disk"}, "tools": ["dynamic"]}), "server-card", ()
    ),
    "openai chat": Sample(
        "request.json",
        _json(
            {
                "model": "m",
                "messages": [{"role": "user", "content": "hi"}],
                "tools": [
                    {"type": "function", "function": {"name": "read", "description": "Reads.", "parameters": SCHEMA}},
                    {"type": "web_search"},
                ],
            }
        ),
        "openai-chat",
        (("read", "request", "/tools/0"),),
    ),
    "openai responses": Sample(
        "crm.json",
        _json(
            [
                {"type": "function", "name": "read", "description": "Reads.", "parameters": SCHEMA, "strict": True},
                {"type": "custom", "name": "grep", "description": "Greps.", "format": {"type": "text"}},
                {"type": "file_search", "vector_store_ids": ["v"]},
            ]
        ),
        "openai",
        (("read", "crm", "/0"), ("grep", "crm", "/1")),
    ),
    "openai namespace": Sample(
        "tools.json",
        _json(
            {
                "tools": [
                    {
                        "type": "namespace",
                        "name": "crm",
                        "description": "Customers.",
                        "tools": [{"type": "function", "name": "find", "defer_loading": True, "parameters": SCHEMA}],
                    },
                    {"type": "tool_search"},
                ]
            }
        ),
        "openai",
        (("find", "crm", "/tools/0/tools/0"),),
    ),
    "openai functions": Sample(
        "old.json",
        _json({"functions": [{"name": "read", "description": "Reads.", "parameters": SCHEMA}]}),
        "openai",
        (("read", "old", "/functions/0"),),
    ),
    "anthropic": Sample(
        "claude.json",
        _json(
            {
                "tools": [
                    {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"},
                    {"type": "bash_20250124", "name": "bash"},
                    {"name": "read", "description": "Reads.", "input_schema": SCHEMA, "defer_loading": True},
                ]
            }
        ),
        "anthropic",
        (("read", "claude", "/tools/2"),),
    ),
    "gemini": Sample(
        "gemini.json",
        _json(
            {
                "tools": [
                    {
                        "functionDeclarations": [
                            {
                                "name": "read",
                                "description": "Reads.",
                                "parameters": {
                                    "type": "OBJECT",
                                    "properties": {"path": {"type": "STRING", "nullable": True}},
                                },
                            },
                            {"name": "ping", "description": "Pings."},
                        ]
                    },
                    {"googleSearch": {}},
                ]
            }
        ),
        "gemini",
        (("read", "gemini", "/tools/0/functionDeclarations/0"), ("ping", "gemini", "/tools/0/functionDeclarations/1")),
    ),
    "bedrock": Sample(
        "bedrock.json",
        _json(
            {
                "toolConfig": {
                    "tools": [
                        {"toolSpec": {"name": "read", "description": "Reads.", "inputSchema": {"json": SCHEMA}}},
                        {"cachePoint": {"type": "default"}},
                    ]
                }
            }
        ),
        "bedrock",
        (("read", "bedrock", "/toolConfig/tools/0"),),
    ),
    "bfcl": Sample(
        "BFCL_simple.jsonl",
        "\n".join(
            json.dumps(
                {
                    "id": f"simple_{n}",
                    "question": [[{"role": "user", "content": "?"}]],
                    "function": [
                        {
                            "name": f"f{n}",
                            "description": "Does.",
                            "parameters": {
                                "type": "dict",
                                "properties": {"x": {"type": "float", "description": "X."}},
                                "required": ["x"],
                            },
                        }
                    ],
                }
            )
            for n in range(2)
        ),
        "bfcl",
        (("f0", "BFCL_simple", "/0/function/0"), ("f1", "BFCL_simple", "/1/function/0")),
    ),
    "vscode": Sample(
        "ext/package.json",
        _json(
            {
                "name": "notes-ext",
                "version": "1.0.0",
                "contributes": {
                    "languageModelTools": [
                        {
                            "name": "notes_find",
                            "displayName": "Find notes",
                            "modelDescription": "Finds.",
                            "inputSchema": SCHEMA,
                        }
                    ]
                },
            }
        ),
        "vscode",
        (("notes_find", "notes-ext", "/contributes/languageModelTools/0"),),
    ),
    "openapi": Sample(
        "openapi.yaml",
        """openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets/{id}:
    parameters:
      - $ref: "#/components/parameters/Id"
    get:
      operationId: getPet
      summary: One pet
      description: Returns one pet.
    delete:
      summary: Removes a pet
  /pets:
    post:
      operationId: addPet
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Pet"}
components:
  parameters:
    Id: {name: id, in: path, required: true, description: The pet's id., schema: {type: integer}}
  schemas:
    Pet: {type: object, required: [name], properties: {name: {type: string, description: Its name.}}}
""",
        "openapi",
        (
            ("getPet", "Pets", "/paths/~1pets~1{id}/get"),
            ("delete_pets_id", "Pets", "/paths/~1pets~1{id}/delete"),
            ("addPet", "Pets", "/paths/~1pets/post"),
        ),
    ),
    "a2a": Sample(
        ".well-known/agent-card.json",
        _json(
            {
                "name": "Planner",
                "url": "https://x.example",
                "capabilities": {},
                "protocolVersion": "0.3.0",
                "skills": [{"id": "plan_route", "name": "Plan a route", "description": "Plans.", "tags": ["maps"]}],
            }
        ),
        "a2a",
        (("plan_route", "Planner", "/skills/0"),),
    ),
    "agent skill": Sample(
        "skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: >-\n  Fills in\n  forms.\nlicense: MIT\n---\n\n# PDF\n",
        "agent-skill",
        (("pdf", "pdf", ""),),
    ),
    "chatgpt plugin": Sample(
        "weather/ai-plugin.json",
        _json(
            {
                "schema_version": "v1",
                "name_for_human": "Weather",
                "name_for_model": "weather",
                "description_for_human": "W",
                "description_for_model": "Tells the weather.",
            }
        ),
        "chatgpt-plugin",
        (("weather", "weather", ""),),
    ),
    "yaml mcp": Sample(
        "fs.yaml",
        "tools:\n  - name: read\n    description: |\n      Reads.\n    inputSchema: {type: object}\n",
        "mcp",
        (("read", "fs", "/tools/0"),),
    ),
    "yaml documents": Sample(
        "two.yml",
        "name: a\ninputSchema: {type: object}\n---\nname: b\ninputSchema: {type: object}\n",
        "mcp",
        (("a", "two", "/0"), ("b", "two", "/1")),
    ),
    "toml": Sample(
        "fs.toml",
        '[server]\nname = "disk"\n\n[[tools]]\nname = "read"\ndescription = """\nReads."""\n\n'
        '[tools.inputSchema]\ntype = "object"\n\n[[tools]]\nname = "write"\ndescription = \'Writes.\'\n',
        "mcp",
        (("read", "disk", "/tools/0"), ("write", "disk", "/tools/1")),
    ),
    "json with comments": Sample(
        "fs.jsonc",
        '// my tools\n{"tools": [ /* one */ {"name": "read", "description": "// no comment", "inputSchema": {},}, ]}\n',
        "mcp",
        (("read", "fs", "/tools/0"),),
    ),
    "log": Sample(
        "session.log",
        "12:00 [info] started\n"
        '12:01 [info] got: {"jsonrpc":"2.0","id":0,"result":{"serverInfo":{"name":"disk","version":"1"}}}\n'
        f'12:02 [info] got: {{"jsonrpc":"2.0","id":1,"result":{{"tools":[{json.dumps(mcp("read"))}]}}}} {{ x: 1 }}\n',
        "mcp",
        (("read", "disk", "/2/result/tools/0"),),
    ),
    "json-rpc lines": Sample(
        "wire.jsonl",
        json.dumps({"id": 1, "result": {"tools": [mcp("a")]}})
        + "\n\n"
        + json.dumps({"id": 2, "result": {"tools": [mcp("b")]}}),
        "mcp",
        (("a", "wire", "/0/result/tools/0"), ("b", "wire", "/1/result/tools/0")),
    ),
    "empty": Sample("tools.json", '{"tools": []}', "tool-list", ()),
    "empty list": Sample("linear.json", "[]\n", "tool-list", ()),
}
