"""`triptych sweep DIR`: which fusion and which parameters serve a catalog's suite best."""

from __future__ import annotations

import json
from pathlib import Path

import click

from app.options import FILE, common_options, directory_argument, json_option
from app.output.narration import Narration
from app.output.sweep_json import sweep_data
from app.output.sweep_text import sweep_lines
from app.prepared import prepared
from app.settings import Settings
from app.suites import chosen_profiles, suite_to_run, tell_unknown_tools, with_profile_file
from index.errors import UsageError
from index.ranking import Unavailable
from index.suite.sweep import FEWEST, METRICS, Sweep, sweep
from index.workspace import Workspace


@click.command("sweep")
@directory_argument
@click.option("--suite", "suites", multiple=True, type=FILE, metavar="FILE", help="Default: the suites found in DIR.")
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="P",
    help="Take arms from this profile. Repeatable; default: every profile with two arms.",
)
@click.option("--by", "metric", type=click.Choice(list(METRICS)), default="mrr", help="What to choose by.")
@json_option
@common_options
def command(
    *,
    settings: Settings,
    suites: tuple[Path, ...],
    profiles: tuple[str, ...],
    metric: str,
    as_json: bool,
    **_rest: object,
) -> int:
    """Try the arms of profiles with every fusion and many parameters on the suites of DIR.

    The suite is split in two halves by a hash of each query: what is best on one half is measured on the other, so
    that the result does not flatter itself.
    """
    suite = suite_to_run(settings.directory, suites)
    settings = with_profile_file(settings, profiles)

    def choose(workspace: Workspace) -> tuple[str, ...]:
        return chosen_profiles(settings, workspace, profiles or _with_two_arms(workspace))

    with prepared(settings, choose) as workspace:
        tell_unknown_tools(workspace, suite)
        names = choose(workspace)
        _require_vectors(workspace, names, settings)
        narration = Narration()
        try:
            result = sweep(workspace, suite, names, metric=metric, progress=narration.queries)
        except RuntimeError as error:
            raise UsageError(f"the model could not answer: {error}") from error
        narration.end()
        _tell(result, narration)
    if as_json:
        click.echo(json.dumps(sweep_data(result), indent=2))
    else:
        click.echo("\n".join(sweep_lines(result)))
    return 0


def _with_two_arms(workspace: Workspace) -> tuple[str, ...]:
    both = [name for name, one in workspace.profiles.items() if one.lexical is not None and one.semantic is not None]
    return tuple(both)


def _require_vectors(workspace: Workspace, names: tuple[str, ...], settings: Settings) -> None:
    """Raise UsageError when a semantic arm that was not switched off cannot rank: half a sweep would mislead."""
    for name in names if settings.semantic else ():
        searcher = workspace.searcher(name)
        if searcher.semantic is None:
            continue
        space = workspace.space(searcher.semantic.space)
        if isinstance(space, Unavailable) or space.missing:
            reason = space.reason if isinstance(space, Unavailable) else f"{space.missing:,} tools have no vectors"
            raise UsageError(f"the semantic arm of {name} cannot rank: {reason}; --no-semantic sweeps words alone")


def _tell(result: Sweep, narration: Narration) -> None:
    if result.too_few:
        narration.tell(f"a half with fewer than {FEWEST} queries chooses by luck; add queries to the suite")
