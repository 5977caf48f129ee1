"""A second, deliberately plain way to read the demo catalog, so that its tests do not lean on the reader they check."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

DEMO = Path(__file__).parents[2] / "assets" / "demo"
SUITE = DEMO / "suite.yaml"
SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters", "arguments")
COMMENT = re.compile(r"^\s*//.*$|/\*.*?\*/| // .*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PlainTool:
    name: str
    description: str
    source: str
    definition: dict[str, Any]


def parse(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".toml":
            return tomllib.loads(text)
        case ".jsonl":
            return [json.loads(line) for line in text.splitlines()]
        case ".jsonc":  # without comments it is YAML, which allows trailing commas in flow style
            return yaml.safe_load(COMMENT.sub("", text))
        case ".yaml":
            return yaml.safe_load(text)
        case ".md":
            return {**yaml.safe_load(text.split("---")[1]), "parameters": {}}
        case _:
            return json.loads(text)


def definitions(value: Any) -> Iterator[dict[str, Any]]:
    """Every object with a name and a schema, or an operation, wherever it stands."""
    if isinstance(value, list):
        for item in value:
            yield from definitions(item)
    elif isinstance(value, dict):
        if "operationId" in value or ("name" in value and any(key in value for key in SCHEMA_KEYS)):
            yield value
        else:
            for item in value.values():
                yield from definitions(item)


def manifest_files() -> list[Path]:
    return sorted(path for path in DEMO.rglob("*") if path.is_file() and path != SUITE)


def demo_tools() -> list[PlainTool]:
    tools = []
    for path in manifest_files():
        for found in definitions(parse(path)):
            name = found.get("name") or found["operationId"]
            description = found.get("modelDescription", found.get("description", ""))
            tools.append(PlainTool(name, description, path.relative_to(DEMO).as_posix(), found))
    return tools


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every JSON Schema object with properties, wherever it stands."""
    if isinstance(value, dict):
        if isinstance(value.get("properties"), dict):
            yield value
        for item in value.values():
            yield from schemas(item)
    elif isinstance(value, list):
        for item in value:
            yield from schemas(item)


def suite_entries() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = yaml.safe_load(SUITE.read_text(encoding="utf-8"))["queries"]
    return entries


def expected_names(entry: dict[str, Any]) -> list[str]:
    """The acceptable tools of a suite entry; [] where nothing should answer."""
    expect = entry["expect"]
    names = [expect] if isinstance(expect, str) else expect
    return [] if names == ["none"] else names
