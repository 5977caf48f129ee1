"""A parsed manifest: its records, and where each value stands in the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from index.manifests.steps import Steps


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
    """A place where the text could not be parsed: the code to report, the message, the character offset."""

    code: str
    message: str
    offset: int


class Document(Protocol):
    """What every encoding's parser returns."""

    @property
    def records(self) -> tuple[Record, ...]:
        """The top-level values, in the file's order."""

    @property
    def broken(self) -> tuple[Broken, ...]:
        """What could not be parsed."""

    def extent(self, steps: Steps) -> Extent | None:
        """Where the value at `steps` (record number included) stands, or None when there is none."""
