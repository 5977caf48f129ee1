"""Children are quiet, and never outlive their parent."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

from tests.models.conftest import ROOT, SHIPPED

_PARENT = """
import sys
from pathlib import Path
from models.embedder import open_embedder
embedder = open_embedder(Path(sys.argv[1]))
embedder.embed_query("a")
embedder.embed_passages(["a"])
assert "llama_cpp" not in sys.modules
try:
    print(*embedder.child_pids, flush=True)
    sys.stdin.read(1)
    while True:
        embedder.embed_passages(["work " * 100] * 8)
except KeyboardInterrupt:
    print("interrupted", flush=True)
embedder.close()
"""


def _parent() -> tuple[subprocess.Popen[bytes], list[int]]:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(SHIPPED)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    assert parent.stdout is not None
    children = [int(word) for word in parent.stdout.readline().split()]
    assert len(children) == 2
    return parent, [os.pidfd_open(child) for child in children]


def _ended(handle: int) -> bool:
    """Waits until the process ends, at most 20 s."""
    watch = select.poll()
    watch.register(handle, select.POLLIN)
    try:
        return bool(watch.poll(20_000))
    finally:
        os.close(handle)


def test_children_end_with_a_killed_parent() -> None:
    parent, children = _parent()
    parent.kill()
    parent.communicate()
    assert all(map(_ended, children))


def test_children_end_with_a_killed_parent_in_the_middle_of_work() -> None:
    parent, children = _parent()
    assert parent.stdin is not None
    parent.stdin.write(b"g")
    parent.stdin.flush()
    parent.kill()
    parent.communicate()
    assert all(map(_ended, children))


def test_ctrl_c_reaches_the_parent_alone_and_nothing_is_printed() -> None:
    parent, children = _parent()
    assert parent.stdin is not None
    parent.stdin.write(b"g")
    parent.stdin.flush()
    os.killpg(parent.pid, signal.SIGINT)
    out, err = parent.communicate(timeout=60)
    assert all(map(_ended, children))
    assert (out, err) == (b"interrupted\n", b"")


def test_outputs_stay_clean() -> None:
    parent, children = _parent()
    parent.kill()
    out, err = parent.communicate()
    assert (out, err) == (b"", b"")
    assert all(map(_ended, children))
