from __future__ import annotations

import json
from pathlib import Path

import pytest

TOOLS = {
    "jira.json": [
        ("jira_create_issue", "Create an issue in a project"),
        ("jira_get_issue", "Read one issue by its key"),
    ],
    "mail.json": [
        ("gmail_send", "Send an email to somebody"),
        ("gmail_search", "Search the messages of the inbox"),
    ],
    "sql.json": [("run_query", "Execute SQL against the warehouse")],
}


@pytest.fixture
def catalog_folder(tmp_path: Path) -> Path:
    """Five tools of three servers, as `tools/list` results."""
    folder = tmp_path / "catalog"
    folder.mkdir()
    for name, rows in TOOLS.items():
        tools = [
            {
                "name": tool,
                "description": text,
                "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}},
            }
            for tool, text in rows
        ]
        (folder / name).write_text(json.dumps({"tools": tools}), "utf-8")
    return folder


@pytest.fixture
def index_file(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"
