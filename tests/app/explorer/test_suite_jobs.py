"""Looking for changes of suites: what is known each time, what is new as often as finding it allows."""

from __future__ import annotations

from app.explorer.suite_jobs import SuiteJobs
from tests.app.explorer.conftest import MakeWorkspace
from tests.app.explorer.suites import write_suite


class Clock:
    """Moves on by `step` seconds each time it is read."""

    def __init__(self) -> None:
        self.now, self.step = 0.0, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_new_suites_are_looked_for_as_often_as_finding_them_allows(make_workspace: MakeWorkspace) -> None:
    workspace, clock = make_workspace(), Clock()
    jobs = SuiteJobs(workspace, clock=clock)
    known = write_suite(workspace.directory, name="known.suite.yaml")
    clock.step = 1.0
    jobs.read()  # finding them takes a second
    clock.step = 0.0
    assert not jobs.look()
    write_suite(workspace.directory, name="new.suite.yaml")
    assert not jobs.look()
    known.write_text(known.read_text() + "# edited\n")
    assert jobs.look()
    known.write_text(known.read_text().removesuffix("# edited\n"))
    clock.now += 99.0
    jobs.read()
    assert [problem.source for problem in jobs.read().problems] == []
    write_suite(workspace.directory, name="newer.suite.yaml")
    assert jobs.look()  # finding took no time
