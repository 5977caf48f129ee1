"""The embedder the rest of the program uses: one child for queries, one for many texts."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.adapter import AdapterFile, read_adapter
from models.errors import ModelCancelled, ModelClosed, ModelFileError
from models.facts import LONGEST_TEXT, ModelFacts, file_sha256, identity_of, read_facts
from models.prefixes import Prefixes
from models.wire import Job
from models.worker import EventKind, Limits, Listener, Worker

_BATCH_TEXTS = 32
_BATCH_CHARACTERS = 12_000
"""What one request to the bulk child holds at most, so that cancelling and dying cost little."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model is run.

    Attributes:
        adapter: the adapter for queries, used if it was learned for this very model.
        text_adapter: the one for other texts.
        prefixes: instead of the ones known for the model's family.
        longest: most tokens of a text.
        bulk_lanes: texts the bulk child computes at once, one thread each.
        bulk_idle_s: seconds without work after which the bulk child ends and its memory is free.
        query_limits: time limits and tries of the query child.
        bulk_limits: the same of the bulk child.

    """

    adapter: AdapterFile | None = None
    text_adapter: AdapterFile | None = None
    prefixes: Prefixes | None = None
    longest: int = LONGEST_TEXT
    bulk_lanes: int = min(os.cpu_count() or 1, max(2, (os.cpu_count() or 1) // 2))
    bulk_idle_s: float = 60.0
    query_limits: Limits = field(default_factory=lambda: Limits(start_s=20.0, answer_s=5.0))
    bulk_limits: Limits = field(default_factory=lambda: Limits(answer_s=180.0))


class GgufEmbedder:
    """Embeds with the model of a GGUF file. Thread-safe; satisfies `index.embedder.Embedder` without knowing it.

    Making one is quick: the header is read, the file is hashed in the background, and children start when needed.

    Args:
        path: the GGUF file.
        on_event: told of deaths, restarts and giving up, from the thread that asked.
        settings: how it is run.

    Raises:
        ModelFileError: the file is missing, unreadable, damaged or no embedding model.

    """

    def __init__(self, path: Path, on_event: Listener | None = None, settings: Settings | None = None) -> None:
        self.path = path.absolute()
        self._settings = settings or Settings()
        self.facts: ModelFacts = read_facts(self.path, self._settings.prefixes, self._settings.longest)
        self._stamp = _stamp(self.path)
        self._on_event = on_event
        self._identity: str | ModelFileError = ""
        self._adapters: dict[AdapterFile, str] = {}
        self._hashing = threading.Thread(target=self._hash, name="model-hash", daemon=True)
        self._hashing.start()
        self._closed = False
        query = self._settings.adapter, 1, 0, None
        self._query = Worker(lambda: self._job(*query), self._settings.query_limits, self._tell)
        bulk = self._settings.text_adapter, self._settings.bulk_lanes, 10, self._settings.bulk_idle_s
        self._bulk = Worker(lambda: self._job(*bulk), self._settings.bulk_limits, self._tell)

    @property
    def identity(self) -> str:
        """Hash of the file and of all else that changes a vector. Waits until the file is hashed.

        Raises:
            ModelFileError: the file could not be read.

        """
        self._hashing.join()
        if isinstance(self._identity, ModelFileError):
            raise self._identity
        return self._identity

    @property
    def adapter(self) -> str:
        """Hash of the adapter for queries, "" where none was learned for this model. Waits like `identity`."""
        return self._usable(self._settings.adapter)

    @property
    def text_adapter(self) -> str:
        """The same of the adapter for other texts."""
        return self._usable(self._settings.text_adapter)

    @property
    def name(self) -> str:
        """The model's name for people."""
        return self.facts.name

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self.facts.dimensions

    @property
    def english_only(self) -> bool:
        """True if the file says that English is the only language the model was trained for."""
        return self.facts.english_only

    @property
    def child_pids(self) -> tuple[int, ...]:
        """Process ids of the children that run now."""
        return tuple(pid for pid in (self._query.pid, self._bulk.pid) if pid is not None)

    def warm_up(self) -> None:
        """Starts the query child now (about 0.3 s), so that the first query need not wait for it."""
        self._query.warm_up()

    def embed_query(self, text: str, adapter: float = 0.0) -> NDArray[np.float32]:
        """One query, shape (dimensions,), float32, unit length.

        Args:
            text: the query.
            adapter: how often the adapter's change is added to the model's weights, where there is one.

        Raises:
            ModelError: the model could not answer; a later call tries again.

        """
        strength = adapter if adapter and self.adapter else 0.0
        vector: NDArray[np.float32] = self._query.embed((text,), query=True, adapter=strength)[0]
        return vector

    def embed_passages(
        self, texts: Sequence[str], adapter: float = 0.0, cancelled: Callable[[], bool] | None = None
    ) -> NDArray[np.float32]:
        """Many texts, shape (len(texts), dimensions), float32, each row of unit length.

        Args:
            texts: any number of them.
            adapter: as for a query.
            cancelled: asked now and then; True stops the work.

        Raises:
            ModelCancelled: `cancelled` said so.
            ModelError: the model could not answer; a later call tries again.

        """
        if self._closed:
            raise ModelClosed("the model was closed")
        strength = adapter if adapter and texts and self.text_adapter else 0.0
        rows = [np.empty((0, self.dimensions), dtype=np.float32)]
        for batch in _batches(texts):
            if cancelled is not None and cancelled():
                raise ModelCancelled("cancelled")
            rows.append(self._bulk.embed(batch, query=False, adapter=strength, cancelled=cancelled))
        return np.concatenate(rows)

    def restart(self) -> None:
        """Tries again after giving up: children are ended, and started anew when needed."""
        self._query.restart()
        self._bulk.restart()

    def close(self) -> None:
        """Ends both children at once, also under callers that wait. Safe to call twice, from any thread."""
        self._closed = True
        self._query.close()
        self._bulk.close()

    def _hash(self) -> None:
        try:
            model = file_sha256(self.path)
            self._identity = identity_of(model, self.facts)
        except ModelFileError as error:
            self._identity = error
            return
        for file in (self._settings.adapter, self._settings.text_adapter):
            if file is None:
                continue
            try:
                adapter = read_adapter(file)
            except ModelFileError as error:
                self._tell("no_adapter", f"the model goes without an adapter: {error}")
            else:
                if adapter.model_sha256 == model:
                    self._adapters[file] = adapter.identity

    def _usable(self, file: AdapterFile | None) -> str:
        self._hashing.join()
        return self._adapters.get(file, "") if file is not None else ""

    def _job(self, adapter: AdapterFile | None, lanes: int, nice: int, idle_s: float | None) -> Job:
        """What to load, after a look at the file: the vectors of another one must not get this one's identity."""
        if _stamp(self.path) != self._stamp:
            raise ModelFileError(f"the model file {self.path} has changed; start again to use it")
        path = str(adapter.path) if adapter is not None and self._usable(adapter) else ""
        return Job(str(self.path), self.facts, lanes, nice, idle_s, path)

    def _tell(self, kind: EventKind, message: str) -> None:
        if self._on_event is not None:
            self._on_event(kind, message)


def open_embedder(path: Path, on_event: Listener | None = None, settings: Settings | None = None) -> GgufEmbedder:
    """The embedder of a GGUF file. Raises ModelFileError."""
    return GgufEmbedder(path, on_event, settings)


def _batches(texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == _BATCH_TEXTS or characters + len(text) > _BATCH_CHARACTERS):
            yield tuple(batch)
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield tuple(batch)


def _stamp(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        raise ModelFileError(f"the model file {path} does not exist") from None
    except OSError as error:
        raise ModelFileError(f"the model file {path} cannot be read: {error.strerror or error}") from None
    return found.st_size, found.st_mtime_ns, found.st_ino
