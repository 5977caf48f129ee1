"""A parsed manifest: its records, and where each value stands in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from index.manifests.steps import Steps

LONGEST_KEY = 60
"""Characters of a key that a message quotes."""


@dataclass(frozen=True, slots=True)
class Record:
    """One top-level value. `steps` is () where the file holds just one, else (number from 0,)."""

    value: object
    steps: Steps = ()


@dataclass(frozen=True, slots=True)
class Extent:
    """A value's place in the text, in characters, end excluded, and how it is written.

    `style` is one of `json`, `yaml-plain`, `yaml-single`, `yaml-double`, `yaml-literal`, `yaml-folded`,
    `toml-basic`, `toml-literal`, `toml-basic-multiline`, `toml-literal-multiline`, `toml-other`; collections have
    the style of their format (`json`, `yaml-plain`, `toml-other`).
    """

    start: int
    end: int
    style: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A place where the text could not be parsed, or not as it stands: the code, the message, the character offset."""

    code: str
    message: str
    offset: int


def key_repeated(key: str, offset: int) -> Broken:
    shown = key if len(key) <= LONGEST_KEY else f"{key[:LONGEST_KEY]}…"
    return Broken("M014", f"`{shown}` is given twice in this object; the last one counts.", offset)


class Document(Protocol):
    """What every encoding's parser returns."""

    @property
    def records(self) -> tuple[Record, ...]:
        """The top-level values, in the file's order."""

    @property
    def broken(self) -> tuple[Broken, ...]:
        """What could not be parsed."""

    def repeated(self) -> Iterator[Broken]:
        """Keys that their object had already, in the text's order."""

    def extent(self, steps: Steps) -> Extent | None:
        """Where the value at `steps` (record number included) stands, or None when there is none."""
