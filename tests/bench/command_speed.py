"""The real command in a pseudo terminal: how soon it ranks, and what its processes take of memory."""

from __future__ import annotations

import re
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median

from tests.bench.figure import Figure
from tests.bench.prepared import Prepared
from tests.faults.terminal import Terminal, terminal

START_S = {1_000: 0.8, 10_000: 1.2, 100_000: 3.0}
_QUERY = ("-q", "create a project")
_HITS = re.compile(r"[1-9][\d,]* (match )?· [\d.]+ m?s")
_STARTS = 5


def start(prepared: Prepared) -> list[Figure]:
    """From the start of the process to the lexical column's first hits on the screen; the index is warm."""
    times = []
    for _ in range(1 + (_STARTS if prepared.tools <= 10_000 else 3)):
        with _opened(prepared, prepared.index) as opened:
            times.append(opened.until(lambda: _has_ranked(opened)))
            _leave(opened)
    del times[0]  # it compiled what was edited
    return [
        Figure("start to the first lexical ranking, warm index", prepared.tools, median(times), "s",
               START_S.get(prepared.tools)),
    ]  # fmt: skip


def first_start(prepared: Prepared) -> list[Figure]:
    """The same without an index: to the first hits, and to the whole catalog read."""
    with tempfile.TemporaryDirectory() as folder, _opened(prepared, Path(folder) / "new.sqlite") as opened:
        usable = opened.until(lambda: _has_ranked(opened))
        opened.forget()
        complete = opened.until(lambda: f"{prepared.tools:,} tools" in opened.text, 300)
        _leave(opened)
    return [
        Figure("first start: lexical ranking usable", prepared.tools, usable, "s",
               3.0 if prepared.tools == 10_000 else None),
        Figure("first start: the whole catalog read", prepared.tools, complete, "s"),
    ]  # fmt: skip


def memory(prepared: Prepared) -> list[Figure]:
    """Resident memory of the command and its model processes after some queries, vectors loaded."""
    with _opened(prepared, prepared.index) as opened:
        opened.until(lambda: _has_ranked(opened))
        opened.until(lambda: " S1 " in opened.text, 120)
        for word in (" for", " customer", " list", " issue"):
            opened.forget()
            opened.send(word)
            opened.until(lambda: bool(opened.text))
        pids = [opened.process.pid, *opened.children()]
        resident, proportional = (sum(_megabytes(pid, what) for pid in pids) for what in ("Rss", "Pss"))
        _leave(opened)
    return [
        Figure("resident memory, all processes", prepared.tools, resident, "MB",
               350.0 if prepared.tools == 10_000 else None),
        Figure("the same, shared pages counted once", prepared.tools, proportional, "MB"),
    ]  # fmt: skip


def _opened(prepared: Prepared, index: Path) -> AbstractContextManager[Terminal]:
    return terminal(
        prepared.manifests, "--index", index, *_QUERY, columns=160, rows=50,
        environment={"PYTHONDONTWRITEBYTECODE": ""},  # a user's Python keeps what it compiled
    )  # fmt: skip


def _has_ranked(opened: Terminal) -> bool:
    """Whether a column's heading tells its hits and the time they took: the lexical one is the first to."""
    return _HITS.search(opened.text) is not None


def _leave(opened: Terminal) -> None:
    opened.send("\x11")
    opened.wait()


def _megabytes(pid: int, what: str) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(f"{what}:"):
            return int(line.split()[1]) / 1024
    return 0.0
