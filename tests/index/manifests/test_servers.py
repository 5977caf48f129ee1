"""Server names from paths."""

from __future__ import annotations

import pytest

from index.manifests.servers import server_of_file


@pytest.mark.parametrize(
    ("source", "server"),
    [
        ("jira.json", "jira"),
        ("team/jira.tools.json", "jira"),
        ("tools.json", "tools"),
        ("jira/tools.json", "jira"),
        ("jira/.well-known/agent-card.json", "jira"),
        ("github/__toolsnaps__/get_me.snap", "github"),
        ("skills/pdf/SKILL.md", "pdf"),
        ("a.b/c.d.yaml", "c.d"),
    ],
)
def test_server_of_file(source: str, server: str) -> None:
    assert server_of_file(source) == server
