"""A picture of how the figures grow with the number of tools, from what `python -m tests.bench --growth` has written.

python -m tests.bench.growth_plot FIGURES.json... PICTURE.svg
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Picture
from matplotlib.ticker import FuncFormatter, LogLocator

from tests.bench.figure import Figure

PANELS = {
    "A key, ms": {
        "key to three columns painted, p95": "columns, p95",
        "key to three columns painted, median": "columns, median",
        "letter painted while indexing, median": "letter while indexing",
        "key to its letter painted, median": "letter",
    },
    "A saved file, ms": {
        "file saved to its new vectors ranked and painted, median": "new vectors ranked",
        "file saved to rankings painted, median": "rankings painted",
    },
    "A start, s": {
        "first start: the whole catalog read": "first: whole catalog read",
        "first start: lexical ranking usable": "first: words usable",
        "start to the first lexical ranking, warm index": "warm index",
    },
    "A whole query, ms": {
        "fts5 engine, 50 hits": "fts5",
        "default profile, all three rankings, model aside, median": "default profile, model aside",
        "default semantic arm, model aside": "its semantic arm",
        "default lexical arm, a whole query": "its lexical arm",
        "cosine engine, 50 hits": "cosine",
    },
    "In the background, ms": {
        "vectors of the default profile loaded": "vectors loaded",
        "no-change rescan of the directory": "no-change rescan",
    },
    "Resident memory, MB": {
        "resident memory, all processes": "all processes",
        "the same, shared pages counted once": "shared pages once",
    },
}
"""What is drawn in each panel, and what it is called there; the largest first."""
COLOURS = ("#0b6e99", "#c2571a", "#5b7f2b", "#7a4fa3", "#8a8a8a")
LINEAR = "#d8d8d8"


def main(arguments: Sequence[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    *sources, target = map(Path, arguments)
    found = [Figure(**one) for source in sources for one in json.loads(source.read_text())["figures"]]
    write(found, target)
    return 0


def write(figures: Sequence[Figure], target: Path) -> None:
    """Draw `figures` into an SVG file, the same bytes for the same figures. Of a figure given twice the last counts.

    Both axes are logarithmic. Grey lines grow as the tools do; short strokes are targets.

    Raises:
        SystemExit: figures of a panel are missing.

    """
    values = {(one.what, one.tools): one for one in figures}
    known = {what for what, _ in values}
    missing = [what for lines in PANELS.values() for what in lines if what not in known]
    if missing:
        raise SystemExit(f"not among the figures: {'; '.join(missing)}")
    with mpl.rc_context({"svg.hashsalt": "triptych", "svg.fonttype": "none", "font.size": 9}):
        picture = Picture(figsize=(11, 6.6), layout="constrained")
        FigureCanvasSVG(picture)
        for axes, (title, lines) in zip(picture.subplots(2, 3).flat, PANELS.items(), strict=True):
            _draw(axes, title, lines, values)
        picture.savefig(target, metadata={"Date": None})


def _draw(axes: Any, title: str, lines: dict[str, str], values: dict[tuple[str, int], Figure]) -> None:
    for (what, label), colour in zip(lines.items(), cycle(COLOURS)):
        points = sorted((one for (name, _), one in values.items() if name == what), key=lambda one: one.tools)
        axes.plot([one.tools for one in points], [one.value for one in points], "o-", ms=4, color=colour, label=label)
        aims = [one for one in points if one.target is not None]
        axes.plot([one.tools for one in aims], [one.target for one in aims], "_", ms=12, mew=1.5, color=colour)
    axes.set_xscale("log")
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    if high / low < 100:
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.set_ylim(low, high * (high / low) ** 0.45)  # room for the legend
    for start in range(-12, 12):
        axes.plot([60, 160_000], [10**start * 0.6, 10**start * 1600], color=LINEAR, lw=0.8, zorder=0, scaley=False)
    axes.set_xlim(60, 160_000)
    axes.set_title(title, loc="left", weight="bold")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.minorticks_off()
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", frameon=False, labelspacing=0.3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
