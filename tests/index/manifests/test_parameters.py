"""Top-level parameters as each dialect of JSON Schema states them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from index.manifests.reading import read_manifest
from index.tool import Parameter
from tests.index.manifests.samples import SAMPLES


def _parameters(schema: object, **more: object) -> tuple[Parameter, ...]:
    data = json.dumps({"tools": [{"name": "a", "description": "d", "inputSchema": schema}], **more}).encode()
    return read_manifest("x.json", data).tools[0].parameters


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "STRING"}, "string"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": "dict"}, "object"),
        ({"type": "float"}, "number"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "INTEGER", "nullable": True}, "integer | null"),
        ({"$ref": "#/$defs/Mode"}, "string"),
        ({"allOf": [{"$ref": "#/$defs/Mode"}]}, "string"),
        ({}, ""),
        (True, ""),
        ({"type": 7}, ""),
        ({"$ref": "#/properties/p"}, ""),
    ],
)
def test_types(schema: object, kind: str) -> None:
    whole = {"type": "object", "properties": {"p": schema}, "$defs": {"Mode": {"type": "string", "enum": ["a"]}}}
    assert _parameters(whole) == (Parameter("p", "", kind, False),)


def test_references_and_all_of_are_merged() -> None:
    schema: dict[str, Any] = {
        "$defs": {
            "Base": {"properties": {"id": {"type": "integer", "description": "Its id."}}, "required": ["id"]},
            "Name": {"type": "string", "description": "A name."},
        },
        "allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"extra": {"type": "boolean"}}}],
        "anyOf": [{"required": ["name"]}, {"required": ["extra"]}],
        "properties": {"name": {"$ref": "#/$defs/Name"}, "nick": {"$ref": "#/$defs/Name", "description": "Own."}},
        "required": ["nick", 7],
    }
    assert _parameters(schema) == (
        Parameter("id", "Its id.", "integer", True),
        Parameter("extra", "", "boolean", False),
        Parameter("name", "A name.", "string", False),
        Parameter("nick", "Own.", "string", True),
    )


def test_a_reference_into_the_whole_document() -> None:
    schema = {"$ref": "#/definitions/Args"}
    assert _parameters(schema, definitions={"Args": {"properties": {"q": {"type": "string"}}}}) == (
        Parameter("q", "", "string", False),
    )


def test_endless_references_end() -> None:
    assert _parameters({"$ref": "#", "allOf": [{"$ref": "#"}], "properties": {"p": {"$ref": "#/properties/p"}}}) == (
        Parameter("p", "", "", False),
    )


def test_references_that_multiply_end() -> None:
    schema = {"allOf": [{"$ref": "#"}] * 50, "properties": {"p": {"allOf": [{"$ref": "#"}] * 50}}}
    assert [parameter.name for parameter in _parameters(schema)] == ["p"]


def test_long_chains_of_references_end() -> None:
    chain = {f"c{n}": {"allOf": [{"$ref": f"#/$defs/c{n + 1}"}]} for n in range(3000)}
    assert _parameters({"$defs": chain, "properties": {"p": {"$ref": "#/$defs/c0"}}}) == (Parameter("p"),)


def test_openapi_parameters() -> None:
    sample = SAMPLES["openapi"]
    assert [tool.parameters for tool in read_manifest(sample.source, sample.data).tools] == [
        (Parameter("id", "The pet's id.", "integer", True),),
        (Parameter("id", "The pet's id.", "integer", True),),
        (Parameter("name", "Its name.", "string", True),),
    ]


def test_docker_arguments_without_a_type() -> None:
    data = json.dumps({"git": [{"name": "a", "arguments": [{"name": "p", "type": "string"}, {"name": "q"}]}]}).encode()
    assert [parameter.name for parameter in read_manifest("x.json", data).tools[0].parameters] == ["p", "q"]


def test_a_reference_to_nothing_is_reported() -> None:
    data = json.dumps([{"name": "a", "description": "d", "inputSchema": {"$ref": "other.json#/x"}}]).encode()
    reading = read_manifest("x.json", data)
    assert [(problem.code, problem.tool) for problem in reading.problems] == [("M013", "a")]


@pytest.mark.parametrize("schema", [{"properties": []}, {"properties": {"p": 5}}, {"allOf": 5}, {"required": "p"}, []])
def test_hostile_schemas(schema: object) -> None:
    assert all(isinstance(parameter, Parameter) for parameter in _parameters(schema))


def test_docker_arguments() -> None:
    data = json.dumps(
        [
            {
                "name": "a",
                "description": "d",
                "arguments": [
                    {"name": "p", "type": "string", "desc": "P."},
                    {"name": "q", "type": "array", "items": {"type": "string"}, "optional": True},
                    {"name": 5, "type": "string"},
                ],
            }
        ]
    ).encode()
    assert read_manifest("x.json", data).tools[0].parameters == (
        Parameter("p", "P.", "string", True),
        Parameter("q", "", "array", False),
    )
