"""Suites in JSON Lines, one case a line, and in JSON: a list of cases, or an object with `queries`."""

from __future__ import annotations

import json

from index.errors import SuiteError
from index.manifests.encodings.json_text import parse_json
from index.manifests.steps import Steps
from index.manifests.text import Text
from index.suite.entry import Entry
from index.suite.yaml_form import LIST_KEYS


def line_entries(text: str, source: str) -> tuple[Entry, ...]:
    """The entries of a JSON Lines file. Raises SuiteError with the line that is not valid JSON."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(Entry(json.loads(line), number))
        except (json.JSONDecodeError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
            raise SuiteError(f"this line is not valid JSON: {reason}", source=source, line=number) from error
    return tuple(found)


def entries(text: str, source: str) -> tuple[Entry, ...]:
    """The entries of a JSON file with their lines. Raises SuiteError when it is not valid JSON or no list of cases."""
    if not text.strip():
        return ()
    document = parse_json(text)
    lines = Text(text, "utf-8", 0)
    if document.broken or len(document.records) != 1:
        broken = document.broken[0] if document.broken else None
        line = lines.position(broken.offset)[0] if broken else 1
        raise SuiteError(broken.message if broken else "this is not one JSON value", source=source, line=line)
    root = document.records[0].value
    steps: Steps = ()
    if isinstance(root, dict):
        key = next((key for key in LIST_KEYS if key in root), "")
        root, steps = root.get(key), (key,)
    if not isinstance(root, list):
        raise SuiteError("this is no suite: a list of cases is needed, or an object with queries", source=source)

    def line_of(where: Steps) -> int:
        extent = document.extent(where)
        return lines.position(extent.start)[0] if extent else 1

    found = []
    for number, value in enumerate(root):
        at = (*steps, number)
        keys = {str(key): line_of((*at, key)) for key in value} if isinstance(value, dict) else {}
        found.append(Entry(value, line_of(at), keys))
    return tuple(found)
