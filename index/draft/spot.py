"""The place in a manifest's text where a value is to be written."""

from __future__ import annotations

from dataclasses import dataclass

from index.manifests.locate import Span
from index.manifests.text import Text


@dataclass(frozen=True, slots=True)
class Spot:
    """Characters `start` to `end` (excluded) of `content` hold a value written in `style` (see `document.Extent`).

    `ending` is the file's line ending.
    """

    content: str
    start: int
    end: int
    style: str
    ending: str

    @property
    def token(self) -> str:
        """What stands there now, quotes or block header included."""
        return self.content[self.start : self.end]

    @property
    def before(self) -> str:
        """What stands before the value on its line."""
        return self.content[self.content.rfind("\n", 0, self.start) + 1 : self.start]


def spot_of(data: bytes, text: Text, span: Span) -> Spot:
    """The spot of a span of the file's bytes."""
    start = _characters(data[text.mark_size : span.start], text.encoding)
    end = start + _characters(data[span.start : span.end], text.encoding)
    return Spot(text.content, start, end, span.style, line_ending(text.content))


def line_ending(content: str) -> str:
    """The ending of most of a text's lines."""
    return "\r\n" if content.count("\r\n") * 2 > content.count("\n") else "\n"


def _characters(data: bytes, encoding: str) -> int:
    errors = "surrogateescape" if encoding == "utf-8" else "replace"
    return len(data.decode(encoding, errors))
