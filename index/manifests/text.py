"""A manifest's bytes as text, with the way back: character offset to line, column and byte offset."""

from __future__ import annotations

import codecs
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class Text:
    """Decoded text. Offsets are counted in characters of `content`, which never includes the byte-order mark.

    Bytes that are not valid in `encoding` are kept as lone surrogates (`surrogateescape`), so that every offset
    still maps to the right byte; `faulty` is the offset of the first one, or None.
    """

    content: str
    encoding: str
    mark_size: int
    faulty: int | None = None

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        at = self.content.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.content.find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1, the column in characters."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The character offset of a line and a column counted from 1, moved into the text if it is outside."""
        starts = self._line_starts
        start = starts[min(max(line, 1), len(starts)) - 1]
        return min(start + max(column, 1) - 1, len(self.content))

    @cached_property
    def _width(self) -> int | None:
        """Bytes per character where that is the same for all of them."""
        if self.encoding == "utf-8":
            return 1 if self.content.isascii() else None
        if self.encoding.startswith("utf-16"):
            return 2 if max(self.content, default="") <= "\uffff" else None
        return 4

    def byte_offset(self, offset: int) -> int:
        """Where in the file's bytes the character at `offset` starts."""
        if self._width is not None:
            return self.mark_size + offset * self._width
        return self.mark_size + len(encode(self.content[:offset], self.encoding))


def encode(content: str, encoding: str) -> bytes:
    """`content` as bytes of `encoding` without a byte-order mark: the inverse of `decode`."""
    return content.encode(encoding, _errors(encoding))


def decode(data: bytes) -> Text:
    """Read bytes as UTF-8, UTF-16 or UTF-32, told apart by the byte-order mark or, without one, by the zero bytes.

    Never raises: what is not valid becomes lone surrogates (UTF-8) or is replaced (the others); `faulty` says where.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decode(data[len(mark) :], encoding, len(mark))
    return _decode(data, _guess(data[:4]), 0)


def _guess(head: bytes) -> str:
    """JSON and YAML start with an ASCII character, so zero bytes give UTF-16 and its byte order away."""
    if len(head) >= 2 and head[0] == 0 and head[1] != 0:
        return "utf-16-be"
    if len(head) >= 2 and head[0] != 0 and head[1] == 0:
        return "utf-16-le"
    return "utf-8"


def _errors(encoding: str) -> str:
    return "surrogateescape" if encoding == "utf-8" else "surrogatepass"


def _decode(data: bytes, encoding: str, mark_size: int) -> Text:
    try:
        return Text(data.decode(encoding), encoding, mark_size)
    except UnicodeDecodeError as error:
        faulty = len(data[: error.start].decode(encoding))
    try:
        content = data.decode(encoding, _errors(encoding))
    except UnicodeDecodeError:
        content = data.decode(encoding, "replace")
    return Text(content, encoding, mark_size, faulty)
