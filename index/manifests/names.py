"""What a file's name says before it is opened: whether it may hold tools at all, and whether it says it does."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

MAX_BYTES = 50_000_000
"""Larger files are passed over with problem M009 by whoever opens files."""

_FORMATS = {
    ".json": "json",
    ".jsonc": "json",
    ".json5": "json",
    ".snap": "json",
    ".mcp": "json",
    ".har": "json",
    ".jsonl": "records",
    ".ndjson": "records",
    ".jsonlines": "records",
    ".log": "log",
    ".txt": "log",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".md": "front-matter",
    ".mdx": "front-matter",
    ".markdown": "front-matter",
}
_NAMED = re.compile(
    r"(?:^|.*[._-])(?:tools?|mcp|functions?|tools[-_]list|toolslist)\.(?:json[c5l]?|ndjson|ya?ml|toml)$"
    r"|^(?:manifest|server|server[-_]card|agent|agent[-_]card|ai-plugin|openapi|swagger)\.(?:jsonc?|ya?ml)$"
    r"|.*\.openapi\.(?:jsonc?|ya?ml)$|^skill\.md$|.*\.snap$",
    re.IGNORECASE,
)
_HINT = re.compile(
    r"tools|functions?\b|input_?[sS]chema|function_?[dD]eclarations|toolSpec|parameters|arguments|languageModelTools"
    r"|openapi|skills|name_for_model"
)


def file_format(source: str) -> str | None:
    """The format to read a file as, by its name's ending alone; None for a file that need not be opened."""
    return _FORMATS.get(PurePosixPath(source).suffix.lower())


def may_hold_tools(source: str) -> bool:
    """Whether a file is worth opening: cheap, for directories with thousands of other files."""
    return file_format(source) is not None


def named_as_manifest(source: str) -> bool:
    """Whether the name itself says "manifest" (tools.json, github.tools.yaml, SKILL.md ...)."""
    return _NAMED.match(PurePosixPath(source).name) is not None


def mentions_tools(text: str) -> bool:
    """Whether a text that could not be parsed has any of the words every manifest has."""
    return _HINT.search(text) is not None
