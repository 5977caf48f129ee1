"""What happened to the files of a directory since the last look, as steps of a script."""

from __future__ import annotations

from pathlib import Path

from app.sessions.write_script import COMMENT, Entry
from index.files import Stamp
from index.scan import scan
from index.settings import load_settings

_MOST_FILES = 2_000
_MOST_BYTES = 100_000
"""Larger files are not kept in memory; a change of one becomes a comment."""
_MOST_TEXT = 4_000
_AROUND = 12
"""Characters beside a change that are added until the text is there only once."""


class FileChanges:
    """Keeps the texts of the directory's small files. A directory of very many files is not followed."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._stamps: dict[str, Stamp] = {}
        self._texts: dict[str, str | None] = {}
        self.look()

    def look(self) -> list[Entry]:
        """The steps that do what was done since the last look."""
        listing = scan(self._directory, load_settings(self._directory).ignored())
        if listing.missing or len(listing.files) > _MOST_FILES:
            return []
        entries: list[Entry] = []
        for file in sorted(set(self._stamps) - set(listing.files)):
            del self._stamps[file], self._texts[file]
            entries.append(("delete", file))
        for file, listed in sorted(listing.files.items()):
            if self._stamps.get(file) == listed.stamp:
                continue
            known = file in self._stamps
            before = self._texts.get(file)
            self._stamps[file], self._texts[file] = listed.stamp, _read(Path(listed.path), listed.stamp.size)
            after = self._texts[file]
            if after != before or after is None:
                entries.append(_step(file, before, after, known=known))
        return entries


def _read(path: Path, size: int) -> str | None:
    """The text, None where it is too much or no text."""
    if size > _MOST_BYTES:
        return None
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _step(file: str, before: str | None, after: str | None, *, known: bool) -> Entry:
    if after is None or (known and before is None):
        return (COMMENT, f"{file} was changed; it is too big or no UTF-8, so the change is not recorded")
    if before:
        found = smallest_edit(before, after)
        if found is not None and sum(map(len, found)) <= _MOST_TEXT:
            return ("edit", {"file": file, "replace": found[0], "with": found[1]})
    if len(after) <= _MOST_TEXT:
        return ("write", {"file": file, "text": after})
    return (COMMENT, f"{file} was {'changed' if known else 'made'}; that is too much to be recorded")


def smallest_edit(before: str, after: str) -> tuple[str, str] | None:
    """One replacement that makes the one text of the other, of a part that is there only once; None: no such part.

    Line ends that YAML would change are a reason for None, too.
    """
    if before == after or "\r" in before or "\r" in after:
        return None
    start, least = 0, min(len(before), len(after))
    while start < least and before[start] == after[start]:
        start += 1
    end = 0
    while end < least - start and before[-1 - end] == after[-1 - end]:
        end += 1
    while True:
        stop = len(before) - end
        part = before[start:stop]
        if part and before.find(part) == before.rfind(part):  # counting would overlook places that overlap
            return part, after[start : len(after) - end]
        if start == 0 and end == 0:
            return None
        start, end = max(0, start - _AROUND), max(0, end - _AROUND)
