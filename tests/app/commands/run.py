"""Runs the real command line in this process."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app import prepared
from app.cli import main
from tests.index.suite.words import WordEmbedder


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], index: Path) -> Run:
    """A function that runs `triptych` with the given words; vectors are those of a model of hashed words."""
    monkeypatch.setattr(
        prepared, "open_embedder", lambda settings, _tell: WordEmbedder() if settings.semantic else None
    )

    def run(*words: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["triptych", *map(str, words), "--index", str(index)])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
