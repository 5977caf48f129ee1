"""`triptych scan DIR`: what was read, and what its author should know."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from app.options import common_options, directory_argument, json_option
from app.settings import Settings
from app.wiring import open_workspace
from index.problem import Problem
from index.store.tools import iter_tools
from index.visible import visible_line
from index.workspace import Workspace


@click.command("scan")
@directory_argument
@json_option
@common_options
def command(directory: Path, as_json: bool, settings: Settings) -> int:
    """List what was read of DIR: files and their shapes, tools, problems, names declared more than once."""
    workspace = open_workspace(replace(settings, semantic=False), None, lambda line: click.echo(line, err=True))
    try:
        workspace.sync()
        if as_json:
            click.echo(json.dumps(as_data(workspace), indent=2))
        else:
            click.echo("\n".join(as_lines(workspace)))
    finally:
        workspace.close()
    return 0


def as_data(workspace: Workspace) -> dict[str, Any]:
    """Everything, for `--json`."""
    tools = [
        {
            "name": tool.name,
            "server": tool.server,
            "source": tool.place.source,
            "line": tool.place.line,
            "column": tool.place.column,
            "pointer": tool.place.pointer,
            "title": tool.title,
            "description": tool.description,
            "parameters": [parameter.name for parameter in tool.parameters],
            "has_schema": tool.has_schema,
            "tokens": len(tool.definition.encode()) // 4,
        }
        for _, tool in iter_tools(workspace.store.connection())
    ]
    files = [
        {"source": file.source, "shape": file.shape, "bytes": file.size, "tools": file.tools, "stale": file.stale}
        for file in workspace.files()
    ]
    return {
        "files": files,
        "tools": tools,
        "problems": [_problem(problem) for problem in workspace.problems()],
        "duplicates": _duplicates(workspace),
    }


def as_lines(workspace: Workspace) -> Iterator[str]:
    """The same for people: files, then problems, then the totals."""
    files, problems, status = workspace.files(), workspace.problems(), workspace.status()
    width = max((len(visible_line(file.source, 60)) for file in files), default=0)
    for file in files:
        stale = "  stale: the last version that could be read" if file.stale else ""
        yield f"{visible_line(file.source, 60):<{width}}  {_count(file.tools, 'tool'):>9}  {file.shape}{stale}"
    if not files:
        yield "No file here declares tools in a shape that is read; see the README for the shapes."
    if problems:
        yield ""
    for problem in problems:
        kept = f" Kept: {problem.kept}." if problem.kept else ""
        place = f"{visible_line(problem.source)}:{problem.line}:{problem.column}"
        yield f"{place}: {problem.severity} {problem.code}: {visible_line(problem.message)}{kept}"
    yield ""
    yield (
        f"{_count(status.tools, 'tool')} of {_count(status.servers, 'server')} in {_count(status.files, 'file')}, "
        f"{_count(status.problems, 'problem')}, {_count(len(_duplicates(workspace)), 'name')} declared more than once"
    )


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "source": problem.source,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "tool": problem.tool,
        "kept": problem.kept,
    }


def _duplicates(workspace: Workspace) -> list[dict[str, Any]]:
    places: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for tool in workspace.duplicates():
        places[tool.name].append({"server": tool.server, "source": tool.source, "line": tool.line})
    return [{"name": name, "tools": tools} for name, tools in sorted(places.items())]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
