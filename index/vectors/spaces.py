"""The newest snapshot of each vector space, for any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from index.code_version import code_version
from index.embedder import Embedder, text_identity
from index.engines.base import SemanticEngine
from index.errors import ProfileError
from index.profile import Profile
from index.ranking import Unavailable
from index.registry import build_semantic
from index.store.store import Store
from index.store.tools import count_tools
from index.vectors.facets import find_space
from index.vectors.load import load_space
from index.vectors.space import VectorSpace

State = tuple[int, int, str]
"""What a snapshot depends on: the catalog's and the vectors' generation and the model."""


def definition() -> str:
    """Differs whenever the code that makes the embedded texts does."""
    return code_version("index.engines", "index.store.functions")


def semantic_engines(profiles: Mapping[str, Profile]) -> dict[str, SemanticEngine]:
    """One engine for each vector space the profiles use, in the profiles' order; broken profiles are passed over."""
    engines: dict[str, SemanticEngine] = {}
    for name, profile in profiles.items():
        if profile.semantic is not None:
            try:
                engine = build_semantic(profile.semantic, source=f"profile {name}")
            except ProfileError:
                continue
            engines.setdefault(engine.space, engine)
    return engines


class Spaces:
    """Holds snapshots and makes new ones when the index has changed.

    `adapter_of` tells of each space how much the adapter counts in it.
    `get` reads the file itself if it must, unless another thread does that (`in_background`): then a search is never
    kept waiting for a big catalog.
    """

    def __init__(
        self, store: Store, embedder: Embedder | None, adapter_of: Callable[[str], float] = lambda _name: 0.0
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._adapter_of = adapter_of
        self._lock = threading.Lock()
        self._held: dict[str, tuple[State, VectorSpace]] = {}
        self._ask: Callable[[str], None] | None = None

    def in_background(self, ask: Callable[[str], None]) -> None:
        """From now on only `refresh` reads; `ask` is called with the name of a space that is wanted and not held."""
        self._ask = ask

    def get(self, name: str) -> VectorSpace | Unavailable:
        """The newest snapshot, or why there is none."""
        if self._embedder is None:
            return Unavailable(name, "switched off")
        if self._ask is None and not self._store.connection().in_transaction:
            self.refresh([name])
        held = self._held.get(name)
        if held is None:
            if self._ask is not None:
                self._ask(name)
            return Unavailable(name, "vectors are being loaded")
        space = held[1]
        if space.missing and not len(space.order):
            return Unavailable(name, f"vectors are being built: 0 of {space.missing:,} tools")
        return space

    def refresh(self, names: Iterable[str], *, wait: bool = True) -> tuple[str, ...]:
        """Bring snapshots up to date; the names of those that changed. Without `wait`, not while a thread does so."""
        if self._embedder is None or not self._lock.acquire(blocking=wait):
            return ()
        try:
            return tuple([name for name in names if self._refresh(name, self._embedder)])
        finally:
            self._lock.release()

    def held(self, name: str) -> VectorSpace | None:
        """The newest snapshot as it is, without looking whether it is out of date."""
        entry = self._held.get(name)
        return entry[1] if entry is not None else None

    def forget(self) -> None:
        """Drop every snapshot: the index file was replaced."""
        with self._lock:
            self._held.clear()

    def missing(self, name: str) -> int:
        """How many tools lack vectors, as far as the newest snapshot knows."""
        held = self._held.get(name)
        return held[1].missing if held is not None else count_tools(self._store.connection())

    def _refresh(self, name: str, embedder: Embedder) -> bool:
        connection = self._store.connection()
        identity = text_identity(embedder, self._adapter_of(name))
        state = (self._store.counter("generation"), self._store.counter("vectors"), identity)
        held = self._held.get(name)
        if held is not None and held[0] == state:
            return False
        previous = held[1] if held is not None and held[0][2] == identity else None
        space_id = find_space(connection, name, identity, definition())
        if space_id is None:
            space = VectorSpace.empty(embedder.dimensions, count_tools(connection), state[0])
        else:
            space = load_space(connection, space_id, embedder.dimensions, previous)
            if previous is None:
                connection.unmap()  # all vectors were read
        self._held[name] = (state, space)
        return True
