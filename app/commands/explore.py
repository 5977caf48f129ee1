"""`triptych [DIR]`: the explorer; without a terminal, its three columns as text."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import click

from app.assets import DEMO, asset
from app.options import FILE, FOLDER, common_options, keyword_option, profile_option, query_option
from app.settings import Settings
from index.errors import UsageError

NEW_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("explore")
@click.argument("directory", metavar="[DIR]", type=FOLDER, default=lambda: asset(DEMO))
@query_option
@keyword_option
@profile_option
@click.option("--suite", type=FILE, metavar="FILE", help="Load this query suite.")
@click.option("--poll", is_flag=True, help="Look for changes by the clock (network mounts).")
@click.option("--record", type=NEW_FILE, metavar="SCRIPT.yaml", help="Write the session down, for triptych play.")
@common_options
def command(*, settings: Settings, suite: Path | None, poll: bool, record: Path | None, **_rest: object) -> None:
    """Open the explorer on DIR (default: the demo catalog)."""
    from dataclasses import replace

    settings = replace(settings, suite=suite, poll=poll, record=record)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        if record is not None:
            raise UsageError("there is no terminal, so there is no session to record")
        _print_columns(settings)
        return
    gc.disable()  # while a few hundred modules are loaded; the explorer turns it on again
    from app.run import run_explorer

    if record is not None:
        from app.sessions.recording import require_new

        require_new(record)
    run_explorer(settings)


def _print_columns(settings: Settings) -> None:
    if settings.query.is_empty:
        raise UsageError("there is no terminal for the explorer; give a query with -q to print the three columns")
    from app.commands.find import find

    find(settings)
