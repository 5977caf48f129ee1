"""Looking again at a directory in which nothing changed."""

from __future__ import annotations

import time
from statistics import median

from tests.bench.figure import Figure
from tests.bench.prepared import Prepared

_LOOKS = 9


def rescan(prepared: Prepared) -> list[Figure]:
    """A sync without a change, scan included; told for the number of manifests it looked at."""
    workspace = prepared.open(None)
    workspace.sync()
    times = []
    for _ in range(_LOOKS):
        began = time.perf_counter()
        report = workspace.sync()
        times.append((time.perf_counter() - began) * 1000)
    workspace.close()
    each = median(times) * 1000 / report.files
    return [
        Figure("no-change rescan of the directory", prepared.tools, median(times), "ms"),
        Figure("no-change rescan, for 1,000 manifests", prepared.tools, each, "ms", 150.0),
    ]
