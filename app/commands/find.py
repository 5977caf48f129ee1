"""`triptych find DIR -q TEXT`: one query through one profile."""

from __future__ import annotations

import json
import shutil

import click

from app.options import common_options, directory_argument, json_option, keyword_option, profile_option, query_option
from app.output.find_json import find_data
from app.output.find_text import find_lines
from app.output.found import found
from app.output.narration import Narration
from app.prepared import prepared, require_query
from app.settings import Settings
from app.wiring import profile_name

DEFAULT_HITS = 20
PIPE_CELLS = 120
"""Width of the columns where there is no terminal to measure."""


@click.command("find")
@directory_argument
@query_option
@keyword_option
@profile_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Hits shown of each ranking (default {DEFAULT_HITS}), and tools answered where the engine lets callers say.",
)
@json_option
@common_options
def command(*, settings: Settings, limit: int | None, as_json: bool, **_rest: object) -> int:
    """Rank the tools of DIR for one query: lexical, semantic, fused, and the answer an agent would get."""
    require_query()
    return find(settings, limit=limit, as_json=as_json)


def find(settings: Settings, *, limit: int | None = None, as_json: bool = False) -> int:
    """Search and print. Also what `triptych DIR -q TEXT` does without a terminal."""
    with prepared(settings) as workspace:
        if not workspace.status().tools:
            Narration().tell(f"{settings.directory}: no tools were found")
        searcher = workspace.searcher(profile_name(settings, workspace))
        answer = searcher.search(workspace.corpus(), settings.query, limit=limit)
        result = found(workspace, searcher.profile, answer, limit or DEFAULT_HITS, limit)
    if as_json:
        click.echo(json.dumps(find_data(result), indent=2))
    else:
        cells = shutil.get_terminal_size((PIPE_CELLS, 24)).columns
        click.echo("\n".join(find_lines(result, cells)))
    return 0
