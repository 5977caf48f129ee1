"""A listing as the text of a manifest, and the name of its file."""

from __future__ import annotations

import json
import re
from typing import Any

from app.importing.failure import ImportFailed
from app.importing.listing import Listing
from index.manifests.names import MAX_BYTES

_FIRST_KEYS = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
_LONGEST_NAME = 100
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
"""Names that are devices on Windows, with any ending."""


def manifest_text(listing: Listing) -> str:
    """The shape of a `tools/list` result, with the server's name beside it: the same listing gives the same text.

    Tools are sorted by name, since servers that keep them in a hash table list them in another order every time. Inside
    a tool the order is the server's: that of parameters means something.

    Raises:
        ImportFailed: a number that is not one in JSON, nesting too deep to write, or too large for triptych to read.

    """
    document: dict[str, Any] = {"serverInfo": {"name": listing.server}} if listing.server else {}
    document["tools"] = sorted(map(_in_order, listing.tools), key=lambda tool: str(tool.get("name", "")))
    try:
        text = _dump(document, ascii_only=False)
        if not _can_encode(text):
            text = _dump(document, ascii_only=True)
    except (ValueError, RecursionError) as error:
        raise ImportFailed(f"the server's tools cannot be written as JSON: {error}") from None
    if len(text.encode()) > MAX_BYTES:
        raise ImportFailed(f"the server's tools take more than {MAX_BYTES // 1_000_000} MB, the most triptych reads")
    return text


def terminal_text(text: str) -> str:
    """The same JSON with everything escaped that a terminal could take for a command or not show."""
    return _dump(json.loads(text), ascii_only=True)


def file_name(server: str) -> str:
    """A file's name out of what a server calls itself: one plain name, in the current folder, whatever it says."""
    name = re.sub(r"(?:[^\w.-]|\.\.)+", "-", server)[:_LONGEST_NAME].strip("-.")
    if not name or _RESERVED.match(name):
        name = f"server-{name}".strip("-")
    return f"{name}.json"


def _dump(document: Any, *, ascii_only: bool) -> str:
    text = json.dumps(document, indent=2, ensure_ascii=ascii_only, allow_nan=False)
    return text.replace("\x7f", "\\u007f") + "\n"


def _can_encode(text: str) -> bool:
    """Whether there is no half of a surrogate pair in it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _in_order(tool: dict[str, Any]) -> dict[str, Any]:
    keys = [key for key in _FIRST_KEYS if key in tool] + [key for key in tool if key not in _FIRST_KEYS]
    return {key: tool[key] for key in keys}
