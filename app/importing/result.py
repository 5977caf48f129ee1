"""What becomes of a listing: a file, or standard output; and what is told about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.importing.changes import changes
from app.importing.listing import Listing
from app.importing.manifest import file_name, manifest_text
from app.importing.source import Source
from app.importing.target import Target
from index.visible import visible_line

Tell = Callable[[str], None]


class Result:
    """Writes every listing of one import to its file. Without `out`, the file is named after the server.

    Raises, by `check` and `take`:
        TriptychError: the file is not to be replaced or cannot be written, or the tools cannot be written as JSON.

    """

    def __init__(self, source: Source, out: Path | None, *, force: bool, tell: Tell) -> None:
        self._source = source
        self._force = force
        self._tell = tell
        self._target = Target(out, force=force) if out is not None else None
        self._tools: tuple[dict[str, Any], ...] | None = None

    def check(self) -> None:
        """What can be known before the server is started."""
        if self._target is not None:
            self._target.check()

    def take(self, listing: Listing) -> None:
        text = manifest_text(listing)
        if self._target is None:
            self._target = Target(Path(file_name(listing.server or self._source.fallback_name)), force=self._force)
            self._target.check()
        first, before, self._tools = self._tools is None, self._tools or (), listing.tools
        if not first and not changes(before, listing.tools):
            return
        written = self._target.write(text)
        for remark in listing.remarks:
            self._tell(remark)
        shown = visible_line(str(self._target.path), 120)
        count = f"{len(listing.tools):,} tool{'' if len(listing.tools) == 1 else 's'}"
        of = f" of {visible_line(listing.server, 64)}" if listing.server else ""
        if not written:
            self._tell(f"unchanged: {shown}, {count}{of}")
        elif first:
            self._tell(f"wrote {shown}: {count}{of}")
        else:
            self._tell(f"wrote {shown}: {changes(before, listing.tools)}")
