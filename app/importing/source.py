"""What is imported from: a command that is a server over stdio, or the URL of one over Streamable HTTP."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import urlsplit

from index.errors import UsageError

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A `token` of RFC 9110, section 5.6.2."""

_HEADER_VALUE = re.compile(r"[\t\x20-\x7e]*")


@dataclass(frozen=True, slots=True)
class Command:
    """A program and its arguments; it speaks MCP on its standard input and output."""

    words: tuple[str, ...]

    @property
    def label(self) -> str:
        return " ".join(self.words)

    @property
    def fallback_name(self) -> str:
        """What to call a server that does not say its name."""
        return PurePath(self.words[0]).stem


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A URL, and headers (name, value) sent with every request. The headers may be secret: they are never shown."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The URL without what may be secret in it."""
        parts = urlsplit(self.url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()

    @property
    def fallback_name(self) -> str:
        return urlsplit(self.url).hostname or "server"


Source = Command | Endpoint


def read_source(words: Sequence[str], headers: Sequence[str]) -> Source:
    """The source as typed: one word that begins as a URL does is one, anything else is a command.

    Raises:
        UsageError: there is nothing, the URL has no host, or a header is not `Name: value` or is for a command.

    """
    if not words:
        raise UsageError("nothing to import from: give a URL, or -- and the server's command")
    if not re.match(r"https?://", words[0], re.IGNORECASE):
        if headers:
            raise UsageError("--header is for a URL; a command gets its settings from the environment")
        return Command(tuple(words))
    if len(words) > 1:
        raise UsageError(f"one URL at a time: {len(words) - 1} more words after {words[0]}")
    try:
        parts = urlsplit(words[0])
        usable = bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none, an unclosed [
        usable = False
    if not usable:
        raise UsageError(f"not a URL of a server: {words[0]}")
    return Endpoint(words[0], tuple(map(_header, headers)))


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
        raise UsageError('a header is written "Name: value", in plain characters')  # not shown: it may be a secret
    return name, value
