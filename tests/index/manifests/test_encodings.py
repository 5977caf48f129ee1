"""The same tools come out of every encoding, and every position is the one an editor shows."""

from __future__ import annotations

import codecs
import json

import pytest

from index.manifests.reading import read_manifest

_TEXT = """{"tools": [
  {"name": "größe_😀", "description": "Misst.", "inputSchema": {}},
\t{"name": "b", "inputSchema": {}}
]}"""


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ],
)
def test_unicode_encodings(mark: bytes, encoding: str) -> None:
    reading = read_manifest("x.json", mark + _TEXT.encode(encoding))
    assert [(t.name, t.place.line, t.place.column) for t in reading.tools] == [("größe_😀", 2, 3), ("b", 3, 2)]
    assert reading.problems == ()


def test_windows_line_ends() -> None:
    reading = read_manifest("x.json", _TEXT.replace("\n", "\r\n").encode())
    assert [(t.place.line, t.place.column) for t in reading.tools] == [(2, 3), (3, 2)]


def test_bytes_that_are_no_text_cost_one_character_not_the_file() -> None:
    data = '[\n {"name": "a", "description": "caf§", "inputSchema": {}}]'.encode("latin-1")
    reading = read_manifest("x.json", data)
    assert [t.description for t in reading.tools] == ["caf\ufffd"]
    assert [(p.code, p.line, p.column) for p in reading.problems] == [("M002", 2, 35)]


def test_lone_surrogates_are_replaced_and_nul_is_kept() -> None:
    reading = read_manifest("x.json", rb'[{"name": "a\ud83d", "description": "x\u0000y", "inputSchema": {}}]')
    assert [(t.name, t.description) for t in reading.tools] == [("a\ufffd", "x\x00y")]


def test_numbers_beyond_reason() -> None:
    schema = '{"properties": {"n": {"type": "number", "maximum": 1e999, "default": NaN, "x": ' + "9" * 6000 + "}}}"
    reading = read_manifest("x.json", ('[{"name": "a", "inputSchema": ' + schema + "}]").encode())
    assert [p.name for p in reading.tools[0].parameters] == ["n"]
    assert json.loads(reading.tools[0].definition, parse_constant=pytest.fail)["name"] == "a"


def test_the_last_of_two_equal_keys_counts_and_is_where_the_place_points() -> None:
    data = b'{"tools": [{"name": "a", "inputSchema": {}}],\n "tools": [{"name": "b", "inputSchema": {}}]}'
    assert [(t.name, t.place.line) for t in read_manifest("x.json", data).tools] == [("b", 2)]


@pytest.mark.parametrize(
    ("source", "text", "line", "column"),
    [
        ("tools.json", '{"tools": [\n  {"name" "a"}\n]}', 2, 11),
        ("tools.json", '{"tools": [', 1, 12),
        ("tools.yaml", "tools:\n  - name: a: b\n", 2, 12),
        ("tools.toml", '[[tools]]\nname = "a\n', 2, 10),
        ("s/SKILL.md", "---\nname: x\ndescription: a: b\n---\n", 3, 15),
        ("s/SKILL.md", "# no front matter\n", 1, 1),
        ("tools.yaml", "tools:\n  - name: a\x07\n", 2, 12),
        ("tools.yaml", "tools: *nothing\n", 1, 8),
    ],
)
def test_a_broken_manifest_says_where(source: str, text: str, line: int, column: int) -> None:
    reading = read_manifest(source, text.encode())
    assert reading.tools == ()
    assert [(p.code, p.severity, p.line, p.column) for p in reading.problems] == [("M001", "error", line, column)]


def test_one_bad_record_loses_no_other() -> None:
    good = [json.dumps({"name": name, "inputSchema": {}}) for name in "abc"]
    data = "\n".join([good[0], '{"name": ', good[1], "", "oops", good[2]]).encode()
    reading = read_manifest("x.jsonl", data)
    assert [(t.name, t.place.pointer, t.place.line) for t in reading.tools] == [
        ("a", "/0", 1),
        ("b", "/2", 3),
        ("c", "/4", 6),
    ]
    assert [(p.code, p.line) for p in reading.problems] == [("M003", 2), ("M003", 5)]


def test_records_over_several_lines_and_json_lines_named_json() -> None:
    values = [{"name": name, "inputSchema": {}} for name in "ab"]
    indented = "\n".join(json.dumps(value, indent=2) for value in values)
    assert [t.place.line for t in read_manifest("x.jsonl", indented.encode()).tools] == [1, 5]
    lines = "\n".join(json.dumps(value) for value in values)
    assert [t.place.pointer for t in read_manifest("x.json", lines.encode()).tools] == ["/0", "/1"]


def test_repeated_definitions_in_a_log_are_read_once() -> None:
    line = json.dumps({"result": {"tools": [{"name": "a", "inputSchema": {}}]}})
    reading = read_manifest("x.jsonl", f"{line}\n{line}\n".encode())
    assert [t.place.pointer for t in reading.tools] == ["/0/result/tools/0"]
    assert [p.code for p in reading.problems] == ["M012"]


def test_yaml_anchors_merges_and_core_scalars() -> None:
    text = """shared: &schema {type: object, properties: {q: {type: string}}}
base: &base {description: no}
tools:
  - {<<: *base, name: on, inputSchema: *schema}
  - <<: *base
    name: "2"
    description: !!str 5
    inputSchema: *schema
"""
    reading = read_manifest("tools.yaml", text.encode())
    assert [(t.name, t.description, [p.name for p in t.parameters]) for t in reading.tools] == [
        ("on", "no", ["q"]),
        ("2", "5", ["q"]),
    ]
    assert [(t.place.line, t.place.column) for t in reading.tools] == [(4, 5), (5, 5)]


def test_toml_inline_tools() -> None:
    text = (
        '# c\ntools = [\n  { name = "a", "inputSchema" = { type = "object" } }, # x\n  {name="b", inputSchema={}},\n]\n'
    )
    reading = read_manifest("x.toml", text.encode())
    assert [(t.name, t.place.line, t.place.column) for t in reading.tools] == [("a", 3, 3), ("b", 4, 3)]


@pytest.mark.parametrize(
    ("source", "text", "places"),
    [
        ("x.json", '[\n{"name": "a", "inputSchema": {}, "description": "One.",\n  "description": "Two."}]', [(3, 3)]),
        ("x.json", '[// "name"\n{"name": "", "n\\u0061me": "", "inputSchema": {},\n "name": "a"},]', [(2, 14), (3, 2)]),
        ("x.jsonl", '{"name": "b", "inputSchema": {}}\n{"name": "a", "name": "a", "inputSchema": {}}', [(2, 15)]),
        ("x.yaml", "tools:\n- name: a\n  inputSchema: {}\n  name: a\n", [(4, 3)]),
        ("SKILL.md", "---\nname: a\ndescription: One.\ndescription: Two.\n---\n", [(4, 1)]),
    ],
)  # fmt: skip
def test_a_key_given_twice_is_told(source: str, text: str, places: list[tuple[int, int]]) -> None:
    """The last one counts: an author who edits the first sees nothing change."""
    reading = read_manifest(source, text.encode())
    assert [(p.code, p.line, p.column) for p in reading.problems] == [("M014", *place) for place in places]
    assert reading.tools[-1].name == "a"
    assert reading.tools[-1].description in ("", "Two.")


def test_the_same_key_in_several_objects_and_in_texts_is_not_repeated() -> None:
    tool = {
        "name": "a",
        "inputSchema": {"properties": {"name": {"type": "string"}}},
        "description": '{"name": 1, "name": 2}',
    }
    same = {"tools": [tool, {**tool, "name": "b"}], "required": ["name", "name"]}
    assert read_manifest("x.json", json.dumps(same).encode()).problems == ()
    merged = "a: &a {name: a, inputSchema: {}}\ntools:\n- <<: *a\n  name: b\n"
    assert read_manifest("x.yaml", merged.encode()).problems == ()


def test_repeated_keys_beyond_a_hundred_are_counted_and_long_ones_cut() -> None:
    keys = ", ".join(f'"{number}{"k" * 100}": 1' for number in range(300))
    problems = read_manifest(
        "x.json", f'{{"tools": [{{"name": "a", "inputSchema": {{{keys}, {keys}}}}}]}}'.encode()
    ).problems
    assert len(problems) == 101
    assert len(problems[0].message) < 120


def test_json_of_other_files_is_not_searched_for_repeated_keys() -> None:
    assert read_manifest("package.json", b'{"name": "x", "name": "y", "version": "1"}').problems == ()


def test_what_python_says_of_broken_json_is_a_whole_sentence() -> None:
    (problem,) = read_manifest("x.json", b'{"tools": [{"name": "a\x01", "inputSchema": {}}]}').problems
    assert problem.message == "This is not valid JSON: Invalid control character."
