from __future__ import annotations

import codecs
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.draft.draft import Draft, Field
from index.draft.rewrite import rewritten
from index.errors import WriteBackError
from index.manifests.locate import field_pointers, locate
from index.manifests.reading import read_manifest
from index.tool import Place, Tool
from tests.index.draft.manifests import MANIFESTS, NASTY, YAML

ALIAS = "tools:\n- {name: a, description: &d One, inputSchema: {}}\n- {name: b, description: *d, inputSchema: {}}\n"
DESCRIPTION, NAME = Field("description"), Field("name")


def tools_of(source: str, data: bytes) -> tuple[Tool, ...]:
    return read_manifest(source, data, known=True).tools


def tool_named(source: str, data: bytes, name: str) -> Tool:
    return next(tool for tool in tools_of(source, data) if tool.name == name)


def described(source: str, data: bytes, tool: Tool, text: str, field: Field = DESCRIPTION) -> bytes:
    return rewritten(source, data, Draft.begin(tool).edited(tool, field, text))


def change(source: str, text: str, name: str, new: str, field: Field = DESCRIPTION) -> str:
    data = text.encode()
    return described(source, data, tool_named(source, data, name), new, field).decode()


def bare(tool: Tool) -> Tool:
    return replace(tool, place=Place(tool.place.source, tool.place.pointer))


def check_only_the_value_changed(source: str, data: bytes, tool: Tool, text: str) -> None:
    after = described(source, data, tool, text)
    changed = tools_of(source, after)
    for old, new in zip(tools_of(source, data), changed, strict=True):
        if old.place.pointer == tool.place.pointer:
            assert bare(new) == bare(replace(old, description=text, definition=new.definition))
        else:
            assert bare(new) == bare(old)
    pointers = field_pointers(source, data, tool.place.pointer)
    span = None if pointers is None or pointers.description is None else locate(source, data, pointers.description)
    if span is not None:
        assert after.startswith(data[: span.start]) and after.endswith(data[span.end :])


@pytest.mark.parametrize("source", MANIFESTS)
def test_every_tool_takes_every_text_and_nothing_else_changes(source: str) -> None:
    data = MANIFESTS[source].encode()
    for tool in tools_of(source, data):
        for text in NASTY:
            check_only_the_value_changed(source, data, tool, text)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be-mark", "crlf"])
@pytest.mark.parametrize("source", MANIFESTS)
def test_encodings_and_line_endings_are_kept(source: str, encoding: str) -> None:
    text = MANIFESTS[source]
    if encoding == "crlf":
        data = text.replace("\n", "\r\n").encode()
    elif encoding == "utf-16-be-mark":
        data = codecs.BOM_UTF16_BE + text.encode("utf-16-be")
    else:
        data = text.encode(encoding)
    for number, tool in enumerate(tools_of(source, data)):
        for new in NASTY[number % 6 :: 6]:
            check_only_the_value_changed(source, data, tool, new)
    if encoding == "crlf":
        for tool in tools_of(source, data):
            after = described(source, data, tool, "two\nlines\n")
            assert after.count(b"\n") == after.count(b"\r\n")


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(sorted(MANIFESTS)),
    st.integers(0, 20),
    st.text(
        st.one_of(st.sampled_from(" \t\n\r:#-'\"\\|>{}[],&*!%@`\x85\u2028"), st.characters(exclude_categories=["Cs"])),
        max_size=30,
    ),
)
def test_any_text_is_read_back_exactly(source: str, number: int, text: str) -> None:
    data = MANIFESTS[source].encode()
    tools = tools_of(source, data)
    check_only_the_value_changed(source, data, tools[number % len(tools)], text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("plain", "New words.", "description: New words.   # kept\n"),
        ("plain", "a: b", 'description: "a: b"   # kept\n'),
        ("plain", 'say "x": y', "description: 'say \"x\": y'   # kept\n"),
        ("plain", "on", 'description: "on"   # kept\n'),
        ("single", "It's new.", "description: 'It''s new.'\n"),
        ("single", "a\tb", 'description: "a\\tb"\n'),
        ("double", 'a "b" ü\n', 'description: "a \\"b\\" ü\\n"\n'),
        ("literal", "One.\n\nTwo: #3\n", "description: |  # a block\n      One.\n\n      Two: #3\n\n    inputSchema"),
        ("literal", "No break", "description: |-  # a block\n      No break\n\n    inputSchema"),
        ("literal", "  spaced\n", "description: |2  # a block\n        spaced\n\n    inputSchema"),
        ("stripped", "Still deep\nhere", "description: |-\n        Still deep\n        here\n    inputSchema"),
        ("kept", "Kept too.\n\n\n", "description: |+\n      Kept too.\n\n\n    inputSchema"),
        ("folded", "short\nand more", "description: >-\n      short\n\n      and more\n    inputSchema"),
        ("folded", "a\n  b", "description: |-\n      a\n        b\n    inputSchema"),
        (
            "folded",
            "word " * 12 + "end",
            "      word word word word word word word word\n      word word word word end\n",
        ),
        ("flow", "a, b", 'description: "a, b", inputSchema'),
        ("multi", "one line", "description: one line\n    inputSchema"),
        ("bare", "Now: described", '- name: bare\n    description: "Now: described"\n    inputSchema'),
        ("null", "was null", "description: was null\n"),
        ("last", "New end\n", "description: >\n      New end\n"),
    ],
)
def test_yaml_keeps_the_style_where_it_can(name: str, text: str, expected: str) -> None:
    assert expected in change("tools.yaml", YAML, name, text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("basic", 'a "b"\n\u2028', 'description = "a \\"b\\"\\n\\u2028"   # kept'),
        ("literal", r"D:\x", r"description = 'D:\x'"),
        ("literal", "it's", 'description = "it\'s"'),
        ("multi", 'One "two"\n\\three"""', 'description = """\nOne "two"\n\\\\three\\"\\"\\""""'),
        ("multi_literal", "a\n\\b", "description = '''a\n\\b'''"),
        ("multi_literal", "a'''\nb", 'description = """a\'\'\'\nb"""'),
        ("bare", "Now there", 'name = "bare"\ndescription = "Now there"\n'),
    ],
)
def test_toml_keeps_the_kind_where_it_can(name: str, text: str, expected: str) -> None:
    assert expected in change("tools.toml", MANIFESTS["tools.toml"], name, text)


def test_json_escapes_as_the_file_does() -> None:
    assert '"description": "é"' in change("mcp.json", MANIFESTS["mcp.json"], "list_issues", "é")
    assert '"description": "\\u00e9 \\ud83d\\ude00"' in change("t.jsonl", MANIFESTS["tools.jsonl"], "one", "é 😀")


def test_json_gets_a_missing_description_in_the_layout_of_its_neighbours() -> None:
    text = MANIFESTS["mcp.json"]
    assert '{"name": "bare", "description": "New.", "inputSchema"' in change("mcp.json", text, "bare", "New.")
    pretty = '[\n\t{\n\t\t"name" : "a",\n\t\t"inputSchema" : {}\n\t}\n]'
    assert change("tools.json", pretty, "a", "New.") == pretty.replace('"a",\n', '"a",\n\t\t"description" : "New.",\n')
    minified = '[{"inputSchema":{},"name":"a"}]'
    assert change("tools.json", minified, "a", "N") == '[{"inputSchema":{},"name":"a","description":"N"}]'
    parameter = change("mcp.json", text, "create_issue", "The body.", Field("parameter", "body"))
    assert '"body": {"type": "string", "description": "The body."}' in parameter
    null = '[{"name": "a", "description": null, "inputSchema": {}}]'
    assert change("tools.json", null, "a", "N") == null.replace("null", '"N"')


def test_name_and_parameters_are_written_too() -> None:
    data = MANIFESTS["tools.yaml"].encode()
    tool = tool_named("tools.yaml", data, "plain")
    draft = Draft.begin(tool).edited(tool, NAME, "renamed").edited(tool, Field("parameter", "id"), "The id: new")
    after = rewritten("tools.yaml", data, draft.edited(tool, DESCRIPTION, "All three."))
    assert after.decode() == YAML.replace("name: plain ", "name: renamed ").replace(
        "Plain words here.", "All three."
    ).replace("description: The id}", 'description: "The id: new"}')


@pytest.mark.parametrize(
    ("source", "text", "name", "field", "words"),
    [
        (
            "tools.yaml",
            ALIAS,
            "b",
            DESCRIPTION,
            "is an alias",
        ),
        (
            "tools.yaml",
            ALIAS,
            "a",
            DESCRIPTION,
            "b shares this text",
        ),
        (
            "tools.json",
            '{"$defs": {"id": {"type": "string", "description": "Id."}}, "tools": ['
            '{"name": "a", "inputSchema": {"properties": {"id": {"$ref": "#/$defs/id"}}}},'
            '{"name": "b", "inputSchema": {"properties": {"id": {"$ref": "#/$defs/id"}}}}]}',
            "a",
            Field("parameter", "id"),
            "b shares this text",
        ),
        ("tools.json", '[{"name": "a", "inputSchema": {}}]', "a", NAME, "half a character"),
    ],
)
def test_refuses_what_it_cannot_change_alone(source: str, text: str, name: str, field: Field, words: str) -> None:
    data = text.encode()
    tool = tool_named(source, data, name)
    new = "x\ud800" if "half" in words else "Other."
    with pytest.raises(WriteBackError, match=words) as caught:
        described(source, data, tool, new, field)
    assert caught.value.source == source


def test_refuses_when_the_tool_is_not_there() -> None:
    tool = Tool("a", "", "s", Place("tools.json", "/7"))
    with pytest.raises(WriteBackError, match="not at its place"):
        described("tools.json", b'[{"name": "a", "inputSchema": {}}]', tool, "x")


def test_bytes_that_are_no_text_stay_as_they_are() -> None:
    entry = b'{"name": "%b", "description": "%b", "input_schema": {}}'
    data = b"[" + entry % (b"a", b"\xff") + b", " + entry % (b"b", b"\xfe") + b"]"
    after = described("tools.json", data, tool_named("tools.json", data, "b"), "new")
    assert after == data.replace(b'"\xfe"', b'"new"')
