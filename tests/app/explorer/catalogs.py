"""Small catalogs of manifests that tests write to disk, and an embedder that needs no model."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from index.embedder import Vector

Described = Mapping[str, str]

CATALOG: Mapping[str, Described] = {
    "jira": {
        "jira_create_issue": "Create an issue in Jira and return its key.",
        "jira_get_issue": "Get one issue by its key, with all of its fields.",
        "jira_search": "Search issues with a JQL query.",
        "jira_add_comment": "Add a comment to an issue.",
        "jira_transition": "Move an issue to another status.",
        "jira_delete_issue": "Delete an issue for good.",
    },
    "github": {
        "create_issue": "Open a new issue in a repository.",
        "list_issues": "List the issues of a repository, newest first.",
        "create_pull_request": "Open a pull request from a branch.",
        "merge_pull_request": "Merge a pull request.",
        "search_code": "Search code across repositories.",
        "get_file": "Read one file of a repository.",
    },
    "mail": {
        "gmail_send": "Send an email to one or more people.",
        "gmail_search": "Find messages in the mailbox.",
        "gmail_reply": "Reply to a message in its thread.",
        "gmail_trash": "Move a message to the trash.",
    },
    "payments": {
        "create_refund": "Refund a customer payment, in whole or in part.",
        "list_payments": "List payments of a customer.",
        "create_invoice": "Create an invoice for a customer.",
        "cancel_subscription": "Cancel the subscription of a customer at the end of its period.",
    },
    "files": {
        "read_file": "Read a file from the disk.",
        "write_file": "Write a file to the disk, replacing what was there.",
        "list_directory": "List what is in a folder.",
        "search_files": "Find files whose names match a pattern.",
    },
    "calendar": {
        "create_event": "Put a meeting on the calendar.",
        "find_free_time": "Find a time when everybody is free.",
        "delete_event": "Delete a meeting.",
    },
}


def write_server(folder: Path, server: str, tools: Described) -> Path:
    """One tools/list answer, a tool a line."""
    path = folder / f"{server}.json"
    rows = [
        {
            "name": name,
            "description": text,
            "inputSchema": {
                "type": "object",
                "properties": {
                    "project": {"type": "string", "description": f"Where to {name.replace('_', ' ')}."},
                    "limit": {"type": "integer", "description": "At most this many."},
                },
                "required": ["project"],
            },
        }
        for name, text in tools.items()
    ]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(f'{{"tools": [\n{lines}\n]}}\n', "utf-8")
    return path


def write_catalog(folder: Path, catalog: Mapping[str, Described] = CATALOG) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for server, tools in catalog.items():
        write_server(folder, server, tools)
    return folder


class WordEmbedder:
    """Unit vectors of hashed words: the same text always gives the same vector, shared words make texts similar."""

    identity = "words-64"
    name = "words"
    dimensions = 64
    adapter = text_adapter = ""

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        return unit_vector(text, self.dimensions)

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        return np.stack([unit_vector(text, self.dimensions) for text in texts])

    def close(self) -> None:
        pass


def unit_vector(text: str, dimensions: int) -> Vector:
    """Each word adds to two places that its hash chooses."""
    vector = np.full(dimensions, 0.01, np.float32)
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        digest = hashlib.sha256(word.encode()).digest()
        vector[digest[0] % dimensions] += 1.0
        vector[digest[1] % dimensions] += 0.5
    unit: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
    return unit
