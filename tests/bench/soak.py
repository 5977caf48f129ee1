"""Hours of use in minutes: random typing, saves, resizes and profile switches on 2,000 tools.

    python -m tests.bench.soak [--minutes N] [--pace F] [--seed N] [--tools N]

The catalog's first vectors are random ones (tests/bench/prepared.py), so that memory can be expected to be flat from
the beginning; what is saved is embedded by the real model.

Fails (exit code 1) on any exception or failed search, on memory that keeps growing, and on threads, files or child
processes that are left over at the end. Caches fill for some 2,000 actions, which take half an hour; only a soak of
6,000 is judged strictly. All pauses between actions and keys are multiplied by the pace: 0.02 gives some 400 actions a
minute.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from textual import events
from textual.pilot import Pilot

from app.assets import MODEL, asset
from app.explorer.app import TriptychApp
from app.heap import return_freed_memory
from app.settings import Settings
from app.wiring import make_app
from models.embedder import GgufEmbedder
from tests.bench.bundled import bundled_model
from tests.bench.catalogs import made_up_queries
from tests.bench.prepared import Prepared
from tests.faults.terminal import descendants

_LONG = 6_000
_LEFT_MB, _FILLING_MB = 14.0, 40.0
"""Growth from the second quarter to the last that is no leak, in a soak of so many actions and in one in which caches
still fill."""
_SIZES = ((80, 24), (120, 40), (200, 50), (1, 1), (40, 10), (160, 60))
_LIST_KEYS = ("down", "up", "pagedown", "home", "end", "right", "left", "p", "x", "r", "x", "escape")


@dataclass(slots=True)
class Watched:
    """What is counted now and then: (seconds, resident MB of its own, open files, threads)."""

    began: float = field(default_factory=time.monotonic)
    samples: list[tuple[float, float, int, int]] = field(default_factory=list)
    actions: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def sample(self) -> None:
        gc.collect()
        status = dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line)
        own = int(status["RssAnon"].split()[0]) / 1024  # pages of the index file that are mapped are the system's
        files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are enough
        self.samples.append((time.monotonic() - self.began, own, files, threading.active_count()))


async def soak(seconds: float, pace: float, seed: int, tools: int, watched: Watched) -> None:
    """Use the explorer at random for that long."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        prepared = Prepared(Path(folder) / "soak", tools)
        prepared.make()
        manifests = prepared.manifests
        model = bundled_model()
        app = make_app(Settings(manifests, asset(MODEL), index=prepared.index), model)
        async with app.run_test(size=(120, 40)) as pilot:
            end, sample_at = time.monotonic() + seconds, 0.0
            while time.monotonic() < end:
                if time.monotonic() >= sample_at:
                    watched.sample()
                    sample_at = time.monotonic() + max(1.0, seconds / 40)
                await _act(pilot, app, manifests, chance, pace, watched)
            await _still(pilot, app, watched)
            watched.sample()
        _end(model, watched)


async def _act(
    pilot: Pilot[None], app: TriptychApp, manifests: Path, chance: random.Random, pace: float, watched: Watched
) -> None:
    action = chance.choices(("type", "keys", "save", "resize", "profile"), (50, 25, 15, 5, 5))[0]
    watched.actions[action] += 1
    if action == "type":
        await _type(app, chance, pace)
    elif action == "keys":
        app.explorer.action_results()
        for key in chance.choices(_LIST_KEYS, k=chance.randint(1, 6)):
            await _press(app, key, chance, pace)
    elif action == "save":
        _save(chance.choice(sorted(manifests.rglob("*.json"))), chance)
    elif action == "resize":
        await pilot.resize_terminal(*chance.choice(_SIZES))
    else:
        app.session.use_profile(chance.choice(list(app.session.workspace.profiles)))
    await asyncio.sleep(pace * chance.choice((0.0, 0.02, 0.2)))
    if app.session.failure:
        watched.failures.append(app.session.failure)
        app.session.failure = ""


async def _type(app: TriptychApp, chance: random.Random, pace: float) -> None:
    app.explorer.action_task()
    field_, text = app.explorer.inputs.description, chance.choice(made_up_queries(200, chance.randrange(50)))
    if chance.random() < 0.5:
        field_.value = ""
    for letter in text[: chance.randint(1, 30)]:
        await _press(app, letter, chance, pace)


async def _press(app: TriptychApp, key: str, chance: random.Random, pace: float) -> None:
    """Press a key, and the next one a moment later, whatever has been painted till then."""
    driver = app._driver
    assert driver is not None
    event = events.Key("space" if key == " " else key, key if len(key) == 1 else None)
    event.set_sender(app)
    driver.send_message(event)
    await asyncio.sleep(pace * chance.uniform(0.005, 0.1))


def _save(path: Path, chance: random.Random) -> None:
    """Change a description; now and then write half a file, or take the file away and put it back later."""
    text = path.read_text("utf-8")
    if chance.random() < 0.1:
        path.write_text(text[: len(text) // 2], "utf-8")
        return
    try:
        document = json.loads(text)
    except ValueError:
        document = {"tools": []}
    entries = document["tools"]
    words = " ".join(made_up_queries(3, chance.randrange(1000)))
    if entries and chance.random() < 0.8:
        chance.choice(entries)["description"] = words
    else:
        entries.append({"name": f"added_{chance.randrange(10**6)}", "description": words})
    path.write_text(json.dumps(document), "utf-8")


async def _still(pilot: Pilot[None], app: TriptychApp, watched: Watched) -> None:
    """Wait until every request is answered."""
    for _ in range(1_000):
        await pilot.pause(0.02)
        if app.session.asked == app.session.done:
            return
    watched.failures.append(f"request {app.session.asked} was never answered")


def _end(model: GgufEmbedder, watched: Watched) -> None:
    model.close()
    left = descendants(os.getpid())
    if left:
        watched.failures.append(f"child processes are left: {left}")


def judge(watched: Watched) -> list[str]:
    """What is wrong; nothing if all is well."""
    wrong = list(watched.failures)
    later = watched.samples[len(watched.samples) // 4 :]
    third = max(1, len(later) // 3)
    # medians, since a snapshot of the vectors more or less is 12 MB at any one moment
    before, after = (median(sample[1] for sample in quarter) for quarter in (later[:third], later[-third:]))
    last = later[-1]
    if after - before > (_LEFT_MB if watched.actions.total() >= _LONG else _FILLING_MB):
        wrong.append(f"memory grew by {after - before:.0f} MB, from {before:.0f} to {after:.0f}")
    for place, what in ((2, "open files"), (3, "threads")):
        most = max(int(sample[place]) for sample in later[:third])
        if last[place] > most + 2:
            wrong.append(f"{what} went from {most} to {last[place]}")
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tools", type=int, default=2_000)
    chosen = parser.parse_args(arguments)
    return_freed_memory()  # as the command does
    threads, watched = threading.active_count(), Watched()
    asyncio.run(soak(chosen.minutes * 60, chosen.pace, chosen.seed, chosen.tools, watched))
    wrong = judge(watched)
    over = threading.active_count() - threads
    if over > 1:  # asyncio's own pool goes with the process
        wrong.append(f"{over} threads are left: {[thread.name for thread in threading.enumerate()]}")
    for second, resident, files, running in watched.samples[:: max(1, len(watched.samples) // 8)]:
        print(f"{second:6.0f} s  {resident:6.0f} MB  {files:4d} files  {running:3d} threads")
    print(f"{sum(watched.actions.values()):,} actions: {dict(watched.actions)}")
    print("\n".join(wrong) if wrong else "all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
