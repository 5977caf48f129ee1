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
_KEYS = (
    r"(?:tools|functions?|input_?schema|function_?declarations|toolspec|languagemodeltools|name_for_model|openapi"
    r"|skills|tool_definitions)"
)
_JSON_HINT = re.compile(
    rf'"{_KEYS}"\s*:|"(?:parameters|arguments)"\s*:.*"(?:name|desc)"|\A\s*\[\s*\{{\s*"name"\s*:.*"description"',
    re.IGNORECASE | re.DOTALL,
)
_JSON_START = re.compile(r"(?:\s|//[^\n]*+\n|/\*.*?\*/)*+[{\[]", re.DOTALL)
_YAML_HINT = re.compile(rf"^[\s-]*[\"']?{_KEYS}[\"']?\s*:", re.IGNORECASE | re.MULTILINE)
_TOML_HINT = re.compile(rf"^\s*\[+\s*{_KEYS}\b", re.IGNORECASE | re.MULTILINE)
_WORDS = re.compile(
    r"tool|[fF]unction|input_?[sS]chema|parameters|arguments|openapi|skills|name_for_model|description|serverInfo"
)
_LONGEST_LOOK = 200_000


def file_format(source: str) -> str | None:
    """The format to read a file as, by its name's ending alone; None for a file that need not be opened."""
    return _FORMATS.get(PurePosixPath(source).suffix.lower())


def may_hold_tools(source: str) -> bool:
    """Whether a file is worth opening: cheap, for directories with thousands of other files."""
    return file_format(source) is not None


def named_as_manifest(source: str, text: str) -> bool:
    """Whether the name itself says "manifest" (tools.json, github.tools.yaml, SKILL.md ...).

    Snapshots of other test frameworks share the ending `.snap`, but are no JSON.
    """
    name = PurePosixPath(source).name
    foreign = name.lower().endswith(".snap") and text.lstrip()[:1] not in ("{", "[")
    return _NAMED.match(name) is not None and not foreign


def cannot_hold_tools(source: str, text: str) -> bool:
    """Whether a YAML or log file has none of the words every manifest in it would have: spares parsing it.

    Other formats parse faster than they are searched for words.
    """
    return file_format(source) in {"yaml", "log"} and _WORDS.search(text) is None


def mentions_tools(source: str, text: str) -> bool:
    """Whether a text that could not be parsed looks as if it was to be a manifest, by the keys every manifest has.

    Templates (`{{ }}` in YAML), logs and prose are never taken for broken manifests by their content.
    """
    text = text[:_LONGEST_LOOK]
    match file_format(source):
        case "json" | "records":
            return _JSON_START.match(text) is not None and _JSON_HINT.search(text) is not None
        case "yaml":
            return "{{" not in text and _YAML_HINT.search(text) is not None
        case "toml":
            return _TOML_HINT.search(text) is not None
    return False
