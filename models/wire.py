"""What parent and child tell each other over the pipe, pickled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.facts import ModelFacts


@dataclass(frozen=True, slots=True)
class Job:
    """The first message to a child: what it is to do.

    Attributes:
        path: the GGUF file.
        facts: what its header says.
        lanes: texts computed at the same time, one thread each.
        nice: how much the process steps back behind others.
        idle_s: seconds without a request after which the child ends by itself, None for never.
        adapter: the adapter's file, "" for none.

    """

    path: str
    facts: ModelFacts
    lanes: int
    nice: int
    idle_s: float | None
    adapter: str = ""


@dataclass(frozen=True, slots=True)
class Started:
    """The child's first answer: the model is loaded."""


@dataclass(frozen=True, slots=True)
class Request:
    """Texts to embed, with the adapter counting `adapter` times; the answer carries the same number."""

    number: int
    texts: tuple[str, ...]
    query: bool
    adapter: float = 0.0


@dataclass(frozen=True, slots=True)
class Vectors:
    """The answer to a request: shape (texts, dimensions), float32, unit length."""

    number: int
    rows: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Refused:
    """The model did not load (number 0) or could not embed the texts of a request."""

    number: int
    reason: str
