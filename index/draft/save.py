"""Saving a draft: the manifest is replaced at once, and only if it is still the file that was read."""

from __future__ import annotations

import difflib
import hashlib
from dataclasses import dataclass
from pathlib import Path

from index.atomic_file import write_bytes
from index.draft.draft import Draft, text_hash
from index.draft.rewrite import rewritten
from index.errors import WriteBackError
from index.manifests.reading import read_manifest
from index.manifests.text import decode
from index.tool import Tool


class FileChanged(WriteBackError):
    """The manifest is not the one the draft was prepared on. Holds both, so that they can be shown.

    `theirs` is what the file holds now (None: it is gone), `ours` the same with the draft's texts, empty where they
    have no place.
    """

    def __init__(self, source: str, ours: bytes, theirs: bytes | None) -> None:
        gone = "is gone" if theirs is None else "changed meanwhile"
        super().__init__(f"the file {gone}; nothing was written", source=source)
        self.ours = ours
        self.theirs = theirs

    @property
    def diff(self) -> str:
        """From the file as it is to what the draft would have written."""
        return unified(self.source or "", self.theirs or b"", self.ours)


@dataclass(frozen=True, slots=True)
class Saving:
    """A draft ready to be written. `path` is the file, `source` what to call it."""

    path: Path
    source: str
    before: bytes
    after: bytes

    @property
    def sha256(self) -> bytes:
        """Of the file the saving was prepared on."""
        return hashlib.sha256(self.before).digest()

    @property
    def diff(self) -> str:
        """The change as a unified diff; "" when there is none."""
        return unified(self.source, self.before, self.after)


def prepare(directory: Path, draft: Draft, *, read_sha256: bytes | None = None) -> Saving:
    """Work out what saving a draft would write; touches nothing.

    Args:
        directory: the watched directory.
        draft: what to save.
        read_sha256: of the file's bytes as the index read them, if they must still be the same.

    Raises:
        FileChanged: they are not, or the tool's texts are not those the draft was begun on.
        WriteBackError: the file cannot be read, or the text cannot be written there alone.

    """
    source = draft.key.source
    path = directory / source
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise FileChanged(source, b"", None) from error
    except OSError as error:
        raise WriteBackError(f"the file cannot be read: {error.strerror or error}", source=source) from error
    tools = [tool for tool in read_manifest(source, data).tools if tool.place.pointer == draft.key.pointer]
    other = not tools or text_hash(tools[0]) != draft.original
    if other or (read_sha256 is not None and read_sha256 != hashlib.sha256(data).digest()):
        try:
            ours = rewritten(source, data, draft)
        except WriteBackError:
            ours = b""
        raise FileChanged(source, ours, data)
    _refuse_lost_bytes(source, data, draft, tools[0])
    return Saving(path, source, data, rewritten(source, data, draft))


def _refuse_lost_bytes(source: str, data: bytes, draft: Draft, tool: Tool) -> None:
    """A text whose bytes were no text was shown with U+FFFD: written back, that would be all that is left of them."""
    if decode(data).faulty is None:
        return
    for field in draft.texts:
        if "\ufffd" in field.read(tool):
            message = f"its {field.label} has bytes that are no valid text, which would be lost: mend them in the file"
            raise WriteBackError(message, source=source, line=tool.place.line)


def commit(saving: Saving) -> None:
    """Write a prepared saving.

    Raises:
        FileChanged: the file is not the one it was prepared on.
        WriteBackError: the folder or the disk does not let it; the file is as it was.

    """
    try:
        present: bytes | None = saving.path.read_bytes()
    except FileNotFoundError:
        present = None
    except OSError as error:
        raise WriteBackError(f"the file cannot be read: {error.strerror or error}", source=saving.source) from error
    if present is None or hashlib.sha256(present).digest() != saving.sha256:
        raise FileChanged(saving.source, saving.after, present)
    try:
        write_bytes(saving.path, saving.after)
    except OSError as error:
        raise WriteBackError(f"the file cannot be written: {error.strerror or error}", source=saving.source) from error


def save_draft(directory: Path, draft: Draft) -> Saving:
    """Prepare and commit in one step. Raises like both."""
    saving = prepare(directory, draft)
    commit(saving)
    return saving


def unified(source: str, before: bytes, after: bytes) -> str:
    """A unified diff of two versions of a file, lines split at line feeds alone."""
    old, new = (decode(data).content.split("\n") for data in (before, after))
    lines = difflib.unified_diff(old, new, f"a/{source}", f"b/{source}", lineterm="", n=2)
    return "\n".join(lines)
