"""What the background thread does with suites: reads, runs, adds to them, and runs them over drafts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from app.explorer.suite_board import Ran, Read
from index.draft.draft import Draft
from index.draft.effect import Effect
from index.draft.what_if import WhatIf
from index.errors import SuiteError
from index.query import Query
from index.suite.append import add_case
from index.suite.baseline import Baseline, load_baseline, save_baseline
from index.suite.case import Case, Suite
from index.suite.discover import find_suites, load_found
from index.suite.names import names_in
from index.suite.outcome import SuiteOutcome
from index.suite.read import load_suite, problem_of
from index.suite.runner import SuiteRunner
from index.workspace import Workspace

NEW_SUITE = "suite.yaml"
_PROGRESS_S = 0.1
_REST = 100
"""Times as long as finding the suites of a directory took until that is done again only to look for new ones."""
Stopped = Callable[[], bool]
Progress = Callable[[int, int], None]
_Stamp = tuple[tuple[str, int, int], ...]


class SuiteJobs:
    """Use from one thread. `given` is the file of `--suite`; without it those of the directory count."""

    def __init__(
        self, workspace: Workspace, given: Path | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock  # seconds
        self._workspace = workspace
        self._given = given
        self._runner = SuiteRunner(workspace)
        self._what_if = WhatIf(workspace, self._runner)
        self._stamp: _Stamp | None = None
        self._suite: Suite | None = None
        self._found: tuple[Path, ...] = ()
        self._find_again = 0.0

    def look(self) -> bool:
        """Whether the suite's files are others than those last read; new ones in a big directory are found later."""
        if self._clock() >= self._find_again:
            return self._files() != self._stamp
        return _stamp_of(self._found) != self._stamp

    def read(self) -> Read:
        """The suite, read again where its files changed, with the names in it looked up in the catalog of now."""
        stamp = self._files()
        if self._suite is None or stamp != self._stamp:
            self._suite, self._stamp = self._load(), stamp
        if not self._suite.cases:
            return Read(self._suite, self._suite.problems)
        names = names_in(self._workspace.corpus().connection)
        return Read(self._suite, (*self._suite.problems, *names.problems(self._suite)))

    def run(self, suite: Suite, profile: str, progress: Progress, stopped: Stopped) -> Ran | None:
        """The outcome through one profile, None when stopped."""
        outcome = self._runner.run(suite, profile, progress=_now_and_then(progress), cancelled=stopped)
        if outcome is None:
            return None
        names = names_in(self._workspace.corpus().connection)
        return Ran(outcome, tuple(names.expected_ids(case) for case in suite.cases))

    def effect(
        self, drafts: tuple[Draft, ...], suite: Suite, profile: str, progress: Progress, stopped: Stopped
    ) -> Effect | None:
        """What the drafts would do, None when stopped."""
        return self._what_if.suite_effect(drafts, profile, suite, progress=_now_and_then(progress), cancelled=stopped)

    def target(self) -> Path | None:
        """The file that new cases are added to; None when there is no suite."""
        if self._given is not None:
            return self._given
        found = find_suites(self._workspace.directory)
        return self._workspace.directory / min(found, key=lambda source: (source.count("/"), source)) if found else None

    def add(self, query: Query, name: str, server: str, path: Path) -> tuple[str, int]:
        """Add a case; its file as it is called in messages, and its line. Raises SuiteError."""
        expect = name if len(self._workspace.find_tool(name)) < 2 else f"{server}/{name}"
        case = Case(query, (expect,))
        known = self._known(path, case)
        if known is not None:
            raise SuiteError("the suite has this query already", source=self._called(path), line=known.line)
        return self._called(path), add_case(path, case)

    def save_baseline(self, outcome: SuiteOutcome, path: Path) -> None:
        """Write the outcome into a baseline file, beside the other profiles there. Raises SuiteError."""
        others = load_baseline(path).profiles if path.exists() else ()
        saved = Baseline.of((outcome,)).profiles
        profiles = (*(other for other in others if other.profile != outcome.profile), *saved)
        save_baseline(Baseline(tuple(sorted(profiles, key=lambda one: one.profile))), path)

    def _known(self, path: Path, case: Case) -> Case | None:
        if not path.exists():
            return None
        return next((old for old in load_suite(path).cases if old.key == case.key), None)

    def _called(self, path: Path) -> str:
        directory = self._workspace.directory
        absolute = path.absolute()
        return absolute.relative_to(directory).as_posix() if absolute.is_relative_to(directory) else str(path)

    def _load(self) -> Suite:
        if self._given is None:
            return load_found(self._workspace.directory)
        source = self._called(self._given)
        try:
            return load_suite(self._given, source=source)
        except SuiteError as error:
            return problem_of(error)

    def _files(self) -> _Stamp:
        directory, started = self._workspace.directory, self._clock()
        sources = find_suites(directory) if self._given is None else ()
        self._found = tuple(directory / source for source in sources) if self._given is None else (self._given,)
        now = self._clock()
        self._find_again = now + _REST * (now - started)
        return _stamp_of(self._found)


def _stamp_of(paths: Iterable[Path]) -> _Stamp:
    found = []
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            found.append((str(path), 0, 0))
            continue
        found.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(found)


def _now_and_then(progress: Progress) -> Progress:
    """Tell of progress ten times a second, and at the end."""
    last = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_S or done == total:
            last = now
            progress(done, total)

    return tell
