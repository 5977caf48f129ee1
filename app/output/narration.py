"""What a verb says while it works, on standard error: one line that is written over in a terminal."""

from __future__ import annotations

import sys

import click

_SOME_FILES = 200
"""Fewer files are read before anybody could read a line about it."""


class Narration:
    """Progress and remarks. Only a terminal sees progress; a log keeps the remarks."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._shown = ""

    def tell(self, line: str) -> None:
        """Say something that stays."""
        self.end()
        click.echo(f"triptych: {line}", err=True)

    def files(self, done: int, total: int) -> None:
        if total >= _SOME_FILES:
            self._show(f"reading file {done:,} of {total:,}")

    def vectors(self, done: int, total: int) -> None:
        if total:
            self._show(f"embedding tool {done:,} of {total:,}")

    def queries(self, done: int, total: int) -> None:
        if total:
            self._show(f"ranking query {done:,} of {total:,}")

    def words(self, done: int) -> None:
        self._show(f"leaving out word {done:,}")

    def end(self) -> None:
        """Take the progress line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = ""

    def _show(self, line: str) -> None:
        if self._live and line != self._shown:
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
            self._shown = line
