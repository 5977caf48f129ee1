"""Queries embedded ahead of somebody who types: the model works while the next letter is on its way."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from index.embedder import Embedder, Vector

_REMEMBERED = 256
"""Vectors of queries that are kept, those asked for last."""

_LONGEST = 200
"""Characters of a query beyond which the model would still be at a guess when the next letter comes."""


class Foresight:
    """An embedder in front of another one: it remembers queries, and embeds likely ones while nobody asks.

    Vectors are the other one's. Satisfies `Embedder`; thread-safe.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: OrderedDict[tuple[str, float], Vector] = OrderedDict()
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._round = 0

    @property
    def identity(self) -> str:
        return self._embedder.identity

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    @property
    def adapter(self) -> str:
        return self._embedder.adapter

    @property
    def text_adapter(self) -> str:
        return self._embedder.text_adapter

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        """As the other one's; at once for a text that is remembered. What was to be embedded ahead is forgotten.

        A text that is being embedded ahead is waited for, and so is another one: the model takes one at a time.
        """
        self.stop()
        return self._vector(text, adapter)

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        return self._embedder.embed_passages(texts, adapter)

    def look_ahead(self, texts: Sequence[str], adapter: float = 0.0) -> None:
        """Embed these queries in the background, in this order, until somebody asks for one. Failures are not told."""
        with self._lock:
            self._round += 1
            wanted = [text for text in texts if len(text) <= _LONGEST and (text, adapter) not in self._known]
            arguments = self._round, wanted, adapter
        if wanted:
            threading.Thread(target=self._look, args=arguments, name="triptych-ahead", daemon=True).start()

    def stop(self) -> None:
        """Embed nothing more ahead, but for what the model is at."""
        with self._lock:
            self._round += 1

    def close(self) -> None:
        self.stop()
        self._embedder.close()

    def _look(self, begun: int, texts: Sequence[str], adapter: float) -> None:
        for text in texts:
            with self._lock:
                if self._round != begun:
                    return
            try:
                self._vector(text, adapter)
            except RuntimeError:  # whoever asks next is told
                return

    def _vector(self, text: str, adapter: float) -> Vector:
        vector = self._remembered(text, adapter)
        if vector is not None:
            return vector
        with self._turn:
            vector = self._remembered(text, adapter)
            if vector is None:
                vector = self._embedder.embed_query(text, adapter)
                vector.setflags(write=False)  # several readers share it
                with self._lock:
                    self._known[text, adapter] = vector
                    while len(self._known) > _REMEMBERED:
                        self._known.popitem(last=False)
            return vector

    def _remembered(self, text: str, adapter: float) -> Vector | None:
        with self._lock:
            vector = self._known.get((text, adapter))
            if vector is not None:
                self._known.move_to_end((text, adapter))
            return vector
