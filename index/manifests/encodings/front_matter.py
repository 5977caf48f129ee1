"""The YAML (between lines of ---) or TOML (between lines of +++) at the head of a Markdown file."""

from __future__ import annotations

import re

from index.manifests.document import Broken, Document
from index.manifests.encodings.json_text import JsonDocument
from index.manifests.encodings.toml_text import parse_toml
from index.manifests.encodings.yaml_text import parse_yaml

_HEAD = re.compile(r"(---|\+\+\+)[ \t]*+\r?\n")
_ENDS = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*+\r?$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*+\r?$", re.MULTILINE),
}


def parse_front_matter(text: str) -> Document:
    """Read the head; offsets are those of the whole text."""
    head = _HEAD.match(text)
    if head is None:
        message = "It has no front matter: the file should start with a line of ---."
        return JsonDocument(text, broken=(Broken("M001", message, 0),))
    end = _ENDS[head[1]].search(text, head.end())
    if end is None:
        message = f"The front matter is not closed by a line of {head[1]}."
        return JsonDocument(text, broken=(Broken("M001", message, 0),))
    matter = " " * 3 + text[3 : end.start()]
    return parse_toml(matter) if head[1] == "+++" else parse_yaml(matter)
