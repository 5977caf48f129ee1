"""The real command in a real (pseudo) terminal: what it wrote, what it left behind."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
_STARTUP = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); import sys; sys.argv[0] = 'triptych'; "
    "from app.cli import main; main()"
)
_ESCAPES = re.compile(rb"\x1b\[[0-9;:?<>=]*[ -/]*[@-~]|\x1b[PX^_\]].*?(?:\x1b\\|\x07)|\x1b[()].|\x1b.", re.DOTALL)


class Terminal:
    """A terminal of some size with `triptych` running in it.

    The terminal's own end stays open here, so that its state can be looked at after the command has ended. `before`
    is Python that runs first in the command's process.
    """

    def __init__(
        self,
        *arguments: str | Path,
        columns: int = 120,
        rows: int = 40,
        before: str = "",
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._master, self._slave = os.openpty()
        self.resize(columns, rows)
        self.state_before = termios.tcgetattr(self._slave)
        self.output = b""
        self._seen = 0
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + _STARTUP, *map(str, arguments)],
            stdin=self._slave, stdout=self._slave, stderr=self._slave, cwd=ROOT, start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", **environment},
        )  # fmt: skip
        self._family: dict[int, int] = {}

    def resize(self, columns: int, rows: int) -> None:
        """Another size; the command is sent SIGWINCH by the system."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def kill(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the terminal, as closing its window does."""
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    @property
    def text(self) -> str:
        """All that was written since the last `forget`, escape sequences left out."""
        return _ESCAPES.sub(b"", self.output[self._seen :]).decode("utf-8", "replace")

    def forget(self) -> None:
        """From now on `text` is what comes later."""
        self._seen = len(self.output)

    def until(self, seen: str | Callable[[], bool], patience_s: float = PATIENCE_S) -> float:
        """Wait until that text was written, or the condition holds; seconds since the start.

        Raises AssertionError with what was written if it never comes.
        """
        true = seen if callable(seen) else lambda: seen in self.text
        end = time.perf_counter() + patience_s
        while not true():
            if not self._read(0.05) and self.process.poll() is not None and not true():
                raise AssertionError(f"ended with {self.process.returncode} before {seen!r}:\n{self.text[-3000:]}")
            if time.perf_counter() > end:
                raise AssertionError(f"no {seen!r} within {patience_s} s:\n{self.text[-3000:]}")
        self.meet_children()
        return time.perf_counter() - self.started

    def wait(self, patience_s: float = PATIENCE_S) -> int:
        """Read on until the command has ended; its exit code."""
        end = time.perf_counter() + patience_s
        while self.process.poll() is None:
            if self._master >= 0:
                self._read(0.05)
            else:
                self.process.wait(patience_s)
            assert time.perf_counter() < end, f"it does not end:\n{self.text[-3000:]}"
        while self._master >= 0 and self._read(0):
            pass
        return self.process.returncode

    def children(self) -> list[int]:
        """Process ids of the command's children and theirs, now."""
        return descendants(self.process.pid)

    def meet_children(self) -> list[int]:
        """Remember the children there are now, for `left_behind`; all that were ever met."""
        for pid in self.children():
            if pid not in self._family:
                with contextlib.suppress(ProcessLookupError):
                    self._family[pid] = os.pidfd_open(pid)
        return list(self._family)

    def left_behind(self, patience_s: float = 10.0) -> list[int]:
        """Of all children ever met, those that have not ended within the time."""
        end = time.perf_counter() + patience_s
        left = []
        for pid, handle in self._family.items():
            watch = select.poll()
            watch.register(handle, select.POLLIN)
            if not watch.poll(max(0.0, end - time.perf_counter()) * 1000):
                left.append(pid)
        return left

    @property
    def is_restored(self) -> bool:
        """Whether the terminal is as it was: its modes, the first screen, the cursor, no mouse reports."""
        return self.state_before == termios.tcgetattr(self._slave) and all(
            self.output.rfind(on) < self.output.rfind(off)
            for on, off in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),
                (b"\x1b[?25l", b"\x1b[?25h"),
                (b"\x1b[?1000h", b"\x1b[?1000l"),
                (b"\x1b[?2004h", b"\x1b[?2004l"),
            )
            if on in self.output
        )

    def close(self) -> None:
        """End the command if it runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)
        for handle in self._family.values():
            os.close(handle)
        self._family.clear()
        if self._master >= 0:
            self.hang_up()

    def _read(self, patience_s: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], patience_s)
        if not ready:
            return False
        self.output += os.read(self._master, 65536)
        return True


@contextmanager
def terminal(*arguments: str | Path, **more: Any) -> Iterator[Terminal]:
    """A terminal (see `Terminal`), closed afterwards."""
    opened = Terminal(*arguments, **more)
    try:
        yield opened
    finally:
        opened.close()


def descendants(pid: int) -> list[int]:
    """Process ids of the children of a process and of theirs (Linux)."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *descendants(child)]
    return found
