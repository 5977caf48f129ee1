"""What is in a directory: every file that may hold tools, with its stamp. Nothing is opened."""

from __future__ import annotations

import os
import stat
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from index.files import Stamp
from index.manifests.names import may_hold_tools

SETTINGS_FILE = "triptych.toml"
SKIPPED = frozenset(
    {
        ".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "CVS", "node_modules", "__pycache__", ".venv", "venv", ".tox",
        ".nox", ".direnv", ".mypy_cache", ".ruff_cache", ".pytest_cache",
    }
)  # fmt: skip
"""Folders that are never entered: version control, environments, caches. Other hidden folders are."""

Ignored = Callable[[str], bool]
"""Whether a source (a folder's ends in "/") is not to be looked at."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file by its real path (undecodable bytes in surrogates, as `os` wants them) and its stamp."""

    path: str
    stamp: Stamp


@dataclass(slots=True)
class Listing:
    """A directory's files by source. `faults` are sources that could not be looked at, with the reason; a folder's
    ends in "/". `linked` are the folders outside that links lead to: a watch must be set on them, too.
    """

    files: dict[str, Listed] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    linked: list[str] = field(default_factory=list)
    settings: Stamp | None = None
    missing: bool = False


def scan(directory: str | os.PathLike[str], ignored: Ignored = lambda _source: False) -> Listing:
    """List a directory. Links that the user made are followed, each real folder and linked file once, no loop.

    `missing` is set where the directory itself is not there (an unmounted share, a deleted checkout).
    """
    root = os.fspath(directory)
    listing = Listing()
    try:
        status = Path(root).stat()
    except OSError:
        listing.missing = True
        return listing
    if not stat.S_ISDIR(status.st_mode):
        listing.missing = True
        return listing
    _Walk(root, ignored, listing).run(_identity(status))
    return listing


Identity = tuple[int, int]


class _Walk:
    """One scan under way: real folders first, then links in order, so that a real path wins over a link to it."""

    def __init__(self, root: str, ignored: Ignored, listing: Listing) -> None:
        self._root = root
        self._ignored = ignored
        self._listing = listing
        self._folders: set[Identity] = set()
        self._files: set[Identity] = set()
        self._links: deque[tuple[str, str]] = deque()

    def run(self, root: Identity) -> None:
        self._folders.add(root)
        self._descend("", self._root)
        self._links = deque(sorted(self._links))
        while self._links:
            self._follow(*self._links.popleft())

    def _descend(self, source: str, path: str) -> None:
        waiting = [(source, path)]
        while waiting:
            prefix, folder = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    found = list(entries)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                self._listing.faults[prefix or "./"] = _reason(error)
                continue
            if prefix and any(entry.name == "pyvenv.cfg" for entry in found):
                continue
            for entry in found:
                self._take(entry, prefix, waiting)

    def _take(self, entry: os.DirEntry[str], prefix: str, waiting: list[tuple[str, str]]) -> None:
        source = prefix + readable(entry.name)
        try:
            if entry.is_symlink():
                self._links.append((source, entry.path))
            elif entry.is_dir(follow_symlinks=False):
                if self._enters(entry.name, source, _status(entry)):
                    waiting.append((source + "/", entry.path))
            elif _may_hold_tools(entry.name):
                self._add(source, entry.path, _status(entry))
        except FileNotFoundError:
            return
        except OSError as error:
            self._listing.faults[source] = _reason(error)

    def _follow(self, source: str, path: str) -> None:
        name = source.rpartition("/")[2]
        try:
            status = Path(path).stat()
        except OSError as error:
            if _may_hold_tools(name) and not name.startswith(".#") and not self._ignored(source):  # .#: Emacs locks
                self._listing.faults[source] = f"broken link: {_reason(error)}"
            return
        if stat.S_ISDIR(status.st_mode):
            real = os.path.realpath(path)
            if Path(os.path.realpath(self._root)).is_relative_to(real) or not self._enters(name, source, status):
                return
            self._listing.linked.append(real)
            self._descend(source + "/", path)
        elif _may_hold_tools(name) and _identity(status) not in self._files:
            self._add(source, path, status)

    def _enters(self, name: str, source: str, status: os.stat_result) -> bool:
        identity = _identity(status)
        if name in SKIPPED or identity in self._folders or self._ignored(source + "/"):
            return False
        self._folders.add(identity)
        return True

    def _add(self, source: str, path: str, status: os.stat_result) -> None:
        if source == SETTINGS_FILE:
            self._listing.settings = Stamp.of(status)
        elif stat.S_ISREG(status.st_mode) and not self._ignored(source):
            if source in self._listing.files:
                self._listing.faults[f"{source} (another)"] = "two file names differ only in bytes that are no text"
                return
            self._files.add(_identity(status))
            self._listing.files[source] = Listed(path, Stamp.of(status))


def readable(name: str) -> str:
    r"""A file name as valid Unicode: bytes that are no text in the file system's encoding become `\xNN`."""
    if name.isascii():
        return name
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _may_hold_tools(name: str) -> bool:
    return _ending_may(os.path.splitext(name)[1])  # noqa: PTH122 (ten times faster, once a file and scan)


@cache
def _ending_may(ending: str) -> bool:
    return may_hold_tools(f"x{ending}")


def _status(entry: os.DirEntry[str]) -> os.stat_result:
    """The entry's own status; on Windows a directory listing leaves the inode and the device out."""
    return os.lstat(entry.path) if sys.platform == "win32" else entry.stat(follow_symlinks=False)


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
