"""What the explorer asks of a workspace and of the live index: index.workspace and index.live satisfy it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from index.corpus import Corpus
from index.embedder import Embedder
from index.problem import Problem
from index.profile import Profile
from index.ranking import Unavailable
from index.searcher import Searcher
from index.tool import Tool
from index.vectors.space import VectorSpace


class Counts(Protocol):
    """How big the catalog is."""

    @property
    def files(self) -> int: ...
    @property
    def tools(self) -> int: ...
    @property
    def problems(self) -> int: ...


class Source(Protocol):
    """The part of a workspace that the explorer uses. Everything but the attributes is called from the worker."""

    @property
    def directory(self) -> Path: ...
    @property
    def profiles(self) -> Mapping[str, Profile]: ...
    @property
    def embedder(self) -> Embedder | None: ...
    def searcher(self, profile_name: str, /) -> Searcher: ...
    def corpus(self) -> Corpus: ...
    def space(self, name: str, /) -> VectorSpace | Unavailable: ...
    def tools(self, ids: Sequence[int], /) -> dict[int, Tool]: ...
    def problems(self) -> tuple[Problem, ...]: ...
    def status(self) -> Counts: ...


class Live(Protocol):
    """The background thread that watches and embeds."""

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def want(self, space_names: Sequence[str], first_ids: Sequence[int], /) -> None: ...
    def rescan(self) -> None: ...


StartLive = Callable[[Callable[[object], None]], Live]
"""Makes the live index, given where its events go; the events may come from any thread."""
