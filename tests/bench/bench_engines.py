"""How fast the engines are. Each function measures one claim and returns its figures; run as a script for all."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; as the command sets it

import numpy as np

from index.corpus import Corpus, corpus_of
from index.engines.cosine import Cosine, CosineOptions
from index.engines.fts5 import PORTER, Fts5, Fts5Options
from index.engines.workbench import Workbench, WorkbenchOptions
from index.engines.workbench_words import Words
from index.profile import load_profiles
from index.query import Query
from index.vectors.space import VectorSpace
from tests.bench.catalogs import made_up_queries, made_up_store, made_up_tools
from tests.index.engines.workbench_scan import Scan

T = TypeVar("T")
Figures = dict[str, float]
PROFILES = Path(__file__).parents[2] / "assets" / "profiles"


def workbench_against_a_scan(tools: int = 755, queries: int = 40) -> Figures:
    """The per-word scorer with postings, warm, against the same scorer over every tool. Claim: 10 times, < 1 ms."""
    part = load_profiles(PROFILES)["workbench"].lexical
    assert part is not None
    options = WorkbenchOptions(**part.options)
    made = made_up_tools(tools)
    store = made_up_store(tools)
    corpus, engine = corpus_of(store), Workbench(options)
    texts = made_up_queries(queries)
    first = _milliseconds(lambda: engine.rank(corpus, Query("warm"), None))
    new_words = _median(lambda text: engine.rank(corpus, Query(text), None), texts)
    warm = _median(lambda text: engine.rank(corpus, Query(text), None), texts)
    scan = Scan(Words(options.stop_words, options.synonyms), [(one.name, one.description, one.server) for one in made])
    plain = _median(scan.search, texts[: max(3, queries // 8)])
    store.close()
    return {"tools": tools, "first_ms": first, "new_words_ms": new_words, "warm_ms": warm, "scan_ms": plain,
            "times_faster": plain / warm}  # fmt: skip


def full_text_against_sql(tools: int = 100_000, depth: int = 50) -> Figures:
    """The fts5 engine against the bare statement it runs. Claim: at most 1.3 times."""
    store = made_up_store(tools)
    store.ensure(PORTER)
    corpus, engine = corpus_of(store), Fts5(Fts5Options())
    sql = f"SELECT rowid, bm25({PORTER.name}) FROM {PORTER.name} WHERE {PORTER.name} MATCH ? ORDER BY 2, 1 LIMIT ?"
    queries = [Query(text) for text in ("create issue", "merge branch pipeline", "secret", "search customer invoice")]
    matches = [engine.rank(corpus, query, depth).match for query in queries]
    bare = ours = 0.0
    for query, match in zip(queries, matches, strict=True):
        runs = [
            (
                _milliseconds(partial(_all, corpus, sql, (match, depth))),
                _milliseconds(partial(engine.rank, corpus, query, depth)),
            )
            for _ in range(7)
        ]
        bare += min(run[0] for run in runs) / len(queries)
        ours += min(run[1] for run in runs) / len(queries)
    store.close()
    return {"tools": tools, "depth": depth, "sql_ms": bare, "engine_ms": ours, "ratio": ours / bare}


def cosine_against_numpy(tools: int = 100_000, dimensions: int = 384, depth: int = 50) -> Figures:
    """The cosine engine against one product and argpartition. Claim: at most 1.3 times."""
    matrix = np.random.default_rng(0).standard_normal((tools, dimensions), np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    ids = np.arange(1, tools + 1)
    space, vector = VectorSpace(matrix, ids, np.zeros(tools, np.int16), (), ids), matrix[7].copy()
    engine = Cosine(CosineOptions())

    def bare(_: int) -> object:
        scores = matrix @ vector
        best = np.argpartition(-scores, depth)[:depth]
        return best[np.argsort(-scores[best])]

    runs = [
        (_milliseconds(partial(bare, 0)), _milliseconds(partial(engine.rank, space, vector, Query("x"), depth)))
        for _ in range(15)
    ]
    plain, ours = (min(run[side] for run in runs) for side in (0, 1))
    return {"tools": tools, "numpy_ms": plain, "engine_ms": ours, "ratio": ours / plain}


def _all(corpus: Corpus, sql: str, values: tuple[object, ...]) -> list[tuple[int, float]]:
    return corpus.connection.execute(sql, values).fetchall()


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _median(work: Callable[[T], object], inputs: Sequence[T]) -> float:
    return statistics.median(_milliseconds(partial(work, one)) for one in inputs)


def main() -> None:
    for measure in (workbench_against_a_scan, full_text_against_sql, cosine_against_numpy):
        print(measure.__name__, json.dumps({name: round(value, 3) for name, value in measure().items()}))


if __name__ == "__main__":
    main()
