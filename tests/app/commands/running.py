"""Runs the command in this process, as a shell would see it."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from app.cli import main


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


def triptych(*arguments: str | Path) -> Outcome:
    """`triptych ARGUMENTS`: its exit code and what it wrote."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["triptych", *map(str, arguments)]
    with mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            return Outcome(stop.code if isinstance(stop.code, int) else 1, out.getvalue(), err.getvalue())
    return Outcome(0, out.getvalue(), err.getvalue())
