"""One directory and its index: what every front end works with."""

from __future__ import annotations

import difflib
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from index.corpus import Corpus, corpus_of
from index.embedder import Embedder
from index.engines.base import SemanticEngine
from index.errors import StoreError, UsageError
from index.manifests.remarks.duplicates import Named, duplicate_remarks
from index.problem import Problem
from index.profile import Profile
from index.ranking import Unavailable
from index.registry import fts_tables
from index.scan import SETTINGS_FILE, scan
from index.searcher import Searcher
from index.settings import DirectorySettings, load_settings
from index.store.manifests import read_problems
from index.store.prepare import ForeignFileError, Notice, is_damage
from index.store.size import CatalogFile, catalog_files, catalog_size, repeated_names
from index.store.store import Store
from index.store.tools import ids_matching, names_by_id, tools_by_id
from index.tool import Tool
from index.vectors.embed import SpaceWork, Step, prune
from index.vectors.space import VectorSpace
from index.vectors.spaces import Spaces, definition, semantic_engines

if TYPE_CHECKING:
    from index.sync import Progress, SyncReport


@dataclass(frozen=True, slots=True)
class Status:
    """How big the catalog is. `missing` counts, by vector space, the tools that lack vectors."""

    files: int
    tools: int
    servers: int
    problems: int
    missing: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What an embedding run did: texts sent to the model, and by space the tools that still lack vectors.

    `error` is what the model or the index said when it could not go on, else "".
    """

    embedded: int = 0
    missing: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    error: str = ""
    cancelled: bool = False


class Workspace:
    """A directory, its index and its profiles. Safe to use from several threads.

    Args:
        directory: the directory of manifests.
        index_path: the index file; None keeps it in a temporary folder. Where the file cannot be made or written,
            the index is kept in a temporary folder as well, with a notice.
        profiles: the profiles to offer; those of the directory's triptych.toml are added to them.
        embedder: the model, or None for lexical-only work.
        notice: called with a line for the user, from any thread; without it, lines wait for `tell`.

    Raises:
        UsageError: there is no such directory.
        StoreError: the index file is not one of ours; it was not touched.

    """

    def __init__(
        self,
        directory: Path,
        *,
        index_path: Path | None = None,
        profiles: Mapping[str, Profile] = MappingProxyType({}),
        embedder: Embedder | None = None,
        notice: Notice | None = None,
    ) -> None:
        self.directory = Path(directory).absolute()
        if not self.directory.is_dir():
            raise UsageError("there is no such directory", source=str(directory))
        self.embedder = embedder
        self._told = notice
        self._untold: list[str] = []
        self.settings = load_settings(self.directory)
        self._given = dict(profiles)
        self.store = _open_store(index_path, self._notice)
        self.spaces = Spaces(self.store, embedder, self._text_adapter)
        self._counted: tuple[object, tuple[int, int, int], tuple[Problem, ...]] | None = None
        self._engines: tuple[DirectorySettings, Mapping[str, SemanticEngine]] | None = None

    @property
    def profiles(self) -> Mapping[str, Profile]:
        """Every profile by name, the directory's own last."""
        return {**self._given, **self.settings.profiles}

    def sync(self, progress: Progress | None = None, cancelled: Callable[[], bool] = lambda: False) -> SyncReport:
        """Read what changed on disk into the index. Running it again without a change does nothing.

        Raises:
            StoreError: the index cannot be written (a full disk, a read-only file); it stays as it was.

        """
        from index.sync import Sync  # with all readers of manifests: searching is not to wait for them

        self.settings = load_settings(self.directory)
        listing = scan(self.directory, self.settings.ignored())
        try:
            return Sync(self.store, listing, most_bytes=self.settings.most_bytes).run(progress, cancelled)
        except (StoreError, sqlite3.DatabaseError) as error:
            if not is_damage(error):
                raise
            self.store.rebuild(str(error))
            self.spaces.forget()
        return Sync(self.store, listing, most_bytes=self.settings.most_bytes).run(progress, cancelled)

    def embed(
        self,
        space_names: Iterable[str] | None = None,
        *,
        progress: Callable[[Step], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        first: Sequence[int] = (),
    ) -> EmbedReport:
        """Embed what is missing in these spaces (None: those of every profile). What was done before is never redone.

        A model or an index that fails ends the run with its message in the report; nothing is raised for it.
        `cancelled` is asked after every slice of about 0.15 s. `first` are tools to embed before the others.
        """
        if self.embedder is None:
            return EmbedReport()
        engines = semantic_engines(self.profiles)
        names = [name for name in (engines if space_names is None else space_names) if name in engines]
        embedded, error, stopped = 0, "", False
        try:
            for name in names:
                work = SpaceWork(self.store, name, engines[name], self.embedder, definition())
                for step in work.steps(first):
                    embedded += step.embedded
                    if progress is not None:
                        progress(step)
                    if cancelled():
                        stopped = True
                        break
                if stopped:
                    break
            else:
                prune(self.store, engines)
        except (RuntimeError, StoreError) as failure:
            error = str(failure)
        self.spaces.refresh(names)
        return EmbedReport(embedded, {name: self.spaces.missing(name) for name in names}, error, stopped)

    def space(self, name: str) -> VectorSpace | Unavailable:
        """The newest snapshot of a vector space, or why there is none."""
        return self.spaces.get(name)

    def searcher(self, profile_name: str) -> Searcher:
        """A new searcher, for the calling thread. Raises UsageError for an unknown name, ProfileError."""
        profiles = self.profiles
        if profile_name not in profiles:
            near = difflib.get_close_matches(profile_name, profiles, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(profiles)}"
            source = SETTINGS_FILE if profile_name == self.settings.profile else None
            raise UsageError(f"there is no profile {profile_name!r}; {hint}", source=source)
        return Searcher(profiles[profile_name], self.embedder, self.space)

    def corpus(self) -> Corpus:
        """The catalog, on the calling thread's connection."""
        return corpus_of(self.store)

    def tools(self, ids: Sequence[int]) -> dict[int, Tool]:
        """The tools with these ids; those that are gone are left out."""
        return tools_by_id(self.store.connection(), ids)

    def names(self, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Name and server of the tools with these ids; those that are gone are left out."""
        return names_by_id(self.store.connection(), ids)

    def find_tool(self, text: str) -> tuple[int, ...]:
        """Ids of the tools of that name, else those it names as server/name, in catalog order."""
        return ids_matching(self.store.connection(), text)

    def status(self) -> Status:
        """Counts, as of the index's present state."""
        size, problems = self._counts()
        held = {name: self.spaces.held(name) for name in self._engines_by_space()}
        missing = {name: size[1] if space is None else space.missing for name, space in held.items()}
        return Status(*size, len(problems), MappingProxyType(missing))

    def problems(self) -> tuple[Problem, ...]:
        """Every problem that triptych.toml does not silence, by source and line."""
        return self._counts()[1]

    def files(self) -> tuple[CatalogFile, ...]:
        """The files that declare tools, by source."""
        return catalog_files(self.store.connection())

    def duplicates(self) -> tuple[Named, ...]:
        """Tools whose name is there more than once, in catalog order."""
        return tuple(repeated_names(self.store.connection()))

    def tell(self, notice: Notice) -> None:
        """Hand over the lines for the user that nobody took yet, and all later ones, unless somebody takes them."""
        if self._told is None:
            self._told = notice
            for line in self._untold:
                notice(line)

    def _notice(self, line: str) -> None:
        if self._told is None:
            self._untold.append(line)
        else:
            self._told(line)

    def close(self) -> None:
        """Close the index. The embedder is the caller's."""
        self.store.close()

    def _counts(self) -> tuple[tuple[int, int, int], tuple[Problem, ...]]:
        """Size (files, tools, servers) and problems, computed once for every state of the catalog."""
        store, silence = self.store, self.settings.silence
        key = (store.generation(), store.epoch, self.settings)
        held = self._counted
        if held is not None and held[0] == key:
            return held[1], held[2]
        connection = store.connection()
        found = [*self.settings.problems, *read_problems(connection), *duplicate_remarks(repeated_names(connection))]
        problems = tuple(
            sorted((p for p in found if p.code not in silence), key=lambda p: (p.source, p.line, p.column, p.code))
        )
        size = catalog_size(connection)
        self._counted = (key, size, problems)
        return size, problems

    def _engines_by_space(self) -> Mapping[str, SemanticEngine]:
        """An engine of each vector space; worked out once for the directory's settings: it is asked at every key."""
        if self.embedder is None:
            return {}
        held = self._engines
        if held is None or held[0] is not self.settings:
            held = self._engines = self.settings, semantic_engines(self.profiles)
        return held[1]

    def _text_adapter(self, space_name: str) -> float:
        engine = self._engines_by_space().get(space_name)
        return engine.text_adapter if engine is not None else 0.0


def _open_store(path: Path | None, notice: Notice) -> Store:
    if path is None:
        return Store(None, fts_tables(), notice)
    try:
        return Store(path, fts_tables(), notice)
    except ForeignFileError:
        raise
    except StoreError as error:
        notice(f"{error}; using a temporary index that goes when triptych ends")
        return Store(None, fts_tables(), notice)
