"""The file an import is written to: never another's, never half."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from index.atomic_file import write_text
from index.errors import UsageError


class Target:
    """One file. With `force` it may replace what stands there; what it wrote itself, it may always replace."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self.path = path
        self._force = force
        self._written: str | None = None

    def check(self) -> None:
        """To be called before a server is started for nothing.

        Raises:
            UsageError: the file is there and not to be replaced, or could not be written.

        """
        if not self.path.parent.is_dir():
            raise UsageError("there is no such folder", source=str(self.path.parent))
        if self.path.is_dir():
            raise UsageError("this is a folder", source=str(self.path))
        if not self._force and os.path.lexists(self.path):
            raise self._in_the_way()

    def write(self, text: str) -> bool:
        """Write the text unless it stands there already; whether it was written.

        Raises:
            UsageError: a file is there that is not to be replaced, or the disk does not let it be written.

        """
        try:
            if self._force:
                present = self._present()
                if present == text.encode():
                    return False
                write_text(self.path, text)
            elif self._written is None:
                self._write_new(text)
            else:
                present = self._present()
                if present is not None and present != self._written.encode():
                    raise UsageError("somebody else changed it; --force replaces it", source=str(self.path))
                if present == text.encode():
                    return False
                write_text(self.path, text)
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror or error}", source=str(self.path)) from None
        self._written = text
        return True

    def _present(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None

    def _write_new(self, text: str) -> None:
        """Make the file whole under another name first; giving it its name fails if there is one."""
        whole = self.path.with_name(f".{self.path.name[:100]}.{os.getpid()}.new")
        try:
            write_text(whole, text)
            try:
                os.link(whole, self.path)
            except FileExistsError:
                raise self._in_the_way() from None
            except OSError:  # a file system without links
                if os.path.lexists(self.path):
                    raise self._in_the_way() from None
                whole.replace(self.path)
        finally:
            with contextlib.suppress(OSError):
                whole.unlink()

    def _in_the_way(self) -> UsageError:
        hint = "--force replaces it, --out FILE writes another"
        return UsageError(f"this file is there already; {hint}", source=str(self.path))
