"""Whether a server's source files changed, so that `--watch` starts it again.

Of a server over stdio nobody but its client can start a new one; its author saves and expects to see the new tools.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

_SCRIPTS = (".py", ".pyi", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".rb", ".php", ".lua", ".exs")
_COMPILED = (".go", ".rs", ".java", ".kt", ".cs", ".ex", ".swift", ".c", ".cc", ".cpp", ".h")
SUFFIXES = frozenset(_SCRIPTS + _COMPILED)
MOST_ENTRIES = 5_000
"""Names looked at in all; what lies beyond does not start the server again."""

_SKIPPED = frozenset({"node_modules", "__pycache__", "site-packages", "venv", "target", "vendor"})

State = frozenset[tuple[str, int, int]]
"""Path, time of the last change in ns, and size of every source file."""


class SourceFiles:
    """The source files beside the files a command names, or below the current folder if it names none."""

    def __init__(self, words: tuple[str, ...], folder: Path) -> None:
        named = [folder / word for word in words if word.strip("./\\")]
        roots = {path.parent for path in named if _is_source(path) and path.is_file()}
        roots |= {path for path in named if path.is_dir()}
        self._roots = sorted(root.resolve() for root in roots or {folder})

    def state(self) -> State:
        """Two states differ when a source file was changed, added or removed between them."""
        found: set[tuple[str, int, int]] = set()
        for entry in islice(self._entries(), MOST_ENTRIES):
            if not _is_source(Path(entry.name)):
                continue
            try:
                facts = entry.stat()
            except OSError:  # gone meanwhile
                continue
            found.add((entry.path, facts.st_mtime_ns, facts.st_size))
        return frozenset(found)

    def _entries(self) -> Iterator[os.DirEntry[str]]:
        """Everything but folders of no interest, the nearest first, so that the bound cuts off what is deep."""
        waiting = deque(map(str, self._roots))
        seen: set[str] = set()
        while waiting:
            folder = waiting.popleft()
            if folder in seen:
                continue
            seen.add(folder)
            try:
                with os.scandir(folder) as entries:
                    listed = sorted(entries, key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in listed:
                if entry.name.startswith(".") or entry.name in _SKIPPED:
                    continue
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def _is_source(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES
