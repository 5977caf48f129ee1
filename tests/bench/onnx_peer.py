"""The bundled model under ONNX Runtime in int8, for `embed-many` to compare with.

No such file is published on PyPI, so it is made here from the weights that the bundled model was made of: a graph of
plain operators, which ONNX Runtime's own quantiser makes int8 (weights; activations as they come) and its session
fuses when it loads it. Made once, it stays in `.cache/onnx`. Needs the `bench` group of dependencies. The quantiser
advises on pre-processing, which is for convolutions.

Tried and left out: `onnxruntime.transformers.optimizer` (needs sympy; fuses attention too, and gains 2 %), a scale for
each matrix instead of for each column (as fast; cosines to the float model down to 0.92).
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

from models.convert import Source, model_folder, read_source
from tests.bench.bundled import CACHE, WEIGHTS

OPSET = 17
BATCH = 32
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class OnnxPeer:
    """Texts to unit vectors.

    Args:
        longest: tokens a text is cut to, opening and closing ones included.
        threads: how many compute one batch; all other options of the session are the defaults.

    Raises:
        ModelFileError: the source weights are not there.

    """

    def __init__(self, longest: int, threads: int) -> None:
        folder = _made()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(longest)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of `texts`, shape (len(texts), dimensions); computed by length, so that little is padding."""
        rows = [row.ids for row in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
        means: list[NDArray[np.float32]] = []
        for start in range(0, len(order), BATCH):
            batch = [rows[at] for at in order[start : start + BATCH]]
            lengths = np.array([len(ids) for ids in batch])
            mask = np.arange(lengths.max()) < lengths[:, None]
            padded = np.zeros(mask.shape, np.int64)
            padded[mask] = np.concatenate(batch)
            given = (padded, mask.astype(np.int64), np.zeros_like(padded))
            means.append(self._session.run(None, dict(zip(INPUTS, given, strict=True)))[0])
        ordered = np.concatenate(means)
        vectors = np.empty_like(ordered)
        vectors[order] = ordered
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


def _made() -> Path:
    """The folder with model.onnx and tokenizer.json. Made if it is not there: once for each state of this file."""
    key = hashlib.sha256(Path(__file__).read_bytes() + onnxruntime.__version__.encode()).hexdigest()[:12]
    folder = CACHE / "onnx" / key
    if folder.exists():
        return folder
    shutil.rmtree(folder.parent, ignore_errors=True)  # what an older state of this file made
    folder.parent.mkdir(parents=True)
    with model_folder(WEIGHTS) as published, tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        plain, made = Path(scratch) / "plain.onnx", Path(scratch) / "made"
        made.mkdir()
        onnx.save(bert(read_source(published)), plain)
        quantize_dynamic(plain, made / "model.onnx", weight_type=QuantType.QInt8, per_channel=True)
        shutil.copy(published / "tokenizer.json", made)
        made.rename(folder)
    return folder


def bert(source: Source) -> Any:
    """The model as an ONNX graph: token ids, mask and types, to vectors, the means over tokens."""
    graph = _Graph(source.weights, source.config["layer_norm_eps"])
    state = graph.embeddings()
    bias = graph.mask_bias()
    for number in range(source.config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}."
        mixed = graph.attention(layer + "attention.self.", state, bias, source.config["num_attention_heads"])
        mixed = graph.dense(layer + "attention.output.dense", mixed)
        state = graph.norm(layer + "attention.output.LayerNorm", graph.add("Add", mixed, state))
        inner = graph.gelu(graph.dense(layer + "intermediate.dense", state))
        inner = graph.dense(layer + "output.dense", inner)
        state = graph.norm(layer + "output.LayerNorm", graph.add("Add", inner, state))
    graph.mean(state)
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in INPUTS]
    vectors = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", source.config["hidden_size"]])
    made = helper.make_graph(graph.nodes, "bert", inputs, [vectors], graph.tensors)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


@dataclass(slots=True)
class _Graph:
    """The nodes so far. A value is known by its name, which the methods take and return."""

    weights: dict[str, np.ndarray]
    epsilon: float
    nodes: list[Any] = field(default_factory=list)
    tensors: list[Any] = field(default_factory=list)

    def add(self, operator: str, *inputs: str, into: str = "", **attributes: Any) -> str:
        into = into or f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [into], name=into, **attributes))
        return into

    def constant(self, value: Any, kind: Any = np.float32) -> str:
        return self._tensor(f"constant_{len(self.tensors)}", np.array(value, kind))

    def weight(self, name: str, *, transposed: bool = False) -> str:
        return self._tensor(name, self.weights[name].T if transposed else self.weights[name])

    def _tensor(self, name: str, value: np.ndarray) -> str:
        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def embeddings(self) -> str:
        words = self.add("Gather", self.weight("embeddings.word_embeddings.weight"), "input_ids")
        types = self.add("Gather", self.weight("embeddings.token_type_embeddings.weight"), "token_type_ids")
        length = self.add("Gather", self.add("Shape", "input_ids"), self.constant([1], np.int64))
        table = self.weight("embeddings.position_embeddings.weight")
        first, axis = self.constant([0], np.int64), self.constant([0], np.int64)
        places = self.add("Slice", table, first, length, axis)
        return self.norm("embeddings.LayerNorm", self.add("Add", self.add("Add", words, types), places))

    def mask_bias(self) -> str:
        """0 where there is a token and very negative where there is padding, shape (texts, 1, 1, tokens)."""
        wide = self.add("Unsqueeze", "attention_mask", self.constant([1], np.int64))
        wide = self.add("Unsqueeze", wide, self.constant([2], np.int64))
        padding = self.add("Sub", self.constant(1), self.add("Cast", wide, to=TensorProto.FLOAT))
        return self.add("Mul", padding, self.constant(-10_000))

    def attention(self, name: str, state: str, bias: str, heads: int) -> str:
        size = self.weights[name + "query.bias"].size // heads
        shape = self.constant([0, 0, heads, size], np.int64)

        def split(part: str, order: Sequence[int]) -> str:
            return self.add("Transpose", self.add("Reshape", self.dense(name + part, state), shape), perm=order)

        query, key, value = split("query", (0, 2, 1, 3)), split("key", (0, 2, 3, 1)), split("value", (0, 2, 1, 3))
        scores = self.add("Div", self.add("MatMul", query, key), self.constant(sqrt(size)))
        shares = self.add("Softmax", self.add("Add", scores, bias), axis=-1)
        mixed = self.add("Transpose", self.add("MatMul", shares, value), perm=(0, 2, 1, 3))
        return self.add("Reshape", mixed, self.constant([0, 0, heads * size], np.int64))

    def dense(self, name: str, state: str) -> str:
        product = self.add("MatMul", state, self.weight(name + ".weight", transposed=True))
        return self.add("Add", product, self.weight(name + ".bias"))

    def gelu(self, state: str) -> str:
        grown = self.add("Add", self.add("Erf", self.add("Div", state, self.constant(sqrt(2)))), self.constant(1))
        return self.add("Mul", self.add("Mul", state, grown), self.constant(0.5))

    def norm(self, name: str, state: str) -> str:
        scale, shift = self.weight(name + ".weight"), self.weight(name + ".bias")
        return self.add("LayerNormalization", state, scale, shift, axis=-1, epsilon=self.epsilon)

    def mean(self, state: str) -> str:
        axis = self.constant([1], np.int64)
        mask = self.add("Unsqueeze", "attention_mask", self.constant([2], np.int64))
        mask = self.add("Cast", mask, to=TensorProto.FLOAT)
        total = self.add("ReduceSum", self.add("Mul", state, mask), axis, keepdims=0)
        return self.add("Div", total, self.add("ReduceSum", mask, axis, keepdims=0), into="vectors")
