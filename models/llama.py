"""A GGUF embedding model, loaded in this process through llama-cpp-python.

Used inside the child processes alone: what llama.cpp does not like ends the process (`models/child.py`).
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from models.errors import EmbeddingFailed, ModelFileError
from models.facts import ModelFacts
from models.packing import MOST_TEXTS, Batch, packs
from models.wordpiece import WORD_START, WordPiece

PACK = 63
"""Tokens of short texts computed together; a longer text is computed alone.

From 64 tokens on, flash attention works in tiles of 64 and a vector then depends (by 1e-4 in its elements) on where in
the tiles its text lies. Below, and alone, it does not: the elements agree to 1e-7 in any batch (measured).
"""

_LOG_ERROR = 4
_LONGEST_TOKEN = 64
"""Characters per token at which a text is surely too long; what lies beyond is not even tokenized."""


class LlamaModel:
    """Texts to unit vectors.

    Args:
        path: the GGUF file.
        facts: what its header says.
        lanes: texts computed at the same time, each by one thread. Threads of one computation wait for each other
            several times per layer, actively; lanes never do, and stay fast on a busy machine.
        adapter: the adapter's file, loaded when it is first wanted.

    Raises:
        ModelFileError: llama.cpp does not take the file.

    """

    def __init__(self, path: Path, facts: ModelFacts, lanes: int, adapter: Path | None = None) -> None:
        self._facts = facts
        self._adapter_path = adapter
        self._adapter: Any = None
        self._lanes = lanes
        self._log = _ErrorLog()
        llama_cpp.llama_backend_init()
        settings = llama_cpp.llama_model_default_params()
        settings.n_gpu_layers = 0  # the same vectors on every machine
        self._model = llama_cpp.llama_model_load_from_file(str(path).encode(), settings)
        if not self._model:
            raise ModelFileError(f"llama.cpp cannot load {path}: {self._log.last()}")
        self._vocab = llama_cpp.llama_model_get_vocab(self._model)
        if llama_cpp.llama_model_n_embd(self._model) != facts.dimensions or not self._vocab:
            raise ModelFileError(f"{path} is not what its header says")
        self._path = path
        self._free: dict[bool, SimpleQueue[_Lane]] = {}
        self._workers = ThreadPoolExecutor(lanes) if lanes > 1 else None
        self._wordpiece = self._own_tokenizer() if facts.tokenizer == "bert" else None

    def embed(self, texts: Sequence[str], *, query: bool, adapter: float = 0.0) -> NDArray[np.float32]:
        """Vectors of `texts`, shape (len(texts), dimensions), unit length.

        A text without any token the model knows still gets the vector of an empty text.

        Args:
            texts: any number of them.
            query: which prefix they get.
            adapter: how often the adapter's change is added to the weights.

        Raises:
            EmbeddingFailed: llama.cpp refused a batch or the adapter.

        """
        free = self._lanes_with(bool(adapter))
        prefixes = self._facts.prefixes
        prefix = prefixes.query if query else prefixes.passage
        tokens = [self.tokens(prefix + text) for text in texts]
        vectors = np.empty((len(texts), self._facts.dimensions), dtype=np.float32)

        def compute(pack: list[int]) -> None:
            vectors[pack] = self._compute([tokens[i] for i in pack], free, adapter)

        groups = packs([len(t) for t in tokens], PACK)
        for _ in self._workers.map(compute, groups) if self._workers else map(compute, groups):
            pass
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.all(np.isfinite(lengths)) or not np.all(lengths):
            raise EmbeddingFailed("the model gave a vector without a direction")
        vectors /= lengths
        return vectors

    def _lanes_with(self, adapted: bool) -> SimpleQueue[_Lane]:
        """The lanes with or without the adapter, made when first wanted: to put it on takes as long as a short text."""
        if adapted not in self._free:
            if adapted:
                path = str(self._adapter_path or "")
                self._adapter = llama_cpp.llama_adapter_lora_init(self._model, path.encode())
                if not self._adapter:
                    raise EmbeddingFailed(f"llama.cpp cannot load the adapter {path}: {self._log.last()}")
            free: SimpleQueue[_Lane] = SimpleQueue()
            for _ in range(self._lanes):
                free.put(_Lane(self._open(self._path), max(PACK, self._facts.longest), self._facts.dimensions))
            self._free[adapted] = free
        return self._free[adapted]

    def tokens(self, text: str) -> list[int]:
        """Token ids as the model gets them: opened, cut to the longest it takes, and closed."""
        if self._wordpiece is not None:
            start, end = llama_cpp.llama_vocab_bos(self._vocab), llama_cpp.llama_vocab_sep(self._vocab)
            return [start, *self._wordpiece.ids(text, self._facts.longest - 2), end]
        ids = self._native_tokens(text[: self._facts.longest * _LONGEST_TOKEN])
        if len(ids) > self._facts.longest:
            closing = {llama_cpp.llama_vocab_sep(self._vocab), llama_cpp.llama_vocab_eos(self._vocab)}
            last = ids[-1]
            ids = ids[: self._facts.longest]
            if last in closing:
                ids[-1] = last
        return ids or [max(0, llama_cpp.llama_vocab_bos(self._vocab))]

    def _open(self, path: Path) -> llama_cpp.llama_context_p:
        settings = llama_cpp.llama_context_default_params()
        settings.n_ctx = settings.n_batch = settings.n_ubatch = max(PACK, self._facts.longest)
        settings.n_seq_max = MOST_TEXTS
        settings.n_threads = settings.n_threads_batch = 1
        settings.embeddings = True
        settings.kv_unified = True
        settings.pooling_type = int(self._facts.pooling)
        settings.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_ENABLED
        context: llama_cpp.llama_context_p | None = llama_cpp.llama_init_from_model(self._model, settings)
        if not context:
            settings.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
            context = llama_cpp.llama_init_from_model(self._model, settings)
        if not context:
            raise ModelFileError(f"llama.cpp cannot use {path}: {self._log.last()}")
        return context

    def _own_tokenizer(self) -> WordPiece | None:
        vocab, text_of = self._vocab, llama_cpp.llama_vocab_get_text
        words = [text_of(vocab, i).decode("utf-8", "replace") for i in range(llama_cpp.llama_vocab_n_tokens(vocab))]
        ids = {word: i for i, word in reversed(tuple(enumerate(words)))}
        if "[UNK]" not in ids or WORD_START + "the" not in ids:
            return None
        return WordPiece(ids, ids["[UNK]"], lowercase=WORD_START + "The" not in ids)

    def _native_tokens(self, text: str) -> list[int]:
        raw = text.replace("\0", " ").encode("utf-8", "replace")
        room = len(raw) + 8
        ids = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, raw, len(raw), ids, room, True, False)
        if count < 0:
            raise EmbeddingFailed("the model could not tokenize a text")
        return list(ids[:count])

    def _compute(
        self, tokens: Sequence[Sequence[int]], free: SimpleQueue[_Lane], adapter: float
    ) -> NDArray[np.float32]:
        lane = free.get()
        try:
            if adapter != lane.strength:
                lane.adapt(self._adapter, adapter)
            return lane.compute(tokens)
        except EmbeddingFailed as error:
            raise EmbeddingFailed(f"{error} ({self._log.last()})") from None
        finally:
            free.put(lane)


class _Lane:
    """One context of the model: computes one group of texts at a time."""

    def __init__(self, context: llama_cpp.llama_context_p, room: int, dimensions: int) -> None:
        self.strength = 0.0
        self._context = context
        self._batch = Batch(room)
        self._memory = llama_cpp.llama_get_memory(context)
        self._dimensions = dimensions

    def adapt(self, adapter: Any, strength: float) -> None:
        """From now on the adapter counts so many times."""
        adapters = (llama_cpp.llama_adapter_lora_p_ctypes * 1)(adapter)
        code = llama_cpp.llama_set_adapters_lora(self._context, adapters, 1, (ctypes.c_float * 1)(strength))
        if code != 0:
            raise EmbeddingFailed(f"the model could not take the adapter, code {code}")
        self.strength = strength

    def compute(self, tokens: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Pooled vectors of the texts, not of unit length yet."""
        if self._memory:
            llama_cpp.llama_memory_clear(self._memory, True)
        code = llama_cpp.llama_decode(self._context, self._batch.fill(tokens))
        if code != 0:
            raise EmbeddingFailed(f"the model could not embed a text, code {code}")
        return np.stack([self._vector(sequence) for sequence in range(len(tokens))])

    def _vector(self, sequence: int) -> NDArray[np.float32]:
        pointer = llama_cpp.llama_get_embeddings_seq(self._context, sequence)
        if not pointer:
            raise EmbeddingFailed("the model gave no vector for a text")
        return np.ctypeslib.as_array(pointer, (self._dimensions,))


class _ErrorLog:
    """The last things llama.cpp complained of. Without it, they go to the error output among much else."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=8)
        self._callback = llama_cpp.llama_log_callback(self._add)
        llama_cpp.llama_log_set(self._callback, ctypes.c_void_p(0))

    def last(self) -> str:
        """The latest complaints, oldest first, on one line."""
        return "; ".join(dict.fromkeys(self._lines)) or "no reason given"

    def _add(self, level: int, text: bytes, _data: ctypes.c_void_p) -> None:
        line = text.decode("utf-8", "replace").strip()
        if level == _LOG_ERROR and line:
            self._lines.append(line)
