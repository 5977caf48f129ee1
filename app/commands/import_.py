"""`triptych import SOURCE`: a manifest from a running MCP server."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from index.errors import TriptychError, UsageError

FAILED = 2
STDOUT = "-"


@click.command("import")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="URL | -- COMMAND [ARG]...")
@click.option("--out", metavar="FILE", help="File to write, - for standard output. Default: named after the server.")
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long the server may take, its start included.",
)
@click.option("--watch", is_flag=True, help="Keep the file up to date until Ctrl-C.")
@click.option("--header", "headers", multiple=True, metavar='"NAME: VALUE"', help="Sent to the URL; may be repeated.")
def command(
    *, words: tuple[str, ...], out: str | None, force: bool, timeout: float, watch: bool, headers: tuple[str, ...]
) -> int:
    """Make a manifest from a running MCP server, of a URL or a command.

    \b
    triptych import http://localhost:8000/mcp
    triptych import -- uvx some-server --its-own-option
    """  # noqa: D301 - click takes a \\b for "keep these lines"
    # here, not above: the SDK takes about a second to import, and no other verb needs it
    from app.importing.source import read_source

    source = read_source(words, headers)
    if watch and out == STDOUT:
        raise UsageError("--watch keeps a file up to date; give --out a file's name")
    from app.importing.job import keep_up, once

    try:
        if watch:
            ended_by = keep_up(source, Path(out) if out else None, force=force, timeout=timeout, tell=_tell)
            return 0 if ended_by in (None, signal.SIGINT) else 128 + ended_by  # Ctrl-C is how a watch ends
        ended_by = once(source, out, force=force, timeout=timeout, tell=_tell)
        return 0 if ended_by is None else 128 + ended_by
    except TriptychError as error:
        _tell(str(error))
        for line in getattr(error, "stderr", ()):
            click.echo(f"  {line}", err=True)
        return FAILED


def _tell(line: str) -> None:
    click.echo(f"triptych: {line}", err=True)
