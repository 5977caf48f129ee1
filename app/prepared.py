"""A directory made ready for one verb: read, embedded as far as its profiles need it, and closed afterwards."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import click
from click.core import ParameterSource

from app.assets import MODEL, asset
from app.output.narration import Narration
from app.settings import Settings
from app.wiring import open_embedder, open_workspace, profile_name
from index.embedder import Embedder
from index.errors import UsageError
from index.problem import Problem
from index.settings import INVALID
from index.vectors.embed import Step
from index.visible import visible_line
from index.workspace import Workspace

Choose = Callable[[Workspace], Sequence[str]]
"""Which profiles a verb is going to search with."""


@contextlib.contextmanager
def prepared(settings: Settings, choose: Choose | None = None) -> Iterator[Workspace]:
    """The workspace, synced, with the vectors that the chosen profiles (by default the user's one) search in.

    What goes on is told on standard error. A model that cannot embed leaves the lexical arms, which is told too.

    Raises:
        UsageError: an unknown profile, or a file given with `--model` that is no embedding model.

    """
    narration = Narration()
    with contextlib.ExitStack() as stack:
        embedder = _open_embedder(settings)
        if embedder is not None:
            stack.callback(embedder.close)
        workspace = open_workspace(settings, embedder, narration.tell)
        stack.callback(workspace.close)
        stack.callback(narration.end)
        names = choose(workspace) if choose is not None else [profile_name(settings, workspace)]
        searchers = [workspace.searcher(name) for name in names]  # a wrong name ends here, before any work
        workspace.sync(narration.files)
        for problem in unread(workspace):
            narration.tell(told(problem))
        spaces = list(dict.fromkeys(one.semantic.space for one in searchers if one.semantic is not None))
        if embedder is not None and spaces:
            _embed(workspace, spaces, narration)
        narration.end()
        yield workspace


def unread(workspace: Workspace) -> list[Problem]:
    """Why the catalog is not what the directory says: settings not read, files whose last good version holds."""
    return [one for one in workspace.problems() if one.code == INVALID or one.is_stale]


def told(problem: Problem) -> str:
    """A problem in one line."""
    kept = f" Kept: {problem.kept}." if problem.kept else ""
    return visible_line(f"{problem.source}:{problem.line}: {problem.code}: {problem.message}{kept}")


def require_query() -> None:
    """Insist that the running verb was given -q or -k; an empty text is a query that finds nothing.

    Raises:
        UsageError: neither was given.

    """
    context = click.get_current_context()
    sources = [context.get_parameter_source(name) for name in ("description", "keywords")]
    if all(source is ParameterSource.DEFAULT for source in sources):
        raise UsageError("there is nothing to search for: give -q TEXT, or -k WORD")


def _embed(workspace: Workspace, spaces: Sequence[str], narration: Narration) -> None:
    def progress(step: Step) -> None:
        narration.vectors(step.done, step.total)

    report = workspace.embed(spaces, progress=progress)
    if report.error:
        narration.tell(f"not all tools have vectors: {report.error}")


def tell_of_adapter(kind: str, message: str) -> None:
    """Say that the model goes without an adapter: that changes every score, and nothing else would tell."""
    if kind == "no_adapter":
        click.echo(f"triptych: {message}", err=True)


def _open_embedder(settings: Settings) -> Embedder | None:
    try:
        return open_embedder(settings, tell_of_adapter)
    except RuntimeError as error:
        if settings.model != asset(MODEL):
            raise UsageError(str(error)) from error
        click.echo(f"triptych: no semantic ranking: {error}", err=True)
        return None
