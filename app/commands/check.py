"""`triptych check DIR`: suites through profiles, against thresholds and a baseline."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from app.options import FILE, common_options, directory_argument, json_option
from app.output.check_json import check_data
from app.output.check_text import check_lines
from app.output.narration import Narration
from app.prepared import prepared, unread
from app.settings import Settings
from app.suites import chosen_profiles, require_all_arms, suite_to_run, tell_unknown_tools, with_profile_file
from index.atomic_file import write_bytes
from index.errors import SuiteError, UsageError
from index.suite.baseline import Baseline, load_baseline, save_baseline
from index.suite.case import Suite
from index.suite.change import compare_to_baseline
from index.suite.junit import junit_xml
from index.suite.outcome import SuiteOutcome
from index.suite.runner import SuiteRunner
from index.suite.verdict import Demand, Verdict, passes
from index.visible import visible_line
from index.workspace import Workspace

NEW_FILE = click.Path(dir_okay=False, path_type=Path)
SHARE = click.FloatRange(0, 1)


@click.command("check")
@directory_argument
@click.option("--suite", "suites", multiple=True, type=FILE, metavar="FILE", help="Default: the suites found in DIR.")
@click.option("--profile", "profiles", multiple=True, metavar="P", help="A profile's name or TOML file. Repeatable.")
@click.option("--baseline", "baseline_path", type=FILE, metavar="FILE", help="Fail where a query's rank got worse.")
@click.option("--save-baseline", "save_path", type=NEW_FILE, metavar="FILE", help="Keep this outcome as a baseline.")
@click.option("--min-hit1", type=SHARE, metavar="X", help="Fail when fused hit@1 is below X (0 to 1).")
@click.option("--min-mrr", type=SHARE, metavar="X", help="Fail when the fused mean reciprocal rank is below X.")
@json_option
@click.option("--junit", "junit_path", type=NEW_FILE, metavar="FILE", help="Also write JUnit XML.")
@common_options
def command(
    *,
    settings: Settings,
    suites: tuple[Path, ...],
    profiles: tuple[str, ...],
    baseline_path: Path | None,
    save_path: Path | None,
    min_hit1: float | None,
    min_mrr: float | None,
    as_json: bool,
    junit_path: Path | None,
    **_rest: object,
) -> int:
    """Run query suites over DIR and say where each expected tool stands.

    Exit code 1: a metric below its threshold, a tool lower than its case's max_rank or not in the catalog, or a query
    whose rank got worse than in the baseline. Exit code 2: something could not be read, or an arm could not answer.
    """
    suite = suite_to_run(settings.directory, suites)
    baseline = load_baseline(baseline_path) if baseline_path is not None else None
    asked = (("hit@1", min_hit1), ("mrr", min_mrr))
    demands = tuple(Demand(metric, least) for metric, least in asked if least is not None)
    settings = with_profile_file(settings, profiles)

    def choose(workspace: Workspace) -> tuple[str, ...]:
        return chosen_profiles(settings, workspace, profiles)

    with prepared(settings, choose) as workspace:
        if unread(workspace):  # what the index remembers of it is not what anybody else would check
            raise UsageError(
                "nothing was checked: the directory cannot be read as it is now", source=str(settings.directory)
            )
        outcomes = run_suite(workspace, suite, choose(workspace), settings)
    verdicts = [
        Verdict(outcome, compare_to_baseline(outcome, baseline) if baseline is not None else None, demands)
        for outcome in outcomes
    ]
    _tell_warnings(verdicts)
    if as_json:
        click.echo(json.dumps(check_data(verdicts), indent=2))
    else:
        click.echo("\n".join(check_lines(verdicts)))
    _write_files(verdicts, save_path, junit_path)
    return 0 if passes(verdicts) else 1


def run_suite(
    workspace: Workspace, suite: Suite, profiles: Sequence[str], settings: Settings
) -> tuple[SuiteOutcome, ...]:
    """The suite through every profile, with progress and unknown names told on standard error.

    Raises:
        UsageError: the catalog is empty, or an arm that was not switched off could not answer.

    """
    narration = Narration()
    tell_unknown_tools(workspace, suite)
    runner = SuiteRunner(workspace)
    outcomes = []
    for name in profiles:
        outcome = runner.run(suite, name, progress=narration.queries)
        assert outcome is not None, "nothing cancels it"
        require_all_arms(outcome, settings)
        outcomes.append(outcome)
    narration.end()
    return tuple(outcomes)


def _tell_warnings(verdicts: Sequence[Verdict]) -> None:
    narration = Narration()
    for verdict in verdicts:
        for warning in verdict.comparison.warnings if verdict.comparison is not None else ():
            narration.tell(f"{visible_line(verdict.outcome.profile)}: {visible_line(warning)}")


def _write_files(verdicts: Sequence[Verdict], save_path: Path | None, junit_path: Path | None) -> None:
    if junit_path is not None:
        comparisons = [verdict.comparison for verdict in verdicts if verdict.comparison is not None]
        thresholds = [row for verdict in verdicts for row in verdict.thresholds]
        data = junit_xml([verdict.outcome for verdict in verdicts], comparisons, thresholds)
        try:
            write_bytes(junit_path, data)
        except OSError as error:
            message = f"the report cannot be written: {error.strerror or error}"
            raise SuiteError(message, source=str(junit_path)) from error
    if save_path is not None:
        save_baseline(Baseline.of(tuple(verdict.outcome for verdict in verdicts)), save_path)
