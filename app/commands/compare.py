"""`triptych compare DIR -q TEXT`: one query through every profile."""

from __future__ import annotations

import json

import click
from rapidfuzz import fuzz, process

from app.options import common_options, directory_argument, json_option, keyword_option, query_option
from app.output.compare_json import compare_data
from app.output.compare_text import compare_lines
from app.prepared import prepared, require_query
from app.settings import Settings
from index.compare import compare
from index.errors import UsageError
from index.workspace import Workspace

_NEAR_ENOUGH = 50
_SUGGESTED = 3


@click.command("compare")
@directory_argument
@query_option
@keyword_option
@click.option("--tool", "tool_name", metavar="NAME", help="Show this tool's row even where no profile answers it.")
@json_option
@common_options
def command(*, settings: Settings, tool_name: str | None, as_json: bool, **_rest: object) -> int:
    """Rank the tools of DIR for one query with every profile at once."""
    require_query()
    with prepared(settings, lambda workspace: list(workspace.profiles)) as workspace:
        tool_ids = tools_named(workspace, tool_name) if tool_name is not None else ()
        searchers = [workspace.searcher(name) for name in workspace.profiles]
        comparison = compare(searchers, workspace.corpus(), settings.query, tool_ids=tool_ids)
    if as_json:
        click.echo(json.dumps(compare_data(comparison), indent=2))
    else:
        click.echo("\n".join(compare_lines(comparison, frozenset(tool_ids))))
    return 0


def tools_named(workspace: Workspace, text: str) -> tuple[int, ...]:
    """Ids of the tools that a user names, as NAME or server/NAME.

    Raises:
        UsageError: there is none; the message suggests the nearest names.

    """
    ids = workspace.find_tool(text)
    if ids:
        return ids
    names = [row[0] for row in workspace.corpus().connection.execute("SELECT DISTINCT name FROM tools ORDER BY name")]
    near = process.extract(text, names, scorer=fuzz.ratio, score_cutoff=_NEAR_ENOUGH, limit=_SUGGESTED)
    hint = f"; did you mean {' or '.join(name for name, _, _ in near)}?" if near else ""
    raise UsageError(f"there is no tool named {text!r}{hint}")
