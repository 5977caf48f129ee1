"""Reads what a GGUF file says about itself, without loading it: small, fast, and safe on hostile files.

Layout (GGUF specification, version 3): magic, version, number of tensors, number of entries, then the entries: key,
type of the value, value. Only single values and short lists of text are kept; the vocabulary is stepped over.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Mapping
from pathlib import Path

from models.errors import ModelFileError

MAGIC = b"GGUF"
MOST_ENTRIES = 4096
LONGEST_KEPT_LIST = 64

_STRING, _ARRAY = 8, 9
_FORMATS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_DEEPEST = 4
"""Lists may nest in GGUF; no model goes deeper than one level."""

Value = int | float | bool | str | tuple[str, ...]
"""What an entry can hold here. Lists of numbers and long lists are left out."""


def read_header(path: Path, what: str = "model") -> Mapping[str, Value]:
    """The entries of the file's header by key; `what` it is a file of is told when it cannot be read.

    Raises:
        ModelFileError: missing, unreadable, not a GGUF file, or cut off within the header.

    """
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
            if start != MAGIC:
                raise ModelFileError(f"{path} is not a GGUF file")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _Reader(data).entries()
    except FileNotFoundError:
        raise ModelFileError(f"the {what} file {path} does not exist") from None
    except (struct.error, UnicodeDecodeError, ValueError, OverflowError):
        raise ModelFileError(f"{path} is a damaged GGUF file: its header makes no sense") from None
    except OSError as error:
        raise ModelFileError(f"the {what} file {path} cannot be read: {error.strerror or error}") from None


class _Reader:
    """A position in the file's bytes."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = len(MAGIC)

    def entries(self) -> dict[str, Value]:
        version, _tensors, count = self._number("<I"), self._number("<Q"), int(self._number("<Q"))
        if version not in (2, 3):
            raise ModelFileError(f"GGUF version {version} is not supported, only 2 and 3")
        if count > MOST_ENTRIES:
            raise ValueError(count)
        found: dict[str, Value] = {}
        for _ in range(count):
            key = self._text()
            value = self._value(int(self._number("<I")))
            if value is not None:
                found[key] = value
        return found

    def _value(self, kind: int) -> Value | None:
        if kind == _STRING:
            return self._text()
        if kind == _ARRAY:
            return self._list(_DEEPEST)
        return self._number(_format(kind))

    def _list(self, depth: int) -> tuple[str, ...] | None:
        kind, count = int(self._number("<I")), int(self._number("<Q"))
        if kind == _STRING:
            if count <= LONGEST_KEPT_LIST:
                return tuple(self._text() for _ in range(count))
            self._skip_texts(count)
        elif kind == _ARRAY:
            if depth == 0 or count > MOST_ENTRIES:
                raise ValueError(count)
            for _ in range(count):
                self._list(depth - 1)
        else:
            self._skip(count * struct.calcsize(_format(kind)))
        return None

    def _number(self, form: str) -> int | float | bool:
        (number,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return number  # type: ignore[no-any-return]

    def _text(self) -> str:
        length = int(self._number("<Q"))
        start = self._at
        self._skip(length)
        return self._data[start : self._at].decode("utf-8")

    def _skip_texts(self, count: int) -> None:
        """Steps over `count` texts; a loop of its own, for vocabularies of 250,000 tokens."""
        unpack, data, at = struct.Struct("<Q").unpack_from, self._data, self._at
        for _ in range(count):
            at += 8 + unpack(data, at)[0]
        self._at = at
        self._skip(0)

    def _skip(self, length: int) -> None:
        self._at += length
        if self._at > len(self._data):
            raise ValueError(self._at)


def _format(kind: int) -> str:
    if kind not in _FORMATS:
        raise ValueError(kind)
    return _FORMATS[kind]
