"""A text that the tool does not have in its file yet: the key and the value, laid out like their neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.draft.spot import Spot
from index.draft.styles import toml_style, yaml_style
from index.draft.styles.json_style import json_string

_KEY_BEFORE = re.compile(r'(?P<gap>\s*)"(?:[^"\\]|\\.)*"(?P<colon>\s*:\s*)\Z')
_YAML_KEY = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)?)[^\s:][^:]*:[ ]+\Z")
_TOML_KEY = re.compile(r"[ \t]*[A-Za-z0-9_-]+(?P<equals>[ \t]*=[ \t]*)\Z")
_REST = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=\r?\n|\Z)")


def after_sibling(sibling: Spot, key: str, text: str) -> Iterator[tuple[int, str]]:
    """(character offset, characters to insert there) to try, for a key right after a sibling's value."""
    if sibling.style == "json":
        before = _KEY_BEFORE.search(sibling.content, 0, sibling.start)
        if before is not None:
            gap = before["gap"] or (" " if before["colon"].endswith(" ") else "")
            yield sibling.end, f",{gap}{json_string(key)}{before['colon']}{json_string(text)}"
        return
    rest = _REST.match(sibling.content, sibling.end)
    if rest is None:
        return
    yaml_key, toml_key = _YAML_KEY.match(sibling.before), _TOML_KEY.match(sibling.before)
    if sibling.style.startswith("yaml-") and yaml_key is not None:
        column = " " * len(yaml_key["lead"])
        for value in (text, yaml_style.double_quoted(text)):
            if value is not text or yaml_style.is_plain(text):
                yield rest.end(), f"{sibling.ending}{column}{key}: {value}"
    if sibling.style.startswith("toml-") and toml_key is not None:
        yield rest.end(), f"{sibling.ending}{key}{toml_key['equals']}{toml_style.basic_string(text)}"


def into_object(container: Spot, key: str, text: str) -> Iterator[tuple[int, str]]:
    """The same for a key that comes first in a JSON object."""
    first = re.match(r'\{(?P<gap>\s*)(?P<next>"(?:[^"\\]|\\.)*"(?P<colon>\s*:\s*))?', container.token)
    if container.style != "json" or first is None:
        return
    gap, colon = (first["gap"], first["colon"]) if first["next"] else ("", ": ")
    comma = "," + (gap or " ") if first["next"] else ""
    if first["next"] and not gap:
        comma = "," + (" " if colon.endswith(" ") else "")
    at = container.start + 1 + len(first["gap"])
    yield at, f"{json_string(key)}{colon}{json_string(text)}{comma}"
