"""What the default profile is worth on sets its weights were not chosen on.

    python -m tests.bench.quality_held_out [--index FOLDER] [NAME=CATALOG=QUERIES]...

Takes the same sets as `tests.bench.quality`. For every catalog, the weights of the facets and of the lexical arm are
chosen on the other catalogs alone, out of a grid, by the mean of hit@1 + MRR (each catalog counts once, however many
sets of queries it has), and measured on the one left out. Beside it: equal weights, and the weights that are best on
all sets at once, which is how the profile's were chosen. The other options (stop words, synonyms, columns, name
coverage) stay as the profile has them, and they too were chosen looking at these sets.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; as the command sets it

import numpy as np
from numpy.typing import NDArray

from index.corpus import Corpus
from index.order import catalog_ids, catalog_places
from index.profile import Profile, load_profiles
from index.ranking import Ranking, Unavailable
from index.suite.names import names_in
from index.suite.read import load_suite
from index.suite.runner import SuiteRunner
from index.workspace import Workspace
from models.embedder import GgufEmbedder
from tests.bench.bundled import bundled_model
from tests.bench.quality import COMMITTED, OURS, ROOT, LabelledSet, directory_of, given_sets, say, table
from tests.bench.quality_variants import changed

Weights = tuple[float, float, float, float]
"""Of the whole text's cosine, the name's, the nearest sentence's, and of one point of the lexical arm."""

FACETS = ("whole", "name", "sentence")
LEXICAL = (0.004, 0.006, 0.008, 0.01, 0.0125, 0.016, 0.02)
GRID: tuple[Weights, ...] = tuple(
    (whole / 10, name / 10, (10 - whole - name) / 10, lexical)
    for whole in range(11)
    for name in range(11 - whole)
    for lexical in LEXICAL
)
EQUAL: Weights = (1 / 3, 1 / 3, 1 / 3, 0.01)


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """One set: `parts` (queries, tools, 4) are what the weights multiply, tools in catalog order.

    `expected` (queries, tools) marks the acceptable tools, at least one a query.
    """

    name: str
    catalog: Path
    parts: NDArray[np.float64]
    expected: NDArray[np.bool_]

    def figures(self, weights: Weights) -> NDArray[np.float64]:
        """hit@1, hit@8 and MRR under these weights; equal scores rank in catalog order."""
        scores = self.parts @ np.array(weights)
        best = np.where(self.expected, scores, -np.inf).max(axis=1, keepdims=True)
        equal = scores == best
        first = np.argmax(equal & self.expected, axis=1)[:, None]
        before = equal & (np.arange(scores.shape[1]) < first)
        ranks = 1 + (scores > best).sum(axis=1) + before.sum(axis=1)
        return np.array([np.mean(ranks == 1), np.mean(ranks <= 8), np.mean(1 / ranks)])


def scored(given: LabelledSet, ours: Profile, embedder: GgufEmbedder, index: Path | None) -> Scored:
    """Every part's score of every tool for every query of a set that expects something."""
    alone = {facet: {one: float(one == facet) for one in FACETS} for facet in FACETS}
    profiles = {facet: changed(ours, facet, {"semantic": dict(weights)}) for facet, weights in alone.items()}
    path = None if index is None else index / f"{given.name}.sqlite"
    with directory_of(given.catalog) as folder:
        workspace = Workspace(folder, index_path=path, profiles=profiles, embedder=embedder, notice=say)
        try:
            workspace.sync()
            workspace.embed()
            runner, corpus = SuiteRunner(workspace), workspace.corpus()
            names = names_in(corpus.connection)
            cases = [case for case in load_suite(given.queries).cases if names.expected_ids(case)]
            parts = np.zeros((len(cases), len(catalog_ids(corpus)), 4))
            expected = np.zeros(parts.shape[:2], np.bool_)
            for number, case in enumerate(cases):
                expected[number, catalog_places(corpus, np.array(names.expected_ids(case), np.int64))] = True
                for column, facet in enumerate(FACETS):
                    searcher = runner.searcher(facet)
                    answer = searcher.search(corpus, case.query, vector=runner.vector(searcher, case.query))
                    _fill(corpus, parts[number, :, column], answer.semantic)
                _fill(corpus, parts[number, :, 3], answer.lexical)
            say(f"{given.name}: {len(cases)} queries")
            return Scored(given.name, given.catalog, parts, expected)
        finally:
            workspace.close()


def _fill(corpus: Corpus, row: NDArray[np.float64], ranking: Ranking | Unavailable | None) -> None:
    """Spread an arm's scores over the catalog; an arm that did not answer counts nothing."""
    if isinstance(ranking, Ranking):
        row[catalog_places(corpus, ranking.ids)] = ranking.scores


def chosen_without(sets: Sequence[Scored], measured: Sequence[NDArray[np.float64]], catalog: Path | None) -> Weights:
    """The weights of the grid that are best on all catalogs but this one (None: on all); the first of equals.

    `measured` are each set's figures over the grid, shape (weights, 3).
    """
    by_catalog: dict[Path, list[NDArray[np.float64]]] = {}
    for one, figures in zip(sets, measured, strict=True):
        if one.catalog != catalog:
            by_catalog.setdefault(one.catalog, []).append(figures[:, 0] + figures[:, 2])
    return GRID[int(np.argmax(np.mean([np.mean(found, axis=0) for found in by_catalog.values()], axis=0)))]


def held_out_table(sets: Sequence[Scored]) -> str:
    """hit@1 / hit@8 / MRR of every set under equal weights, weights chosen without it, and weights chosen on all."""
    measured = [np.stack([one.figures(weights) for weights in GRID]) for one in sets]
    without = [chosen_without(sets, measured, one.catalog) for one in sets]
    everywhere = chosen_without(sets, measured, None)
    rows = [
        ("equal weights", [EQUAL] * len(sets)),
        ("chosen on the other catalogs", without),
        ("chosen on all", [everywhere] * len(sets)),
    ]
    cells = [
        [label, *(" / ".join(f"{x:.3f}" for x in one.figures(w)) for one, w in zip(sets, weights, strict=True))]
        for label, weights in rows
    ]
    told = ["weights chosen on the others (whole, name, sentence; lexical)"]
    told += [f"{whole:.1f}, {name:.1f}, {sentence:.1f}; {lexical:g}" for whole, name, sentence, lexical in without]
    return table(["hit@1 / hit@8 / MRR", *(one.name for one in sets)], [*cells, told])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.quality_held_out", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="NAME=CATALOG=QUERIES")
    parser.add_argument("--index", type=Path, help="folder that keeps the indexes")
    chosen = parser.parse_args(arguments)
    ours = load_profiles(ROOT / "assets" / "profiles")[OURS]
    if chosen.index is not None:
        chosen.index.mkdir(parents=True, exist_ok=True)
    embedder = bundled_model()
    try:
        sets = [scored(one, ours, embedder, chosen.index) for one in (*COMMITTED, *given_sets(chosen.sets))]
    finally:
        embedder.close()
    print(held_out_table(sets))


if __name__ == "__main__":
    main()
