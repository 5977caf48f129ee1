"""One file on disk: the stamp that tells whether it changed, and a read that notices when it changes meanwhile."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

RACY_NS = 2_000_000_000
"""A file changed this shortly before it was read may change again within its file system's time granularity (2 s on
FAT) and look the same: such a stamp proves nothing yet."""

_TRIES = 3
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
Clock = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Stamp:
    """What stat says of a file. Compared for equality only, so that a clock set back does no harm."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    @staticmethod
    def of(status: os.stat_result) -> Stamp:
        return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, _signed(status.st_ino))

    def settled_at(self, now_ns: int) -> bool:
        """Whether a content read at `now_ns` is proven by this stamp from then on.

        The change time counts, since nobody can set it; Windows has none (there it is the time of creation).
        """
        changed = self.mtime_ns if sys.platform == "win32" else self.ctime_ns
        return changed < now_ns - RACY_NS


NO_STAMP = Stamp(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Content:
    """A file's bytes with the stamp from before they were read."""

    data: bytes
    stamp: Stamp
    settled: bool


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that was not read: a code of `index.manifests.codes` and the reason in words. `gone`: it vanished."""

    code: str
    reason: str
    gone: bool = False


def read_file(path: str, most_bytes: int, clock: Clock = time.time_ns) -> Content | Unread:
    """Read a regular file of at most `most_bytes`; again, up to three times, if it changed while being read."""
    try:
        for _ in range(_TRIES):
            read = _read_once(path, most_bytes, clock)
            if not isinstance(read, tuple):
                return read
            content, steady = read
            if steady:
                return content
    except FileNotFoundError:
        return Unread("M010", "it is gone", gone=True)
    except OSError as error:
        return Unread("M010", (error.strerror or str(error)).lower())
    return Content(content.data, content.stamp, settled=False)


def _read_once(path: str, most_bytes: int, clock: Clock) -> tuple[Content, bool] | Unread:
    now = clock()
    with open(os.open(path, _FLAGS), "rb", buffering=0) as file:  # noqa: PTH123 (a descriptor that cannot block)
        before = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode):
            return Unread("M010", "it is not a regular file")
        if before.st_size > most_bytes:
            limit = f"{most_bytes / 1_000_000:g} MB"
            return Unread("M009", f"it is {before.st_size / 1_000_000:.1f} MB, more than the limit of {limit}")
        data = _read_all(file.fileno(), most_bytes)
        after = os.fstat(file.fileno())
    stamp = Stamp.of(before)
    return Content(data, stamp, stamp.settled_at(now)), stamp == Stamp.of(after) and len(data) == stamp.size


def _read_all(descriptor: int, most_bytes: int) -> bytes:
    parts = []
    left = most_bytes + 1
    while left > 0 and (part := os.read(descriptor, min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _signed(number: int) -> int:
    """An inode as a 64-bit signed integer, which is what SQLite holds."""
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >= 1 << 63 else number
