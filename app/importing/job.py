"""The two things the verb does: import once, and keep a file up to date."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from app.importing.failure import ImportFailed
from app.importing.manifest import manifest_text, terminal_text
from app.importing.result import Result, Tell
from app.importing.run import run
from app.importing.source import Source
from app.importing.visit import visit
from app.importing.watch import Watch
from index.visible import visible_line

_MOST_STDERR = 10


def once(source: Source, out: str | None, *, force: bool, timeout: float, tell: Tell) -> int | None:
    """Import once, to a file or (`-`) to standard output; the number of the signal that ended it, if one did.

    Raises:
        TriptychError: the server could not be asked, or the file not written.

    """
    to_stdout = out == "-"
    result = Result(source, Path(out) if out and not to_stdout else None, force=force, tell=tell)
    result.check()

    async def work() -> None:
        async with visit(source, timeout) as connection:
            listing = await connection.tools()
        if not to_stdout:
            result.take(listing)
            return
        for remark in listing.remarks:
            tell(remark)
        text = manifest_text(listing)
        click.echo(terminal_text(text) if sys.stdout.isatty() else text, nl=False)

    return run(work)


def keep_up(source: Source, out: Path | None, *, force: bool, timeout: float, tell: Tell) -> int | None:
    """Import, and again whenever the server's tools change; the number of the signal that ended it.

    Raises:
        TriptychError: the source cannot be used at all, or the file not written.

    """
    result = Result(source, out, force=force, tell=tell)
    result.check()

    def failed(failure: ImportFailed | None) -> None:
        if failure is None:
            tell("the server is back")
            return
        tell(str(failure))
        for line in failure.stderr[-_MOST_STDERR:]:
            tell(f"  {line}")

    tell(f"watching {visible_line(source.label, 120)}; Ctrl-C ends it")
    watch = Watch(source, timeout=timeout, take=result.take, failed=failed, folder=Path.cwd())
    return run(watch.run)
