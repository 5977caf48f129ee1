"""How fast the engines are against the raw thing they use, in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from index.corpus import Corpus, corpus_of
from index.embedder import Vector
from index.engines.cosine import Cosine, CosineOptions
from index.engines.fts5 import PORTER, Fts5, Fts5Options
from index.engines.triptych_lexical import TriptychLexical
from index.engines.triptych_terms import SPLIT
from index.engines.workbench import Workbench, WorkbenchOptions
from index.engines.workbench_words import Words
from index.query import Query
from index.ranking import Unavailable
from index.searcher import Searcher
from index.vectors.space import VectorSpace
from index.workspace import Workspace
from tests.bench.bundled import bundled_model
from tests.bench.catalogs import made_up_queries, made_up_store, made_up_tools
from tests.bench.figure import Figure
from tests.bench.prepared import Prepared, RandomVectors
from tests.index.engines.workbench_scan import Scan

Work = Callable[[], object]
_RUNS, _QUERIES, _DEPTH, _DIMENSIONS = 9, 20, 50, 384
_BIG, _BIG_DEPTH = 20_000, 2_000  # as app.explorer.views


def full_text(prepared: Prepared) -> list[Figure]:
    """The fts5 engine against the bare statement it runs."""
    workspace = prepared.open(None)
    workspace.store.ensure(PORTER)
    corpus, engine = workspace.corpus(), Fts5(Fts5Options())
    sql = f"SELECT rowid, bm25({PORTER.name}) FROM {PORTER.name} WHERE {PORTER.name} MATCH ? ORDER BY 2, 1 LIMIT ?"
    queries = [Query(text) for text in made_up_queries(_QUERIES)]
    matches = [engine.rank(corpus, query, _DEPTH).match for query in queries]
    bare, ours = _in_turns(
        [
            (partial(_all, corpus, sql, (match, _DEPTH)), partial(engine.rank, corpus, query, _DEPTH))
            for query, match in zip(queries, matches, strict=True)
        ]
    )
    workspace.close()
    return [
        Figure("fts5 engine, 50 hits", prepared.tools, ours, "ms"),
        Figure("fts5 engine over raw SQL of the same statement", prepared.tools, ours / bare, "x", 1.3),
    ]


def default_lexical(prepared: Prepared) -> list[Figure]:
    """The default profile's lexical arm against the bare statements it runs."""
    workspace = prepared.open(None)
    engine = workspace.searcher("triptych").lexical
    assert isinstance(engine, TriptychLexical)
    workspace.store.ensure(SPLIT)
    corpus = workspace.corpus()
    depth = _depth(prepared.tools)
    queries = [Query(text) for text in made_up_queries(_QUERIES)]
    statements = []
    for query in queries:
        seen: list[str] = []
        corpus.connection.set_trace_callback(seen.append)
        engine.rank(corpus, query, depth)
        corpus.connection.set_trace_callback(None)
        engine.rank(corpus, query, depth)
        statements.append([sql for sql in seen if " MATCH " in sql])
    bare, ours = _in_turns(
        [
            (partial(_each, corpus, sql), partial(engine.rank, corpus, query, depth))
            for query, sql in zip(queries, statements, strict=True)
        ]
    )
    workspace.close()
    return [
        Figure("default lexical arm, a whole query", prepared.tools, ours, "ms"),
        Figure("default lexical arm over its raw SQL", prepared.tools, ours / bare, "x", 1.3),
    ]


def workbench(prepared: Prepared) -> list[Figure]:
    """The per-word scorer with postings, warm, against the same scorer over every tool."""
    options = WorkbenchOptions(**_workbench_options(prepared))
    store = made_up_store(prepared.tools)
    corpus, engine, texts = corpus_of(store), Workbench(options), made_up_queries(_QUERIES)
    for text in texts:
        engine.rank(corpus, Query(text), None)
    warm = median(_milliseconds(partial(engine.rank, corpus, Query(text), None)) for text in texts * 3)
    entries = [(one.name, one.description, one.server) for one in made_up_tools(prepared.tools)]
    scan = Scan(Words(options.stop_words, options.synonyms), entries)
    plain = median(_milliseconds(partial(scan.search, text)) for text in texts[: 3 if prepared.tools > 2_000 else 10])
    store.close()
    target = 10.0 if prepared.tools == 755 else None
    return [
        Figure("workbench engine, a whole query, warm", prepared.tools, warm, "ms"),
        Figure("workbench engine, times faster than a plain scan", prepared.tools, plain / warm, "x", target, True),
    ]


def _workbench_options(prepared: Prepared) -> dict[str, Any]:
    workspace = prepared.open(None)
    part = workspace.profiles["workbench"].lexical
    workspace.close()
    assert part is not None
    return dict(part.options)


def cosine(prepared: Prepared) -> list[Figure]:
    """The cosine engine against one product and argpartition."""
    tools = prepared.tools
    matrix = np.random.default_rng(0).standard_normal((tools, _DIMENSIONS), np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    ids = np.arange(1, tools + 1)
    space, vector = VectorSpace(matrix, ids, np.zeros(tools, np.int16), (), ids), matrix[7].copy()
    engine = Cosine(CosineOptions())
    bare, ours = _in_turns(
        [(partial(_best, matrix, vector, _DEPTH), partial(engine.rank, space, vector, Query("x"), _DEPTH))], 31
    )
    return [
        Figure("cosine engine, 50 hits", tools, ours, "ms"),
        Figure("cosine engine over numpy matmul + argpartition", tools, ours / bare, "x", 1.3),
    ]


def default_semantic(prepared: Prepared) -> list[Figure]:
    """The default profile's semantic arm, several vectors a tool, against the product alone; loading its vectors."""
    workspace, vector = _with_vectors(prepared)
    searcher, corpus = workspace.searcher("triptych"), workspace.corpus()
    query, depth = Query("create a project"), _depth(prepared.tools)
    space, loading = _loaded(workspace, searcher)
    assert searcher.semantic is not None
    bare, ours = _in_turns(
        [(lambda: space.matrix @ vector, partial(searcher.semantic.rank, space, vector, query, depth))], 21
    )
    whole = [
        _milliseconds(partial(searcher.search, corpus, Query(text), depth=depth, vector=vector))
        for text in made_up_queries(_QUERIES) * 2
    ][_QUERIES:]
    workspace.close()
    return [
        Figure("default semantic arm, model aside", prepared.tools, ours, "ms"),
        Figure("default semantic arm over its matrix product", prepared.tools, ours / bare, "x"),
        Figure("default profile, all three rankings, model aside, median", prepared.tools, median(whole), "ms"),
        Figure("vectors of the default profile loaded", prepared.tools, loading, "ms"),
    ]


def _with_vectors(prepared: Prepared) -> tuple[Workspace, Vector]:
    """The workspace with its random vectors, and one for a query."""
    model = bundled_model()
    embedder = RandomVectors(model.identity, model.dimensions, model.text_adapter)
    model.close()
    return prepared.open(embedder), embedder.embed_query("x")


def _loaded(workspace: Workspace, searcher: Searcher) -> tuple[VectorSpace, float]:
    """The vectors of the searcher's space, and how many milliseconds loading them took."""
    assert searcher.semantic is not None
    began = time.perf_counter()
    space = workspace.space(searcher.semantic.space)
    if isinstance(space, Unavailable):
        raise SystemExit(space.reason)
    return space, (time.perf_counter() - began) * 1000


def _depth(tools: int) -> int | None:
    return _BIG_DEPTH if tools > _BIG else None


def _best(matrix: Vector, vector: Vector, depth: int) -> object:
    scores = matrix @ vector
    if depth >= len(scores):
        return np.argsort(-scores)
    best = np.argpartition(-scores, depth)[:depth]
    return best[np.argsort(-scores[best])]


def _all(corpus: Corpus, sql: str, values: tuple[object, ...]) -> list[tuple[int, float]]:
    return corpus.connection.execute(sql, values).fetchall()


def _each(corpus: Corpus, statements: Sequence[str]) -> None:
    for sql in statements:
        corpus.connection.execute(sql).fetchall()


def _in_turns(
    pairs: Sequence[tuple[Callable[[], object], Callable[[], object]]], runs: int = _RUNS
) -> tuple[float, float]:
    """Milliseconds of the first and of the second of each pair, run by turns: the best run of each, then the mean."""
    first = second = 0.0
    for one, other in pairs:
        times = [(_milliseconds(one), _milliseconds(other)) for _ in range(runs)]
        first += min(time[0] for time in times) / len(pairs)
        second += min(time[1] for time in times) / len(pairs)
    return first, second


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
