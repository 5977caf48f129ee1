"""What can go wrong with an embedding model. Every message is one plain sentence for the user."""

from __future__ import annotations


class ModelError(RuntimeError):
    """Base of every failure of a model. A RuntimeError, so that `index/` can catch it without knowing `models/`."""


class ModelFileError(ModelError):
    """The model's file is missing, unreadable, not a GGUF file, changed meanwhile, or no embedding model."""


class ModelDied(ModelError):
    """The model's process ended in the middle of its work (killed, out of memory, a native abort)."""


class ModelTimeout(ModelError):
    """The model's process did not answer within the time limit, and was ended."""


class ModelGaveUp(ModelError):
    """The model's process failed so often in a row that it is not started again until asked for."""


class ModelClosed(ModelError):
    """The embedder was closed while, or before, it was asked."""


class ModelCancelled(ModelError):
    """The caller's `cancelled` said so: the rest of the texts was not embedded."""


class EmbeddingFailed(ModelError):
    """The model refused one batch of texts, and lives on."""
