"""The catalog as triptych itself reads it: every shape is recognised and nothing is lost on the way."""

from __future__ import annotations

from functools import cache

import pytest

from index.manifests.reading import Reading, read_manifest
from index.manifests.remarks.duplicates import Named, duplicate_remarks
from index.manifests.remarks.one_tool import tool_remarks
from index.suite.discover import find_suites
from index.suite.read import load_suite
from tests.assets.plain import DEMO, SUITE, demo_tools, expected_names, manifest_files, suite_entries

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


def test_the_remarks_on_the_catalog_are_the_intended_ones() -> None:
    readings = [reading(source) for source in SOURCES]
    named = [
        Named(tool.name, tool.server, tool.place.source, tool.place.line, tool.place.column)
        for read in readings
        for tool in read.tools
    ]
    remarks = list(duplicate_remarks(named))
    for read in readings:
        remarks += tool_remarks(read.tools, schemas_expected=read.schemas_expected)
    assert {(remark.code, remark.tool) for remark in remarks} == {
        ("T002", "search_files"),
        ("T003", "sandbox_reset"),
        ("T006", "newrelic_list_alert_conditions_for_policy_including_muted_and_disabled_ones"),
        ("T008", "notion_query_database"),
    }
    assert len(remarks) == 4


def test_the_suite_is_found_and_read_whole() -> None:
    assert find_suites(DEMO) == (SUITE.name,)
    suite = load_suite(SUITE, source=SUITE.name)
    assert suite.problems == ()
    read = [
        (case.query.description, case.query.keywords, tuple(case.expect), case.max_rank, case.note)
        for case in suite.cases
    ]
    assert read == [
        (
            entry["query"],
            tuple(entry.get("keywords", ())),
            tuple(expected_names(entry)),
            entry.get("max_rank"),
            entry.get("note", ""),
        )
        for entry in suite_entries()
    ]
