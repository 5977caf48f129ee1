"""Every benchmark by name. A new one is a function here and in the table it belongs to."""

from __future__ import annotations

from tests.bench import command_speed, embedding_speed, engine_speed, scan_speed, typing_speed
from tests.bench.figure import Benchmark

_GROWTH = (100, 1_000, 10_000, 100_000)
_THREE = (1_000, 10_000, 100_000)

BENCHMARKS = {
    one.name: one
    for one in (
        Benchmark("typing", typing_speed.typing, _THREE, _GROWTH),
        Benchmark("typing-while-indexing", typing_speed.typing_while_indexing, (10_000,), _THREE),
        Benchmark("saving", typing_speed.saving, (1_000,), _GROWTH),
        Benchmark("start", command_speed.start, _THREE, _GROWTH),
        Benchmark("first-start", command_speed.first_start, (10_000,), _GROWTH),
        Benchmark("memory", command_speed.memory, (10_000,), _GROWTH),
        Benchmark("rescan", scan_speed.rescan, (10_000,), _GROWTH),
        Benchmark("full-text", engine_speed.full_text, (100_000,), _GROWTH),
        Benchmark("default-lexical", engine_speed.default_lexical, (10_000,), _GROWTH),
        Benchmark("default-semantic", engine_speed.default_semantic, (10_000,), _GROWTH),
        Benchmark("workbench", engine_speed.workbench, (755,), (100, 1_000, 10_000)),
        Benchmark("cosine", engine_speed.cosine, (100_000,), _GROWTH),
        Benchmark("embed-one", embedding_speed.one_query, (0,)),
        Benchmark("embed-many", embedding_speed.many, (600,)),
    )
}

WITHOUT_CATALOG = {"embed-one", "embed-many", "cosine"}
"""They make no use of the directory and its index."""
QUICK = 1_000
"""The largest catalog of a quick run."""
