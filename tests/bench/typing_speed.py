"""Key press to letter and to three columns, a save to new rankings, and how long the event loop is kept."""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, cast

from app.explorer.state import SEMANTIC
from index.embedder import Embedder, Vector
from models.embedder import GgufEmbedder
from tests.bench.bundled import bundled_model
from tests.bench.catalogs import made_up_queries
from tests.bench.driving import Driven, Timed, driven, middle, p95
from tests.bench.figure import Figure
from tests.bench.prepared import Prepared

COLUMNS_MS = {1_000: 16.0, 10_000: 25.0, 100_000: 60.0}
ECHO_MS, BLOCKED_MS, SAVE_MS = 5.0, 30.0, 150.0
_QUERIES, _SAVES, _WHILE_INDEXING = 8, 15, 150
_PAUSE_S = 0.05
"""Between keys: a quick typist."""


def typing(prepared: Prepared) -> list[Figure]:
    """Letter by letter, warm: what every key costs."""
    return _with_model(lambda model: _typing(prepared, model))


async def _typing(prepared: Prepared, model: Embedder) -> list[Figure]:
    times: list[Timed] = []
    unforeseen: list[float] = []
    heard = _Heard(model)
    async with driven(prepared.manifests, prepared.index, cast(Embedder, heard)) as inside:
        await _semantic_is_there(inside)
        await _type(inside, "warm up the caches", [])
        inside.heart.restart()
        for query in made_up_queries(_QUERIES):
            unforeseen += await _type(inside, query, times, heard.queries)
        blocked = inside.heart.longest_ms
    tools, target = prepared.tools, COLUMNS_MS.get(prepared.tools)
    columns, echoes = [one.columns for one in times], [one.echo for one in times]
    return [
        Figure("key to three columns painted, median", tools, middle(columns), "ms", target),
        Figure("key to three columns painted, p95", tools, p95(columns), "ms", None if target is None else 2 * target),
        Figure("the same of letters not foreseen, median", tools, middle(unforeseen), "ms"),
        Figure("letters not foreseen", tools, 100 * len(unforeseen) / len(times), "%"),
        Figure("event loop blocked, longest, while typing", tools, blocked, "ms", BLOCKED_MS),
        Figure("key to its letter painted, median", tools, middle(echoes), "ms", ECHO_MS),
        Figure("key to its letter painted, p95", tools, p95(echoes), "ms", 16.0),
    ]


class _Heard:
    """An embedder that passes everything on to another one, and remembers the queries."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.queries: set[str] = set()

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        self.queries.add(text)
        return self._embedder.embed_query(text, adapter)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)


async def _type(inside: Driven, text: str, times: list[Timed], embedded: Collection[str] = frozenset()) -> list[float]:
    """Appends what each key took; the milliseconds to the columns of those that had to be embedded then."""
    unforeseen: list[float] = []
    inside.clear()
    await asyncio.sleep(_PAUSE_S)
    await inside.until(lambda: inside.app.session.query.is_empty)
    for end, letter in enumerate(text, 1):
        foreseen = text[:end].strip() in embedded
        times.append(await inside.type(letter))
        if not foreseen:
            unforeseen.append(times[-1].columns)
        await asyncio.sleep(_PAUSE_S)
    return unforeseen


async def _semantic_is_there(inside: Driven) -> None:
    """Vectors are loaded in the background: ask until the semantic column answers."""
    await inside.type("x")
    await inside.until(
        lambda: inside.app.session.view is not None and not inside.app.session.view.columns[1].unavailable
    )


def typing_while_indexing(prepared: Prepared) -> list[Figure]:
    """A first start: the letters of a user who types while everything is read and embedded."""
    return _with_model(lambda model: _typing_while_indexing(prepared, model))


async def _typing_while_indexing(prepared: Prepared, model: Embedder) -> list[Figure]:
    echoes: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with driven(prepared.manifests, Path(folder) / "new.sqlite", model, settle=False) as inside:
            inside.heart.restart()
            text = " ".join(made_up_queries(20))[:_WHILE_INDEXING]
            for letter in text:
                echoes.append((await inside.type(letter, columns=False)).echo)
                await asyncio.sleep(_PAUSE_S)
            blocked = inside.heart.longest_ms
    tools = prepared.tools
    return [
        Figure("letter painted while indexing, median", tools, middle(echoes), "ms", ECHO_MS),
        Figure("letter painted while indexing, p95", tools, p95(echoes), "ms", 16.0),
        Figure("event loop blocked, longest, while indexing", tools, blocked, "ms", BLOCKED_MS),
    ]


def saving(prepared: Prepared) -> list[Figure]:
    """A description is saved, and the columns of the new catalog are painted: debounce, reading, ranking, all."""
    return _with_model(lambda model: _saving(prepared, model))


async def _saving(prepared: Prepared, model: Embedder) -> list[Figure]:
    times: list[Saved] = []
    with tempfile.TemporaryDirectory() as folder:
        manifests = Path(shutil.copytree(prepared.manifests, Path(folder) / "manifests"))
        index = Path(shutil.copy(prepared.index, Path(folder) / "index.sqlite"))
        path = sorted(manifests.rglob("*.json"))[0]
        async with driven(manifests, index, model) as inside:
            await _semantic_is_there(inside)
            await _type(inside, "create a project", [])
            await inside.until(lambda: "watching" in inside.app.activity.standing().watching)
            await asyncio.sleep(1.0)
            for number in range(_SAVES):
                times.append(await _save(inside, path, number))
                await asyncio.sleep(0.3)
    return [
        Figure("file saved to rankings painted, median", prepared.tools, middle([one.ranked for one in times]), "ms",
               SAVE_MS if prepared.tools == 1_000 else None),
        Figure("file saved to rankings painted, p95", prepared.tools, p95([one.ranked for one in times]), "ms"),
        Figure("file saved to its new vectors ranked and painted, median", prepared.tools,
               middle([one.embedded for one in times]), "ms"),
    ]  # fmt: skip


class Saved(NamedTuple):
    """Milliseconds from a save to rankings of the new catalog painted, and to those with the new text's vectors."""

    ranked: float
    embedded: float


async def _save(inside: Driven, path: Path, number: int) -> Saved:
    document = json.loads(path.read_text("utf-8"))
    document["tools"][0]["description"] = f"Creates the project number {number} {'project ' * (number % 5)}"
    revision = inside.revision
    text = json.dumps(document)
    loop = asyncio.get_running_loop()
    began = loop.time()
    path.write_text(text, "utf-8")
    await inside.until(lambda: inside.revision > revision)
    painted = loop.time()
    await inside.until(lambda: inside.columns_are_painted and not _has_gaps(inside))
    return Saved((painted - began) * 1000, (loop.time() - began) * 1000)


def _has_gaps(inside: Driven) -> bool:
    """Whether the semantic column still lacks the vectors of what was saved."""
    view = inside.app.session.view
    return view is None or bool(view.columns[SEMANTIC].alert)


def _with_model(run: Callable[[GgufEmbedder], Coroutine[None, None, list[Figure]]]) -> list[Figure]:
    model = bundled_model()
    try:
        model.warm_up()
        return asyncio.run(run(model))
    finally:
        model.close()
