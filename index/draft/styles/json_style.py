"""A text as a JSON string, escaped as the file escapes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from index.draft.spot import Spot

_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\u(?:00[89a-fA-F]|0[1-9a-fA-F]|[1-9a-fA-F])[0-9a-fA-F]", re.ASCII)
_INVISIBLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


def candidates(spot: Spot, text: str) -> Iterator[str]:
    """One spelling: non-ASCII characters as escapes where the file writes them so, else as they are."""
    yield json_string(text, ascii_only=spot.content.isascii() and _ESCAPED.search(spot.content) is not None)


def json_string(text: str, *, ascii_only: bool = False) -> str:
    """The JSON string of a text; characters an editor would not show are escaped in any case."""
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=ascii_only))
