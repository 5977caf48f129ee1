"""`triptych explain DIR TOOL -q TEXT`: why a tool has its rank, or why it is missing."""

from __future__ import annotations

import difflib
import json
from functools import partial

import click

from app.options import common_options, directory_argument, json_option, keyword_option, profile_option, query_option
from app.output.explain_json import explain_data
from app.output.explain_text import explain_lines
from app.output.narration import Narration
from app.prepared import prepared, require_query
from app.settings import Settings
from app.wiring import profile_name
from index.errors import UsageError
from index.explain.explainer import Explainer
from index.explain.occlusion import VectorCache, WordEffect, effects
from index.explain.rivals import Rival, rivals, suite_wins
from index.ranking import Answer
from index.searcher import Searcher
from index.suite.discover import load_found
from index.suite.names import names_in
from index.visible import visible_line
from index.workspace import Workspace


@click.command("explain")
@directory_argument
@click.argument("tool", metavar="TOOL")
@query_option
@keyword_option
@profile_option
@json_option
@common_options
def command(*, settings: Settings, tool: str, as_json: bool, **_rest: object) -> int:
    """Say why TOOL (a name, or server/name) has its rank for a query, or why it is missing, and what to change.

    Suites found in DIR tell which tools win the queries meant for it.
    """
    require_query()
    with prepared(settings) as workspace:
        tool_ids = _find(workspace, tool)
        searcher = workspace.searcher(profile_name(settings, workspace))
        answer = searcher.search(workspace.corpus(), settings.query)
        tool_id = min(tool_ids, key=lambda one: answer.fused.rank_of(one) or len(answer.fused.ids) + 1)
        found = Explainer(workspace.corpus(), searcher, workspace.space).explain(answer, tool_id)
        if found is None:
            raise UsageError(f"the tool {tool!r} is gone")
        if len(tool_ids) > 1:
            shown = visible_line(f"{found.tool.server}/{found.tool.name}")
            click.echo(f"triptych: {len(tool_ids)} tools have this name; explaining the best one, {shown}", err=True)
        words = _effects(workspace, searcher, answer, tool_id)
        near = _rivals(workspace, searcher, tool_id)
    if as_json:
        click.echo(json.dumps(explain_data(found, words, near), indent=2))
    else:
        click.echo("\n".join(explain_lines(found, words, near)))
    return 0


def _find(workspace: Workspace, text: str) -> tuple[int, ...]:
    found = workspace.find_tool(text)
    if not found:
        labels = names_in(workspace.corpus().connection).labels.values()
        near = difflib.get_close_matches(text, list(dict.fromkeys(labels)), 1, 0.5)
        hint = f"; did you mean {visible_line(near[0])}?" if near else ""
        raise UsageError(f"no tool is called {text!r}{hint}")
    return found


def _effects(workspace: Workspace, searcher: Searcher, answer: Answer, tool_id: int) -> tuple[WordEffect, ...] | None:
    """None without a model, or when it fails."""
    tool = workspace.tools((tool_id,)).get(tool_id)
    if workspace.embedder is None or searcher.semantic is None or answer.vector is None or tool is None:
        return None
    narration, found = Narration(), list[WordEffect]()
    try:
        for some in effects(searcher.semantic, VectorCache(workspace.embedder), answer.query, tool):
            found += some
            narration.words(len(found))
    except RuntimeError as error:
        narration.tell(f"no effects of single words: {visible_line(str(error))}")
        return None
    narration.end()
    return tuple(found)


def _rivals(workspace: Workspace, searcher: Searcher, tool_id: int) -> tuple[Rival, ...]:
    corpus = workspace.corpus()
    space = workspace.space(searcher.semantic.space) if searcher.semantic is not None else None
    suite = load_found(workspace.directory)
    wins = suite_wins(suite.cases, names_in(corpus.connection), tool_id, partial(searcher.search, corpus))
    return rivals(corpus, tool_id, space, wins)
