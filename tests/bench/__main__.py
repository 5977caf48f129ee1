"""Speed and scale: `make bench`, `make bench ARGS="--quick"`, `python -m tests.bench --only typing --growth`.

Every benchmark runs in a process of its own, one after the other. Prints a Markdown table and writes the figures as
JSON. Catalogs are made up (tests/bench/catalogs.py) and their vectors are random (tests/bench/prepared.py); with
--keep FOLDER they stay there for the next run, which otherwise begins with some minutes of making them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench.figure import Figure
from tests.bench.prepared import Prepared
from tests.bench.registry import BENCHMARKS, QUICK, WITHOUT_CATALOG

RESULTS = Path(__file__).parent / "results.json"
ROOT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=tuple(BENCHMARKS), help=", ".join(BENCHMARKS))
    parser.add_argument("--growth", action="store_true", help="every size from 100 to 100,000 tools")
    parser.add_argument("--quick", action="store_true", help=f"catalogs of at most {QUICK:,} tools")
    parser.add_argument("--tools", type=int, nargs="+", metavar="N", help="these sizes only")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where catalogs and indexes are and stay")
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="FILE", help="where the figures go")
    parser.add_argument("--one", nargs=3, metavar=("NAME", "TOOLS", "FOLDER"), help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.one:
        name, tools, folder = chosen.one
        print(json.dumps([asdict(one) for one in BENCHMARKS[name].measure(Prepared(Path(folder), int(tools)))]))
        return 0
    with tempfile.TemporaryDirectory(prefix="triptych-bench-") as temporary:
        folder = chosen.keep or Path(temporary)
        runs = [_run(name, tools, folder) for name, tools in _plan(chosen)]
    figures = [figure for run in runs for figure in run]
    chosen.json.write_text(json.dumps({"machine": machine(), "figures": [asdict(one) for one in figures]}, indent=1))
    print(growth_table(figures) if chosen.growth else table(figures))
    return 0 if all(runs) else 1


def _plan(chosen: argparse.Namespace) -> Iterator[tuple[str, int]]:
    for name in chosen.only or BENCHMARKS:
        benchmark = BENCHMARKS[name]
        sizes = benchmark.growth if chosen.growth else benchmark.sizes
        if chosen.quick:
            sizes = tuple(dict.fromkeys(min(size, QUICK) for size in sizes))
        yield from ((name, size) for size in sizes if not chosen.tools or size in chosen.tools)


def _run(name: str, tools: int, folder: Path) -> list[Figure]:
    """Measure in another process, whose failure is told and costs only its own rows: then there are none."""
    place = folder / str(tools)
    if name not in WITHOUT_CATALOG:
        print(f"making {tools:,} tools ready ...", file=sys.stderr)
        Prepared(place, tools).make()
    print(f"{name}, {tools:,} tools (load {os.getloadavg()[0]:.1f}) ...", file=sys.stderr)
    command = [sys.executable, "-m", "tests.bench", "--one", name, str(tools), str(place)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"{name} with {tools:,} tools failed", file=sys.stderr)
        return []
    figures = [Figure(**one) for one in json.loads(done.stdout.splitlines()[-1])]
    for one in figures:
        print(f"  {one.what}: {one.shown} {one.wanted} {one.verdict}", file=sys.stderr)
    return figures


def machine() -> dict[str, str]:
    return {"python": platform.python_version(), "cores": str(os.cpu_count()), "system": platform.platform()}


def table(figures: Sequence[Figure]) -> str:
    """A Markdown table, a figure a row."""
    rows = [(one.what, f"{one.tools:,}", one.shown, one.wanted, one.verdict) for one in figures]
    return "\n".join(_row(cells) for cells in [("what", "tools", "measured", "target", ""), ("---",) * 5, *rows])


def growth_table(figures: Sequence[Figure]) -> str:
    """A Markdown table, a size a column; the last column is the factor from the second last to the last size."""
    sizes = sorted({one.tools for one in figures})
    by_what: dict[str, dict[int, Figure]] = {}
    for one in figures:
        by_what.setdefault(one.what, {})[one.tools] = one
    rows = []
    for what, found in by_what.items():
        cells = [found[size].shown if size in found else "" for size in sizes]
        last = sorted(found)[-2:]
        factor = f"x {found[last[1]].value / found[last[0]].value:.1f}" if len(last) == 2 else ""
        rows.append((what, *cells, factor))
    header = ("what", *(f"{size:,}" for size in sizes), "last step")
    return "\n".join(_row(cells) for cells in [header, ("---",) * len(header), *rows])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
