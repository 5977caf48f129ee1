"""The catalog as triptych itself reads it: every shape is recognised and nothing is lost on the way."""

from __future__ import annotations

from functools import cache

import pytest

from index.manifests.reading import Reading, read_manifest
from tests.assets.plain import DEMO, SUITE, demo_tools, manifest_files

SHAPES = {
    "agent-skill",
    "anthropic",
    "bedrock",
    "bfcl",
    "docker-registry",
    "gemini",
    "mcp",
    "openai",
    "openai-chat",
    "openapi",
    "vscode",
}
SERVERS_NOT_NAMED_BY_THEIR_FILE = {
    "editor/package.json": {"testlab"},
    "files/filesystem/manifest.json": {"filesystem"},
    "skills/incident-review/SKILL.md": {"incident-review"},
    "skills/release-notes/SKILL.md": {"release-notes"},
    "travel.json": {"maps", "translate", "weather"},
}
SOURCES = [path.relative_to(DEMO).as_posix() for path in manifest_files()]


@cache
def reading(source: str) -> Reading:
    return read_manifest(source, (DEMO / source).read_bytes())


@pytest.mark.parametrize("source", SOURCES)
def test_a_file_is_read_as_a_plain_second_reading_has_it(source: str) -> None:
    expected = [(tool.name, tool.description.strip()) for tool in demo_tools() if tool.source == source]
    assert [(tool.name, tool.description.strip()) for tool in reading(source).tools] == expected
    assert reading(source).problems == ()


@pytest.mark.parametrize("source", SOURCES)
def test_tools_belong_to_the_integration_their_file_speaks_of(source: str) -> None:
    stem = source.rpartition("/")[2].partition(".")[0]
    expected = SERVERS_NOT_NAMED_BY_THEIR_FILE.get(source, {stem})
    assert {tool.server for tool in reading(source).tools} == expected


def test_the_catalog_has_many_shapes_and_integrations() -> None:
    assert {reading(source).shape for source in SOURCES} == SHAPES
    servers = {tool.server for source in SOURCES for tool in reading(source).tools}
    assert len(servers) >= 18
    assert sum(len(reading(source).tools) for source in SOURCES) >= 226


def test_every_tool_but_the_skills_has_a_schema() -> None:
    without = {tool.name for source in SOURCES for tool in reading(source).tools if not tool.has_schema}
    assert without == {"incident-review", "release-notes"}


def test_the_suite_is_no_manifest() -> None:
    assert read_manifest(SUITE.name, SUITE.read_bytes()) == Reading(None)
