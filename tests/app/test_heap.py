"""Memory that is freed does not stay with the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SNAPSHOTS = """
import threading
from pathlib import Path
import numpy as np
from app.heap import return_freed_memory

def held():
    status = Path("/proc/self/status")
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines()) if status.exists() else {}
    return int(lines.get("RssAnon", "0").split()[0]) // 1024

def make():
    np.ones(24 << 20, np.uint8)
    np.ones(12 << 20, np.uint8)
    made.wait()
    ended.wait()

return_freed_memory()
before, made, ended = held(), threading.Barrier(5), threading.Event()
for _ in range(4):
    threading.Thread(target=make, daemon=True).start()
made.wait()
print(held() - before)
ended.set()
"""


def test_vectors_that_are_freed_in_many_threads_leave_the_process() -> None:
    done = subprocess.run([sys.executable, "-c", SNAPSHOTS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 12
