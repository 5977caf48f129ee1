"""What decides the vectors of a model, read from its file's header: pooling, prefixes, longest text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path

from models.errors import ModelFileError
from models.gguf_header import Value, read_header
from models.prefixes import Prefixes, known_prefixes

LONGEST_TEXT = 2048
"""Tokens a text is cut to where the model has more positions: more costs memory quadratically, and no tool has more."""

VECTOR_VERSION = 1
"""Raise it when the code changes in a way that changes vectors, so that stored ones are not mixed with new ones."""

_ENCODERS = ("bert", "t5encoder", "gemma-embedding")


class Pooling(IntEnum):
    """How one vector is made of a text's tokens. The numbers are GGUF's."""

    MEAN = 1
    CLS = 2
    LAST = 3


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the header says, with the gaps filled.

    Attributes:
        name: for people.
        architecture: GGUF's word for it, e.g. "bert".
        tokenizer: GGUF's word for the tokenizer's kind; "bert" means WordPiece.
        dimensions: length of every vector.
        longest: tokens a text is cut to, opening and closing ones included.
        pooling: how one vector is made of a text's tokens.
        prefixes: what is put before a query and before a passage.
        languages: codes the model was trained for, empty where the file does not say.

    """

    name: str
    architecture: str
    tokenizer: str
    dimensions: int
    longest: int
    pooling: Pooling
    prefixes: Prefixes
    languages: tuple[str, ...] = ()

    @property
    def english_only(self) -> bool:
        """True if the file says that English is the only language it was trained for."""
        return self.languages in (("en",), ("eng",), ("english",))


def read_facts(path: Path, prefixes: Prefixes | None = None, longest: int = LONGEST_TEXT) -> ModelFacts:
    """Reads the facts of the model in `path`.

    Args:
        path: a GGUF file.
        prefixes: used instead of the ones known for the model's family.
        longest: most tokens of a text.

    Raises:
        ModelFileError: missing, not a GGUF file, damaged, or not an embedding model.

    """
    header = read_header(path)
    architecture = _text(header, "general.architecture")
    if not architecture:
        raise ModelFileError(f"{path} does not say which architecture its model has")
    dimensions = _positive(header, f"{architecture}.embedding_length", path)
    positions = _positive(header, f"{architecture}.context_length", path)
    name = _text(header, "general.name") or path.stem
    names = (name, path.stem, _text(header, "general.basename"), _text(header, "general.finetune"))
    languages = header.get("general.languages", ())
    return ModelFacts(
        name=name,
        architecture=architecture,
        tokenizer=_text(header, "tokenizer.ggml.model"),
        dimensions=dimensions,
        longest=min(positions, longest),
        pooling=_pooling(header, architecture, path),
        prefixes=prefixes or known_prefixes(names),
        languages=tuple(word.lower() for word in languages) if isinstance(languages, tuple) else (),
    )


def file_sha256(path: Path) -> str:
    """Hash of the file's bytes.

    Raises:
        ModelFileError: it cannot be read.

    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelFileError(f"the model file {path} cannot be read: {error.strerror or error}") from None


def identity_of(sha256: str, facts: ModelFacts) -> str:
    """Hash of everything that changes a vector: the file, and what is done with it."""
    parts = {"version": VECTOR_VERSION, "file": sha256, "unit": "l2"} | asdict(facts)
    for cosmetic in ("name", "languages"):
        del parts[cosmetic]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _pooling(header: Mapping[str, Value], architecture: str, path: Path) -> Pooling:
    kind = header.get(f"{architecture}.pooling_type", 0)
    if kind == 0:
        encoder = header.get(f"{architecture}.attention.causal") is False or architecture.endswith(_ENCODERS)
        return Pooling.MEAN if encoder else Pooling.LAST
    if kind not in tuple(Pooling):
        raise ModelFileError(f"{path} is not an embedding model: it scores pairs of texts instead of giving vectors")
    return Pooling(int(kind))


def _text(header: Mapping[str, Value], key: str) -> str:
    value = header.get(key)
    return value if isinstance(value, str) else ""


def _positive(header: Mapping[str, Value], key: str, path: Path) -> int:
    value = header.get(key)
    if isinstance(value, int) and value > 0:
        return value
    raise ModelFileError(f"{path} is not an embedding model: its header has no {key}")
