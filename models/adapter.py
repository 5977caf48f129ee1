"""An adapter: a low-rank change of a model's weights (LoRA, Hu et al. 2021).

It is a GGUF file of llama.cpp's adapter kind, which also says for which model file it was learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from models.errors import ModelFileError
from models.facts import file_sha256
from models.gguf_header import read_header

MODEL_SHA256 = "triptych.model.sha256"
"""The header's entry with the hash of the model file that the adapter was learned for."""


@dataclass(frozen=True, slots=True)
class AdapterFacts:
    """What is known of an adapter without loading it.

    Attributes:
        identity: hash of its file.
        model_sha256: hash of the model file that it belongs to.

    """

    identity: str
    model_sha256: str


@dataclass(frozen=True, slots=True)
class AdapterFile:
    """An adapter's file, and the hash it must have, "" for any: llama.cpp does not survive every damaged one."""

    path: Path
    sha256: str = ""


def read_adapter(file: AdapterFile) -> AdapterFacts:
    """Reads what the file says about itself.

    Raises:
        ModelFileError: missing, damaged, or not an adapter that says for which model it was learned.

    """
    path = file.path
    header = read_header(path, "adapter")
    model = header.get(MODEL_SHA256)
    if header.get("general.type") != "adapter" or header.get("adapter.type") != "lora" or not isinstance(model, str):
        raise ModelFileError(f"{path} is not an adapter of a model")
    identity = file_sha256(path)
    if file.sha256 not in ("", identity):
        raise ModelFileError(f"{path} is damaged")
    return AdapterFacts(identity, model)
