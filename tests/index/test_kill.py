"""Killed at any moment of indexing, the next run gives what a fresh index gives."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from app.assets import PROFILES, asset
from index.profile import load_profiles
from index.workspace import Workspace
from tests.index.disk import catalog_of, check_full_text, write
from tests.index.hashed import HashedEmbedder
from tests.index.test_sync_equality import rankings

TIMES = int(os.environ.get("TRIPTYCH_KILLS", "3"))
"""How often to kill; `TRIPTYCH_KILLS=100` for the long run."""

INDEXING = """
import sys
from pathlib import Path
from app.assets import PROFILES, asset
from index.profile import load_profiles
from index.workspace import Workspace
from tests.index.hashed import HashedEmbedder
profiles = load_profiles(asset(PROFILES))
workspace = Workspace(Path(sys.argv[1]), index_path=Path(sys.argv[2]), profiles=profiles, embedder=HashedEmbedder())
if sys.argv[3] == "early":
    for table in workspace.store.tables:
        workspace.store.ensure(table)
print("start", flush=True)
workspace.sync(lambda done, total: print(done, flush=True))
workspace.embed(progress=lambda step: print(step.done, flush=True))
print("end", flush=True)
"""
FILES, TOOLS = 30, 20


def _index_and_kill(directory: Path, index: Path, chance: random.Random) -> None:
    """Start indexing in another process and kill it after a random number of its progress lines."""
    when = chance.choice(["early", "late"])
    process = subprocess.Popen(
        [sys.executable, "-c", INDEXING, str(directory), str(index), when], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for _ in range(chance.randrange(2 * FILES)):
        if process.stdout.readline() in ("end\n", ""):
            break
    process.kill()
    process.stdout.close()
    process.wait(30)


def _opened(directory: Path, index: Path | None) -> Workspace:
    workspace = Workspace(
        directory, index_path=index, profiles=load_profiles(asset(PROFILES)), embedder=HashedEmbedder()
    )
    workspace.sync()
    report = workspace.embed()
    assert (report.error, sum(report.missing.values())) == ("", 0)
    return workspace


def test_an_index_whose_maker_was_killed_becomes_as_good_as_a_fresh_one(tmp_path: Path) -> None:
    directory = tmp_path / "manifests"
    for file in range(FILES):
        words = ("mail", "issue", "user", "send", "create")
        tools = {f"tool_{file}_{n}": f"{words[(file + n) % 5]} {words[n % 3]} number {n}" for n in range(TOOLS)}
        write(directory, f"{file:03}.json", tools)
    fresh = _opened(directory, None)
    expected = rankings(fresh)
    for number in range(TIMES):
        chance = random.Random(number)
        index = tmp_path / f"{number}.sqlite"
        for _ in range(chance.randint(1, 2)):
            _index_and_kill(directory, index, chance)
        survivor = _opened(directory, index)
        assert catalog_of(survivor) == catalog_of(fresh)
        assert rankings(survivor) == expected
        assert check_full_text(survivor.store) > 0
        assert survivor.store.connection().execute("PRAGMA integrity_check").fetchone() == ("ok",)
        survivor.close()
        for path in tmp_path.glob(f"{number}.sqlite*"):
            path.unlink()
    fresh.close()
