"""Writes an adapter as the GGUF file that llama.cpp and `models.adapter` read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from models.adapter import MODEL_SHA256

Matrix = NDArray[np.float32]
Change = tuple[Matrix, Matrix]
"""`down` (rank, inputs) and `up` (outputs, rank): `up @ down` is added to a weight (outputs, inputs)."""


def write_adapter(path: Path, changes: Mapping[str, Change], model_sha256: str, rank: int) -> None:
    """Keep the changes by the weights' GGUF names, in half precision, for the model file of that hash."""
    writer = gguf.GGUFWriter(path, "bert")
    writer.add_type("adapter")
    writer.add_name("all-MiniLM-L6-v2 for requests of tools")
    writer.add_license("apache-2.0")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(rank))  # llama.cpp multiplies by alpha / rank
    writer.add_string(MODEL_SHA256, model_sha256)
    for name, (down, up) in changes.items():
        writer.add_tensor(f"{name}.lora_a", down.astype(np.float16))
        writer.add_tensor(f"{name}.lora_b", up.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
