"""What the verbs that run suites have in common: which suite, which profiles, and when an arm's silence is an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from app.settings import Settings
from app.wiring import profile_name
from index.errors import SuiteError, UsageError
from index.suite.case import Suite, joined
from index.suite.discover import load_found
from index.suite.names import names_in
from index.suite.outcome import SuiteOutcome
from index.suite.read import load_suite
from index.visible import visible_line
from index.workspace import Workspace


def suite_to_run(directory: Path, paths: Sequence[Path]) -> Suite:
    """The suites given, or those found in the directory, as one. Warnings are told on standard error.

    Raises:
        SuiteError: one cannot be read, a case in one is not usable, or there is none.

    """
    suite = joined(tuple(load_suite(path) for path in paths)) if paths else load_found(directory)
    for problem in suite.problems:
        place = f"{visible_line(problem.source)}:{problem.line}"
        click.echo(f"triptych: {place}: {problem.severity} {problem.code}: {visible_line(problem.message)}", err=True)
    broken = [problem for problem in suite.problems if problem.severity == "error"]
    if broken:
        what = "suite or case" if len(broken) == 1 else "suites or cases"
        raise SuiteError(f"{len(broken)} {what} cannot be read", source=broken[0].source, line=broken[0].line)
    if not suite.cases:
        said = "the suite has no cases" if suite.sources else "no suite was found; write a suite.yaml or give --suite"
        raise SuiteError(said, source=suite.sources[0] if suite.sources else str(directory))
    return suite


def tell_unknown_tools(workspace: Workspace, suite: Suite) -> None:
    """Say on standard error which expected names the catalog does not have, or has several times.

    Raises:
        UsageError: the catalog is empty.

    """
    if not workspace.status().tools:
        raise UsageError("no tools were found, so there is nothing to check", source=str(workspace.directory))
    for problem in names_in(workspace.store.connection()).problems(suite):
        place = f"{visible_line(problem.source)}:{problem.line}"
        click.echo(f"triptych: {place}: {visible_line(problem.message)}", err=True)


def with_profile_file(settings: Settings, profiles: Sequence[str]) -> Settings:
    """The settings with the profile file among the given profiles, so that the workspace knows it.

    Raises:
        UsageError: there is more than one.

    """
    files = [name for name in profiles if name.endswith(".toml")]
    if len(files) > 1:
        raise UsageError("one profile file at a time; put several into the directory's triptych.toml")
    return replace(settings, profile=files[0]) if files else settings


def chosen_profiles(settings: Settings, workspace: Workspace, profiles: Sequence[str]) -> tuple[str, ...]:
    """The names to run, each once: those given, else the one the directory or triptych begins with.

    Raises:
        UsageError: without a model one of them has nothing to rank by, or is not there.

    """
    default = profile_name(settings, workspace)
    names = tuple(dict.fromkeys(default if name.endswith(".toml") else name for name in profiles)) or (default,)
    for name in names:
        if not settings.semantic and workspace.searcher(name).lexical is None:
            raise UsageError(f"profile {name} ranks by vectors alone; it cannot run with --no-semantic")
    return names


def require_all_arms(outcome: SuiteOutcome, settings: Settings) -> None:
    """Raise UsageError when an arm that was not switched off gave no ranks: a check must not pass on half of it."""
    for arm, reason in outcome.unavailable:
        if settings.semantic or arm != "semantic":
            message = f"the {arm} arm of {outcome.profile} could not answer: {reason}"
            raise UsageError(f"{message}; --no-semantic checks the words alone")
    if outcome.waiting:
        raise UsageError(f"{outcome.waiting:,} tools have no vectors, so ranks of {outcome.profile} would be wrong")
