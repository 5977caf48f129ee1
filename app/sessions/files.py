"""The steps that change files, each as an editor does it: at once, by a new file in the place of the old one."""

from __future__ import annotations

from pathlib import Path

from app.sessions.errors import ScriptError
from app.sessions.script import Delete, Edit, FileAction, Rename, Write
from app.sessions.stage import inside
from index.atomic_file import write_bytes


def change_file(action: FileAction, directory: Path, script: Path, line: int) -> None:
    """Do it below the directory.

    Raises:
        ScriptError: there is no such file, it does not say what is to be replaced, or it cannot be written.

    """
    path = inside(directory, action.file, line, script)
    try:
        match action:
            case Edit(file, replace, text):
                write_bytes(path, _edited(path.read_bytes(), file, replace, text))
            case Write(_, text):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_bytes(path, text.encode())
            case Delete():
                path.unlink()
            case Rename(_, to):
                target = inside(directory, to, line, script)
                target.parent.mkdir(parents=True, exist_ok=True)
                path.rename(target)
    except FileNotFoundError as error:
        raise ScriptError(f"there is no file {action.file}", source=str(script), line=line) from error
    except OSError as error:
        raise ScriptError(f"{action.file}: {error.strerror or error}", source=str(script), line=line) from error
    except ValueError as error:
        raise ScriptError(str(error), source=str(script), line=line) from error


def _edited(data: bytes, file: str, replace: str, text: str) -> bytes:
    """Bytes, so that all else in the file stays as it is; where its lines end in CR LF, those of the texts do too."""
    old, new = replace.encode(), text.encode()
    if b"\n" in old and old not in data:
        old, new = old.replace(b"\n", b"\r\n"), new.replace(b"\n", b"\r\n")
    at = data.find(old)
    if at != data.rfind(old) or at < 0:
        said = "not there" if at < 0 else "there more than once"
        raise ValueError(f"{file}: the text to replace is {said}: {replace[:80]!r}")
    return data[:at] + new + data[at + len(old) :]
