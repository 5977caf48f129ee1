"""Files that are no manifests are passed over silently, however much they look like one."""

from __future__ import annotations

import json

import pytest

from index.manifests.names import may_hold_tools
from index.manifests.reading import Reading, read_manifest

_OTHERS = {
    "package.json": json.dumps({"name": "x", "description": "y", "scripts": {"tools": "z"}, "tools": {"a": "1"}}),
    "tsconfig.json": '{ // comments\n "compilerOptions": {"strict": true,}, "include": ["src"] }',
    "schema.json": json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Tool list",
            "description": "D",
            "type": "object",
            "required": ["tools"],
            "properties": {
                "tools": {"type": "array", "items": {"$ref": "#/$defs/tool"}},
                "inputSchema": {"type": "object", "description": "S"},
            },
            "$defs": {"tool": {"name": "tool", "description": "d", "inputSchema": {"type": "object"}}},
        }
    ),
    "ci.yml": "name: CI\non: push\njobs:\n  test:\n    runs-on: x\n    steps:\n      - name: Test\n        run: make\n",
    "compose.yaml": "services:\n  web:\n    image: x\n    command: [a, b]\n",
    "mise.toml": '[tools]\nnode = "20"\npython = { version = "3.11" }\n',
    "pyproject.toml": '[project]\nname = "x"\ndescription = "y"\n[tool.ruff]\nline-length = 1\n',
    "chart.yaml": "tools:\n{{- range .tools }}\n  - name: {{ .name }}\n{{- end }}\n",
    "prompts.json": json.dumps({"prompts": [{"name": "a", "description": "b", "arguments": [{"name": "c"}]}]}),
    "people.json": json.dumps([{"name": "Ada", "description": "Wrote programs.", "born": 1815}]),
    "one.json": json.dumps({"name": "a", "description": "b"}),
    "chat.json": json.dumps({"messages": [{"role": "user", "content": {"name": "x", "inputSchema": {}}}]}),
    "copilot.json": json.dumps({"mcpServers": {"x": {"command": "x", "tools": ["*"]}}}),
    "extension/manifest.json": json.dumps({"manifest_version": 3, "name": "x", "version": "1"}),
    "swagger.json": json.dumps({"swagger": "2.0", "paths": {"/x": {"get": {"operationId": "x"}}}}),
    "team.json": json.dumps({"name": "Team", "skills": [{"name": "Cooking", "description": "Cooks."}]}),
    "README.md": "---\ntitle: Tools\ndescription: All tools.\n---\n# Tools\n",
    "post.md": "---\ntitle: broken: yaml\ntools: [\n---\n",
    "notes.txt": 'He said {"tools" and left.\n',
    "app.log": '12:00 {\'tools\': []}\n12:01 {"level": 1, "name": "x"}\n',
    "broken.json": '{"compilerOptions": {"strict": tru',
    "empty.json": "",
    "empty.yaml": "",
    "scalar.yaml": "just words\n",
    "jest.snap": '// Jest Snapshot v1\n\nexports[`renders 1`] = `{ "tools": 1 }`;\n',
    "picture.png": "\x89PNG",
}


@pytest.mark.parametrize("source", _OTHERS)
def test_passed_over_silently(source: str) -> None:
    assert read_manifest(source, _OTHERS[source].encode()) == Reading(None)


def test_only_text_formats_are_opened() -> None:
    assert [name for name in ("a.json", "A.YML", "b.snap", "c.py", "d", ".json", "e.png") if may_hold_tools(name)] == [
        "a.json",
        "A.YML",
        "b.snap",
    ]


@pytest.mark.parametrize("text", ['{"compilerOptions": tru', '{"name": "x"}', ""])
def test_a_known_manifest_is_never_lost_silently(text: str) -> None:
    reading = read_manifest("x.json", text.encode(), known=True)
    assert reading.tools == ()
    assert [problem.code in {"M001", "M011"} for problem in reading.problems] == [True]


@pytest.mark.parametrize(
    "text",
    ['{"tools": [{"name": "a", "inputSchema": {}', '[{"name": "a", "description": "b"', '{"result": {"tools": }}'],
)
def test_a_broken_file_that_looks_like_a_manifest_is_reported(text: str) -> None:
    assert [problem.code for problem in read_manifest("x.json", text.encode()).problems] == ["M001"]
