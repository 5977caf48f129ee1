"""Wrong types cost the part they are in, never its neighbours, and everything left out is reported with its place."""

from __future__ import annotations

import json

import pytest

from index.manifests.reading import Reading, read_manifest


def _read(value: object, source: str = "x.json") -> Reading:
    return read_manifest(source, json.dumps(value, indent=1).encode())


def _good(name: str) -> dict[str, object]:
    return {"name": name, "description": "d", "inputSchema": {"type": "object"}}


_BAD: list[object] = [5, None, "x", [], {}, {"name": 7, "inputSchema": {}}, {"inputSchema": {}}, {"name": ""}]


@pytest.mark.parametrize("bad", _BAD)
def test_one_bad_tool_loses_no_other(bad: object) -> None:
    reading = _read({"tools": [_good("a"), bad, _good("b")]})
    assert [tool.name for tool in reading.tools] == ["a", "b"]
    assert [problem.code for problem in reading.problems] == ["M005"]
    assert 10 <= reading.problems[0].line <= 14


@pytest.mark.parametrize("wrong", [7, True, ["a"], {"a": 1}])
def test_fields_of_the_wrong_type_are_read_as_absent(wrong: object) -> None:
    reading = _read([{"name": "a", "description": wrong, "inputSchema": wrong, "title": wrong}])
    assert [(tool.description, tool.parameters, tool.title) for tool in reading.tools] == [("", (), "")]
    assert {problem.code for problem in reading.problems} == {"M006"}
    assert {problem.tool for problem in reading.problems} == {"a"}


def test_null_is_absent() -> None:
    reading = _read([{"name": "a", "description": None, "inputSchema": None, "annotations": None}])
    assert reading.tools[0].has_schema is False
    assert reading.problems == ()


def test_annotations_and_title_are_kept() -> None:
    tool = _read([{**_good("a"), "annotations": {"title": "A!", "readOnlyHint": True, "x": [1]}}]).tools[0]
    assert tool.title == "A!"
    assert tool.annotations == (("readOnlyHint", "true"), ("x", "[1]"))


def test_the_definition_is_the_tools_own_object() -> None:
    assert json.loads(_read({"tools": [_good("a")]}).tools[0].definition) == _good("a")


@pytest.mark.parametrize(
    ("value", "code"), [({"tools": "x"}, "M004"), ({"tools": 5}, "M004"), ({"tools": {"a": "1"}}, "")]
)
def test_tools_that_are_no_list(value: object, code: str) -> None:
    reading = _read(value, "tools.json")
    assert (reading.shape, [problem.code for problem in reading.problems]) == (None, [code] if code else [])


def test_an_error_says_what_was_kept() -> None:
    assert [problem.kept for problem in _read([_good("a"), _good("b"), 5]).problems] == ["2 tools"]


def test_many_problems_are_counted() -> None:
    reading = _read({"tools": [_good("a"), *range(500)]})
    assert len(reading.problems) == 101
    assert reading.problems[-1].message.startswith("400 more")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("tools.json", '{"tools": ' + "[" * 50_000),
        ("tools.json", '{"tools": ' + '{"a":' * 50_000 + "1" + "}" * 50_001),
        ("tools.jsonl", '{"tools": ' + "[" * 50_000),
        ("tools.yaml", "tools: " + "[" * 5_000),
        ("tools.yaml", "tools:\n" + "- " * 5_000),
        ("tools.toml", "tools = " + "[" * 5_000 + "]" * 5_000),
        ("tools.toml", "tools." + "a." * 5_000 + "a = 1"),
    ],
    ids=["json lists", "json objects", "json lines", "yaml flow", "yaml block", "toml lists", "toml keys"],
)
def test_deep_nesting_is_a_problem_not_a_crash(source: str, text: str) -> None:
    assert [problem.code for problem in read_manifest(source, text.encode()).problems] == ["M007"]


@pytest.mark.parametrize(("levels", "codes"), [(80, []), (120, ["M007"])])
def test_how_deep_a_schema_may_be(levels: int, codes: list[str]) -> None:
    schema: dict[str, object] = {}
    for _ in range(levels):
        schema = {"items": schema}
    assert [problem.code for problem in _read([{"name": "a", "inputSchema": schema}]).problems] == codes


def test_yaml_aliases_are_bounded() -> None:
    levels = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 10)]
    bomb = "\n".join([*levels, "tools: *l9"])
    assert [problem.code for problem in read_manifest("tools.yaml", bomb.encode()).problems] == ["M008"]
    assert [problem.code for problem in read_manifest("tools.yaml", b"tools: &a [*a]").problems] == ["M008"]


def test_a_type_of_its_own_does_not_hide_a_tool() -> None:
    odd = {"type": "tool", "name": "a", "description": "d", "parameters": {"type": "object"}}
    lost = {"type": "tool", "name": "b", "description": "d"}
    reading = _read({"tools": [odd, lost, {"type": "web_search", "name": "web_search"}]})
    assert [tool.name for tool in reading.tools] == ["a"]
    assert [problem.code for problem in reading.problems] == ["M005"]
