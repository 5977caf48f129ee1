"""The demo catalog and its suite say what the explorer, the README and the other tests take for granted."""

from __future__ import annotations

import re
from collections import Counter

from tests.assets.plain import (
    DEMO,
    demo_tools,
    expected_names,
    manifest_files,
    schemas,
    suite_entries,
)

TOOLS_PER_FILE = {
    "chat/discord.toml": 5,
    "chat/slack.json": 11,
    "chat/teams.json": 6,
    "code/bitbucket.json": 5,
    "code/github.json": 15,
    "code/gitlab.json": 9,
    "data/postgres.json": 8,
    "data/sandbox.json": 4,
    "data/warehouse.json": 7,
    "editor/package.json": 4,
    "files/filesystem/manifest.json": 9,
    "functions/bookings.jsonl": 4,
    "home/smart-home.json": 6,
    "infra/ci.json": 7,
    "infra/dns.json": 7,
    "infra/docker.json": 7,
    "infra/kubernetes.json": 10,
    "infra/vault.json": 6,
    "mail/gmail.json": 9,
    "mail/outlook.json": 6,
    "media/vision.json": 6,
    "monitoring/grafana.json": 6,
    "monitoring/newrelic.json": 8,
    "monitoring/sentry.json": 5,
    "office/calendar.yaml": 6,
    "office/drive.json": 8,
    "office/sheets.json": 7,
    "payments/payments.yaml": 9,
    "sales/hubspot.json": 8,
    "skills/incident-review/SKILL.md": 1,
    "skills/release-notes/SKILL.md": 1,
    "tracking/jira.json": 14,
    "tracking/linear.json": 8,
    "tracking/zendesk.json": 7,
    "travel.json": 8,
    "web/browser.json": 13,
    "web/crawler.json": 4,
    "wiki/confluence.json": 8,
    "wiki/notion.jsonc": 6,
}

KINDS_OF_SEED_QUERIES = {
    "create jira issue": "jira_create_issue",
    "send email": "gmail_send_email",
    "search confluence pages": "confluence_search_pages",
    "browser_navigate": "browser_navigate",
    "list pull requests": "github_list_prs",
    "create jria issue": "jira_create_issue",
    "slakc send message": "slack_send_message",
    "search confluance pages": "confluence_search_pages",
    "send emial": "gmail_send_email",
}
"""Typical phrasings, right and misspelt, that a literal search answers with nothing."""

CRASH_CLASS = {"power-on", "on/off toggle", "C++ 17", "wifi-6E"}


def test_every_file_holds_the_tools_it_should() -> None:
    found = Counter(tool.source for tool in demo_tools())
    assert dict(found) == TOOLS_PER_FILE
    assert {path.relative_to(DEMO).as_posix() for path in manifest_files()} == set(TOOLS_PER_FILE)
    assert found.total() >= 226


def test_names_are_unique_and_callable_but_for_the_intended_flaws() -> None:
    counts = Counter(tool.name for tool in demo_tools())
    assert [name for name, count in counts.items() if count > 1] == ["search_files"]
    assert [name for name in counts if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", name)] == [
        "newrelic_list_alert_conditions_for_policy_including_muted_and_disabled_ones"
    ]


def test_descriptions_are_written_but_for_the_intended_flaws() -> None:
    tools = demo_tools()
    assert [tool.name for tool in tools if not tool.description] == ["sandbox_reset"]
    assert [tool.name for tool in tools if len(tool.description) > 1024] == ["notion_query_database"]
    assert max(len(tool.description) for tool in tools) <= 2048
    repeated = [text for text, count in Counter(tool.description for tool in tools).items() if count > 1]
    assert repeated == []


def test_required_parameters_exist() -> None:
    for tool in demo_tools():
        for schema in schemas(tool.definition):
            assert set(schema.get("required", ())) <= set(schema["properties"]), tool.name


def test_some_tools_of_other_integrations_mention_jira() -> None:
    strangers = {tool.name for tool in demo_tools() if "Jira" in tool.description and "jira" not in tool.name}
    assert {name.partition("_")[0] for name in strangers} == {"newrelic", "vision"}


def test_suite_entries_are_well_formed() -> None:
    entries = suite_entries()
    assert len(entries) >= 70
    for entry in entries:
        assert set(entry) <= {"query", "keywords", "expect", "max_rank", "note"}, entry
        assert isinstance(entry["query"], str)
        assert entry["query"].strip() == entry["query"] != ""
        assert all(isinstance(word, str) for word in entry.get("keywords", ()))
        assert entry.get("max_rank", 1) >= 1
    assert max(Counter(entry["query"] for entry in entries).values()) == 1


def test_suite_expects_only_tools_of_the_catalog() -> None:
    names = {tool.name for tool in demo_tools()}
    for entry in suite_entries():
        assert set(expected_names(entry)) <= names, entry["query"]
    assert sum(not expected_names(entry) for entry in suite_entries()) == 6


def test_suite_covers_the_kinds_of_phrasing_that_break_search() -> None:
    by_query = {entry["query"]: entry for entry in suite_entries()}
    for query, tool in KINDS_OF_SEED_QUERIES.items():
        assert tool in expected_names(by_query[query])
    assert by_query.keys() >= CRASH_CLASS
    assert any(query.count('"') % 2 for query in by_query)
    assert any(not query.isascii() for query in by_query)
    with_keywords = sum("keywords" in entry for entry in by_query.values())
    assert 30 <= with_keywords <= len(by_query) - 20


def test_text_after_a_hash_is_not_lost_to_a_yaml_comment() -> None:
    assert any("#ops channel" in entry["query"] for entry in suite_entries())
