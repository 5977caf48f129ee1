"""The model through its child processes against llama-cpp-python called in this process."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from statistics import median

import numpy as np

from app.assets import MODEL, asset
from models.embedder import GgufEmbedder, Settings
from tests.bench.bundled import bundled_model
from tests.bench.catalogs import made_up_queries, made_up_tools
from tests.bench.figure import Figure
from tests.bench.prepared import Prepared

_PAUSE_S = 0.05
_STRENGTH = 0.6
_BULK_RUNS = 3
_LEAST_COSINE = 0.97
"""Of our vector and int8 ONNX Runtime's of the same text; below, the two do not run the same model."""


def one_query(prepared: Prepared) -> list[Figure]:
    """A query at typing pace, in the child, with its adapter and without, and in a bare call, by turns."""
    import llama_cpp

    bare_model = llama_cpp.Llama(
        str(asset(MODEL)), embedding=True, n_ctx=512, n_batch=512, n_ubatch=512, n_threads=1, n_threads_batch=1,
        flash_attn=True, verbose=False,
    )  # fmt: skip
    model = bundled_model()
    model.warm_up()
    bare: list[float] = []
    ours: list[float] = []
    adapted: list[float] = []
    for text in made_up_queries(60):
        bare.append(_milliseconds(partial(bare_model.embed, text)))
        time.sleep(_PAUSE_S)
        ours.append(_milliseconds(partial(model.embed_query, text)))
        time.sleep(_PAUSE_S)
        adapted.append(_milliseconds(partial(model.embed_query, text, _STRENGTH)))
        time.sleep(_PAUSE_S)
    model.close()
    over = median(ours) - 1.2 * median(bare)
    return [
        Figure("a query embedded, median", 0, median(ours), "ms"),
        Figure("a query embedded over a bare llama-cpp-python call", 0, median(ours) / median(bare), "x"),
        Figure("a query embedded, beyond 1.2 x the bare call", 0, over, "ms", 0.5),
        Figure("the same with the adapter", 0, median(adapted) - 1.2 * median(bare), "ms", 0.5),
    ]


def many(prepared: Prepared) -> list[Figure]:
    """Bulk: our bulk child against `embed(list)`, and int8 ONNX Runtime if it is installed; one vector in any batch."""
    texts = [f"{tool.name} {tool.description} {tool.definition[:200]}" for tool in made_up_tools(prepared.tools)]
    texts = [" ".join(text.split()[:45]) for text in texts]
    model = bundled_model()
    model.embed_passages(texts[:2], _STRENGTH)
    model.embed_passages(texts[:2])
    os.nice(10)  # as the bulk child, which has just started: else a busy machine slows down only one of the two
    others: list[tuple[str, float, Callable[[], object]]] = [
        ("texts embedded, times embed(list)", 1.0, _list_call(texts))
    ]
    onnx = _onnx_call(model, texts)
    if onnx is not None:
        others.append(("texts embedded, times int8 ONNX Runtime", 1.7, onnx))
    works: list[Callable[[], object]] = [
        partial(model.embed_passages, texts),
        partial(model.embed_passages, texts, _STRENGTH),
        *(work for *_, work in others),
    ]
    times = [[_milliseconds(work) / 1000 for work in works] for _ in range(_BULK_RUNS)]
    ours, adapted, *rest = (min(run[at] for run in times) for at in range(len(works)))
    apart = _apart(model, texts[:64])
    model.close()
    return [
        Figure("texts embedded a second", len(texts), len(texts) / ours, "/s"),
        Figure("the same with the adapter", len(texts), len(texts) / adapted, "/s"),
        Figure("a vector alone and in a batch, largest difference", 64, apart, "", 1e-6),
        *(
            Figure(what, len(texts), theirs / ours, "x", least, at_least=True)
            for (what, least, _), theirs in zip(others, rest, strict=True)
        ),
    ]


def _apart(model: GgufEmbedder, texts: list[str]) -> float:
    together = model.embed_passages(texts)
    alone = np.concatenate([model.embed_passages([text]) for text in texts])
    return float(np.abs(together - alone).max())


def _list_call(texts: list[str]) -> Callable[[], object]:
    """As in FINDINGS.md: n_ctx=512, n_batch=n_ubatch=256, flash attention."""
    import llama_cpp

    model = llama_cpp.Llama(
        str(asset(MODEL)), embedding=True, n_ctx=512, n_batch=256, n_ubatch=256, n_threads=2, n_threads_batch=2,
        flash_attn=True, verbose=False,
    )  # fmt: skip
    model.embed(texts[:2])
    return lambda: model.embed(texts)


def _onnx_call(model: GgufEmbedder, texts: list[str]) -> Callable[[], object] | None:
    """The same model in int8 in ONNX Runtime, None where that is not installed.

    Raises:
        SystemExit: its vectors are not ours.

    """
    if not (find_spec("onnx") and find_spec("onnxruntime")):
        print("int8 ONNX Runtime is left out: pip install -c constraints.txt -e '.[bench]'", file=sys.stderr)
        return None
    from tests.bench.onnx_peer import OnnxPeer

    peer = OnnxPeer(model.facts.longest, Settings().bulk_lanes)
    cosines = (peer.embed(texts) * model.embed_passages(texts)).sum(axis=1)
    if not cosines.min() > _LEAST_COSINE:
        raise SystemExit(f"int8 ONNX Runtime gives other vectors: a cosine of {cosines.min():.3f} to ours")
    return partial(peer.embed, texts)


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
