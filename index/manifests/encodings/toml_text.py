"""TOML: values by the standard library, places by a scan of the text it has found valid."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from index.manifests.document import Broken, Extent, Record
from index.manifests.encodings.toml_places import toml_places
from index.manifests.steps import Steps
from index.manifests.words import TOO_DEEP, too_deep

_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_LONG_KEY = re.compile(r"(?:[^\s.=\[\]#]{1,80}+[ \t]{0,9}+\.[ \t]{0,9}+){100}")
"""Keys of a hundred parts and more, on which parsers of TOML spend quadratic time and memory."""

_AT_END = " (at end of document)"


@dataclass
class TomlDocument:
    """One TOML file; places are worked out when the first one is asked for."""

    text: str
    records: tuple[Record, ...] = ()
    broken: tuple[Broken, ...] = field(default=())

    @cached_property
    def _places(self) -> dict[Steps, Extent]:
        try:
            return toml_places(self.text)
        except RecursionError:
            return {}

    def repeated(self) -> Iterator[Broken]:
        return iter(())  # TOML forbids it: the file is broken then

    def extent(self, steps: Steps) -> Extent | None:
        return self._places.get(steps)


def parse_toml(text: str) -> TomlDocument:
    """Read one TOML document."""
    if (long_key := _LONG_KEY.search(text)) is not None:
        return TomlDocument(text, broken=(Broken("M007", "A key has more than 100 parts.", long_key.start()),))
    try:
        value = tomllib.loads(text)
        if too_deep(value):
            return TomlDocument(text, broken=(Broken("M007", TOO_DEEP, 0),))
        return TomlDocument(text, (Record(value),))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        offset = len(text)
        if (match := _AT.search(message)) is not None:
            offset = _offset(text, int(match[1]), int(match[2]))
        message = _AT.sub("", message).removesuffix(_AT_END)
        return TomlDocument(text, broken=(Broken("M001", f"This is not valid TOML: {message}.", offset),))
    except RecursionError:
        return TomlDocument(text, broken=(Broken("M007", TOO_DEEP, 0),))
    except ValueError as error:  # a number of thousands of digits, a date that does not exist
        return TomlDocument(text, broken=(Broken("M001", f"This is not valid TOML: {error}.", 0),))


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
    return min(at + column - 1, len(text))
