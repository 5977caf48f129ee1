"""Writing a file so that a reader sees the old content or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file's content at once, or make the file.

    A symbolic link stays one: the file it leads to is replaced. Permissions are kept, owner and group where allowed.

    Raises:
        OSError: the folder or the disk does not let it; the old content is untouched and nothing is left behind.

    """
    target = path.resolve()
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _copy_rights(target, Path(temporary))
            os.fsync(file.fileno())
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
    _sync_folder(target.parent)


def write_text(path: Path, text: str) -> None:
    """Like `write_bytes`, in UTF-8 and with the line endings as they are in `text`."""
    write_bytes(path, text.encode())


def _copy_rights(target: Path, temporary: Path) -> None:
    try:
        present = target.stat()
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        return
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(temporary, present.st_uid, present.st_gid)
    temporary.chmod(stat.S_IMODE(present.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the platform can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
