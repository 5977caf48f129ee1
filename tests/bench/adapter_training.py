"""Learns the query adapter that ships with the bundled model.

    python -m tests.bench.adapter_training [--leave-one-out] [--write]

From the lists of `data/adapter` alone. The adapter turns a query's vector v along v + W v, W of 384 x 384. W minimises
the mean over lists of the cross entropy of the right tool under softmax(`TEMPERATURE` * score) over the list's
catalog, where score is the default profile's own: facets' cosines and bm25 as it weighs them (bm25 is not learned, but
what words say already need not be learned either). `RIDGE` / 2 times the sum of the squares of W keeps it small. Adam
on batches; the mean of the last third of the steps and of `SEEDS` runs. --leave-one-out tells what an adapter learned
on all other lists does on each; --write stores the one learned on all of them.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; as the command sets it

import numpy as np
from numpy.typing import NDArray

from index.engines.triptych_semantic import TriptychSemantic
from index.order import catalog_ids, catalog_places
from index.profile import Profile, load_profiles
from index.query import Query
from index.ranking import Ranking
from index.suite.runner import SuiteRunner
from index.vectors.adapter import BUNDLED, QueryAdapter, write_adapter
from index.vectors.space import VectorSpace
from index.workspace import Workspace
from models.embedder import GgufEmbedder, open_embedder
from tests.bench.adapter_lists import RequestList, read_lists
from tests.bench.quality import OURS, ROOT, say, table
from tests.bench.quality_variants import changed

Floats = NDArray[np.float64]

TEMPERATURE = 10.0
RIDGE = 0.05
STEPS = 250
BATCH = 64
RATE = 1e-3
SEEDS = 3
DIMENSIONS = 384


@dataclass(frozen=True, slots=True, eq=False)
class FacetRows:
    """One facet's vectors `rows` (m, d), sorted by tool: those of `places[i]` begin at `firsts[i]`."""

    weight: float
    rows: Floats
    firsts: NDArray[np.intp]
    places: NDArray[np.intp]

    @property
    def counts(self) -> NDArray[np.intp]:
        return np.asarray(np.diff(np.r_[self.firsts, len(self.rows)]))


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One list, measured: query vectors (q, d), weighed bm25 (q, t), the right tools (q, t), and the facets."""

    name: str
    queries: Floats
    lexical: Floats
    right: NDArray[np.bool_]
    facets: tuple[FacetRows, ...]

    def scores(self, queries: Floats, some: NDArray[np.intp]) -> tuple[Floats, Floats, list[Floats]]:
        """Scores (s, t) of adapted `queries` (s, d); with them each facet's rows that count, (s, m), as 0 or 1."""
        total, counting = self.lexical[some].copy(), list[Floats]()
        for facet in self.facets:
            cosines = queries @ facet.rows.T
            best = np.maximum.reduceat(cosines, facet.firsts, axis=1)
            total[:, facet.places] += facet.weight * best
            counting.append((cosines >= np.repeat(best, facet.counts, axis=1)).astype(np.float64))
        return total, self.right[some].astype(np.float64), counting


def measured(listed: RequestList, plain: Profile, embedder: GgufEmbedder) -> Source:
    """Every score that the profile without an adapter gives the list's tools, in catalog order."""
    with tempfile.TemporaryDirectory() as folder:
        listed.write_manifests(Path(folder))
        workspace = Workspace(Path(folder), profiles={plain.name: plain}, embedder=embedder, notice=say)
        try:
            workspace.sync()
            workspace.embed()
            return _source(listed, workspace, plain)
        finally:
            workspace.close()


def _source(listed: RequestList, workspace: Workspace, plain: Profile) -> Source:
    runner, corpus = SuiteRunner(workspace), workspace.corpus()
    searcher = runner.searcher(plain.name)
    engine = searcher.semantic
    assert isinstance(engine, TriptychSemantic)
    space = workspace.space(engine.space)
    assert isinstance(space, VectorSpace)
    ids = catalog_ids(corpus)
    known = {(row[0], row[1]): row[2] for row in corpus.connection.execute("SELECT server, name, id FROM tools")}
    queries = np.zeros((len(listed.requests), DIMENSIONS))
    lexical = np.zeros((len(queries), len(ids)))
    right = np.zeros(lexical.shape, np.bool_)
    weight = float(plain.fusion.options["lexical"])
    for number, (text, place) in enumerate(listed.requests):
        tool = listed.tools[place]
        right[number, catalog_places(corpus, np.array([known[tool.server or "tools", tool.name]], np.int64))] = True
        answer = searcher.search(corpus, Query(text), vector=runner.vector(searcher, Query(text)))
        assert answer.vector is not None
        queries[number] = answer.vector
        assert isinstance(answer.lexical, Ranking)
        lexical[number, catalog_places(corpus, answer.lexical.ids)] = weight * answer.lexical.scores
    order = catalog_places(corpus, space.order)
    facets = tuple(
        FacetRows(rows.weight, space.matrix[rows.start : rows.end].astype(np.float64), rows.firsts, order[rows.places])
        for rows in engine.layout_of(space)
    )
    return Source(listed.name, queries, lexical, right, facets)


def gradient(source: Source, matrix: Floats, some: NDArray[np.intp]) -> Floats:
    """The derivative of the mean cross entropy of these queries by W, (d, d)."""
    vectors = source.queries[some]
    turned = vectors + vectors @ matrix.T
    lengths = np.linalg.norm(turned, axis=1, keepdims=True)
    units = turned / lengths
    scores, right, counting = source.scores(units, some)
    shares = np.exp(TEMPERATURE * (scores - scores.max(axis=1, keepdims=True)))
    wanted = shares * right
    by_score = shares / shares.sum(axis=1, keepdims=True) - wanted / (wanted.sum(axis=1, keepdims=True) + 1e-300)
    by_score *= TEMPERATURE / len(some)
    by_unit = np.zeros_like(units)
    for facet, counts in zip(source.facets, counting, strict=True):
        by_row = facet.weight * np.repeat(by_score[:, facet.places], facet.counts, axis=1) * counts
        by_unit += by_row @ facet.rows
    by_turned = (by_unit - units * (by_unit * units).sum(axis=1, keepdims=True)) / lengths
    return np.asarray(by_turned.T @ vectors)


def learn(sources: Sequence[Source], seed: int) -> Floats:
    """W of one run."""
    random = np.random.default_rng(seed)
    matrix, first, second = (np.zeros((DIMENSIONS, DIMENSIONS)) for _ in range(3))
    mean, kept = np.zeros_like(matrix), 0
    for step in range(1, STEPS + 1):
        slope = RIDGE * matrix
        for source in sources:
            some = random.choice(len(source.queries), min(BATCH, len(source.queries)), replace=False)
            slope = slope + gradient(source, matrix, some) / len(sources)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        rate = RATE * min(1.0, step / 20) * (1.0 if step < 0.6 * STEPS else 0.3)
        matrix = matrix - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
        if step > 0.7 * STEPS:
            kept += 1
            mean += (matrix - mean) / kept
    return mean


def learned(sources: Sequence[Source]) -> Floats:
    """The mean W of several runs."""
    return np.asarray(np.mean([learn(sources, seed) for seed in range(SEEDS)], axis=0))


def figures(source: Source, matrix: Floats) -> tuple[float, float]:
    """hit@1 and MRR under an adapter; equal scores count as a rank in between."""
    turned = source.queries + source.queries @ matrix.T
    everything = np.arange(len(source.queries))
    scores = source.scores(turned / np.linalg.norm(turned, axis=1, keepdims=True), everything)[0]
    best = np.where(source.right, scores, -np.inf).max(axis=1, keepdims=True)
    ranks = 1 + (scores > best).sum(axis=1) + ((scores == best).sum(axis=1) - 1) / 2
    return float(np.mean(ranks == 1)), float(np.mean(1 / ranks))


def left_out_table(sources: Sequence[Source]) -> str:
    """Each list without an adapter, and with one learned on the other lists."""
    rows = []
    for source in sources:
        say(f"without {source.name}")
        matrix = learned([other for other in sources if other is not source])
        before, after = figures(source, np.zeros_like(matrix)), figures(source, matrix)
        cells = [" / ".join(f"{value:.3f}" for value in pair) for pair in (before, after)]
        rows.append([source.name, str(len(source.queries)), *cells, f"{100 * (after[0] - before[0]):+.1f}"])
    return table(["left out", "requests", "hit@1 / MRR without", "with", "points of hit@1"], rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.adapter_training", description=__doc__)
    parser.add_argument("--leave-one-out", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args(arguments)
    plain = changed(load_profiles(ROOT / "assets" / "profiles")[OURS], "plain", {"semantic": {"adapter": 0.0}})
    embedder = open_embedder(ROOT / "assets" / "all-MiniLM-L6-v2.F16.gguf")
    try:
        sources = [measured(listed, plain, embedder) for listed in read_lists()]
        identity = embedder.identity
    finally:
        embedder.close()
    say(f"{sum(len(source.queries) for source in sources):,} requests")
    if chosen.leave_one_out:
        print(left_out_table(sources))
    if chosen.write:
        matrix = learned(sources).astype(np.float32)
        write_adapter(QueryAdapter(matrix, identity), BUNDLED)
        say(f"wrote {BUNDLED.name}: norm {np.linalg.norm(matrix):.2f}")


if __name__ == "__main__":
    main()
