"""How well rankings find what they should: every profile on every labelled set, and what each part of ours is worth.

    python -m tests.bench.quality [--index FOLDER] [--ablation] [NAME=CATALOG=QUERIES]...

The sets of `tests/bench/data` and the demo are always measured. More can be given: CATALOG is a directory of
manifests or one manifest, QUERIES a suite (`triptych check` reads the same: JSON Lines, YAML or CSV). With --index
the indexes stay in that folder, so that a second run embeds nothing anew. Prints Markdown tables.

Figures are also given for two halves of each set's queries, by a hash of their texts. The weights were chosen looking
at both halves, so neither is a held-out one: the halves only show how much of a difference is luck.
`tests.bench.quality_held_out` tells what weights reach that were not chosen on the set.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; as the command sets it

from index.profile import Profile, load_profiles
from index.suite.case import Suite
from index.suite.metrics import Rank, Totals, totals_of
from index.suite.outcome import SuiteOutcome
from index.suite.read import load_suite
from index.suite.runner import SuiteRunner
from index.workspace import Workspace
from models.embedder import GgufEmbedder
from tests.bench.bundled import bundled_model
from tests.bench.quality_variants import ABLATIONS, RIVALS, variants

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
OURS = "triptych"


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A catalog with queries whose tools are known."""

    name: str
    catalog: Path
    queries: Path


COMMITTED = (
    LabelledSet("functions", DATA / "functions", DATA / "functions.jsonl"),
    LabelledSet("demo", ROOT / "assets" / "demo", ROOT / "assets" / "demo" / "suite.yaml"),
)


def is_second_half(query: str) -> bool:
    """Which half a query belongs to."""
    return sha256(query.encode()).digest()[-1] % 2 == 1


def ranks(outcome: SuiteOutcome, arm: str, second: bool | None = None) -> list[Rank]:
    """Ranks of the cases that expect something: of the second half, of the first, or (None) of all."""
    return [
        case.rank(arm)
        for case in outcome.cases
        if not case.case.expects_none and (second is None or is_second_half(case.case.query.description) == second)
    ]


@dataclass(slots=True)
class Measured:
    """One set, measured: outcomes by profile (variants of ours included)."""

    name: str
    tools: int
    queries: int
    outcomes: dict[str, SuiteOutcome]

    def totals(self, profile: str, second: bool | None = None) -> Totals:
        arm = "semantic" if profile == "composio" else "fused"
        return totals_of(ranks(self.outcomes[profile], arm, second))

    def best_rival(self, second: bool | None = None) -> tuple[str, Totals]:
        """The rival with the highest hit@1."""
        return max(((name, self.totals(name, second)) for name in RIVALS), key=lambda found: found[1].hit1)


@contextmanager
def directory_of(catalog: Path) -> Iterator[Path]:
    """The catalog as a directory: a single manifest is copied into one of its own."""
    if catalog.is_dir():
        yield catalog
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(catalog, folder)
        yield Path(folder)


def measure(given: LabelledSet, profiles: dict[str, Profile], embedder: GgufEmbedder, index: Path | None) -> Measured:
    """Rank every query of a set through every profile."""
    suite: Suite = load_suite(given.queries)
    if suite.problems:
        raise SystemExit(f"{given.queries}: {suite.problems[0].message}")
    path = None if index is None else index / f"{given.name}.sqlite"
    with directory_of(given.catalog) as folder:
        workspace = Workspace(folder, index_path=path, profiles=profiles, embedder=embedder, notice=say)
        try:
            workspace.sync()
            report = workspace.embed()
            say(f"{given.name}: {workspace.status().tools} tools, {report.embedded} texts embedded {report.error}")
            runner = SuiteRunner(workspace)
            outcomes = {name: runner.run(suite, name) for name in profiles}
            done = {name: outcome for name, outcome in outcomes.items() if outcome is not None}
            unknown = [case.case.label for case in done[OURS].cases if not case.known]
            if unknown:
                raise SystemExit(f"{given.name}: no such tools for {unknown[:3]}")
            return Measured(given.name, workspace.status().tools, len(ranks(done[OURS], "fused")), done)
        finally:
            workspace.close()


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def figures(totals: Totals) -> str:
    return f"{totals.hit1:.3f} / {totals.hit3:.3f} / {totals.hit8:.3f} / {totals.mrr:.3f}"


def profile_table(sets: Sequence[Measured]) -> str:
    """Every profile's hit@1 / hit@3 / hit@8 / MRR on every set."""
    header = ["hit@1 / hit@3 / hit@8 / MRR", *(f"{one.name}: {one.tools} tools, {one.queries} queries" for one in sets)]
    rows = [[name, *(figures(one.totals(name)) for one in sets)] for name in (*RIVALS, OURS)]
    for second, label in ((False, "first half"), (True, "second half")):
        rows.append([f"{OURS}, {label}", *(figures(one.totals(OURS, second)) for one in sets)])
        gains = [one.totals(OURS, second).hit1 / one.best_rival(second)[1].hit1 - 1 for one in sets]
        bests = [one.best_rival(second)[0] for one in sets]
        rows.append(
            [f"hit@1 over the best rival, {label}", *(f"{g:+.0%} ({b})" for g, b in zip(gains, bests, strict=True))]
        )
    return table(header, rows)


def ablation_table(sets: Sequence[Measured]) -> str:
    """hit@1 / hit@8 / MRR of ours without each part, on either half."""
    header = ["without", *(f"{one.name}, {half}" for one in sets for half in ("first half", "second half"))]
    rows = []
    for name in (OURS, *ABLATIONS):
        found = [one.totals(name, half) for one in sets for half in (False, True)]
        rows.append(
            ["(nothing)" if name == OURS else name, *(f"{t.hit1:.3f} / {t.hit8:.3f} / {t.mrr:.3f}" for t in found)]
        )
    return table(header, rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.quality", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="NAME=CATALOG=QUERIES")
    parser.add_argument("--index", type=Path, help="folder that keeps the indexes")
    parser.add_argument("--ablation", action="store_true", help="also measure ours without each of its parts")
    chosen = parser.parse_args(arguments)
    more = given_sets(chosen.sets)
    known = load_profiles(ROOT / "assets" / "profiles")
    profiles = {name: known[name] for name in (*RIVALS, OURS)}
    if chosen.ablation:
        profiles |= variants(known[OURS])
    if chosen.index is not None:
        chosen.index.mkdir(parents=True, exist_ok=True)
    embedder = bundled_model()
    try:
        sets = [measure(one, profiles, embedder, chosen.index) for one in (*COMMITTED, *more)]
    finally:
        embedder.close()
    print(profile_table(sets))
    if chosen.ablation:
        print(f"\n{ablation_table(sets)}")


def given_sets(arguments: Sequence[str]) -> list[LabelledSet]:
    """The sets that NAME=CATALOG=QUERIES arguments name."""
    return [LabelledSet(name, Path(catalog), Path(queries)) for name, catalog, queries in map(_three, arguments)]


def _three(text: str) -> tuple[str, str, str]:
    parts = text.split("=")
    if len(parts) != 3:
        raise SystemExit(f"not NAME=CATALOG=QUERIES: {text}")
    return parts[0], parts[1], parts[2]


def say(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
