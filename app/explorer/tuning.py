"""Comparing, suites, baselines and drafts: what the explorer does beyond one query. No widgets here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.explorer.background import Background
from app.explorer.compare_table import Compared, Comparer
from app.explorer.reports import (
    BaselineLoaded,
    BaselineSaved,
    CaseAdded,
    CompareMade,
    EffectMade,
    JobFailed,
    NoSuite,
    Report,
    SuiteFilesChanged,
    SuiteProgress,
    SuiteRan,
    SuiteRead,
    Wish,
)
from app.explorer.session import Session
from app.explorer.suite_board import SuiteBoard
from app.explorer.suite_jobs import NEW_SUITE, Stopped, SuiteJobs
from index.query import Query
from index.suite.baseline import load_baseline
from index.vectors.spaces import semantic_engines

FILES, SHELF, MATCH, COMPARE, LOOK, SUITE = "file", "shelf", "drafts", "compare", "look", "suite"
ORDER = (FILES, SHELF, MATCH, COMPARE, LOOK, SUITE)
FAILURES = {
    FILES: "Not done",
    SHELF: "Drafts not kept",
    MATCH: "Drafts not matched",
    COMPARE: "Comparison failed",
    LOOK: "Suite not looked for",
    SUITE: "Suite failed",
}
"""What a person is told of a job that failed, before the reason."""


class Tuning:
    """Asks the background thread, and keeps its newest answers. On the UI's thread.

    Args:
        session: what the user is looking at.
        post: hands a report to the app; called from the background thread.
        suite: the file given with `--suite`; without it those of the directory count.

    """

    def __init__(self, session: Session, post: Callable[[Report], object], suite: Path | None = None) -> None:
        self.session = session
        self.board = SuiteBoard()
        self.background = Background(ORDER, lambda name, reason: post(JobFailed(name, reason)))
        self.compared: Compared | None = None
        self.wants_all_spaces = False
        self._post = post
        self._comparer = Comparer(session.workspace)
        self._jobs = SuiteJobs(session.workspace, suite)
        self._compare_asked = 0
        self._suite_asked = 0

    def start(self) -> None:
        self.background.start()
        self.refresh_suite()

    def stop(self) -> None:
        self.background.stop()

    @property
    def spaces(self) -> tuple[str, ...]:
        """The vector spaces that are needed beside those of the profile in use."""
        return tuple(semantic_engines(self.session.workspace.profiles)) if self.wants_all_spaces else ()

    # -- comparing

    def compare(self) -> None:
        """Put the present query to every profile."""
        self._compare_asked += 1
        generation, query, selected = self._compare_asked, self.session.query, self.session.selected

        def job(_stopped: Stopped) -> bool:
            self._post(CompareMade(generation, self._comparer.compare(query, selected)))
            return True

        self.background.ask(COMPARE, job)

    def take_compared(self, report: CompareMade) -> bool:
        """Whether that is the newest comparison asked for."""
        if report.generation != self._compare_asked:
            return False
        self.compared = report.compared
        return True

    # -- the suite

    def look(self) -> None:
        """See whether the suite's files changed."""

        def job(_stopped: Stopped) -> bool:
            if self._jobs.look():
                self._post(SuiteFilesChanged())
            return True

        self.background.ask(LOOK, job)

    def want_suite(self) -> None:
        """From now on keep the suite's outcome up to date."""
        if not self.board.wanted:
            self.board.wanted = True
            self.refresh_suite()

    def refresh_suite(self) -> None:
        """Read the suite; where its outcome is wanted, run it too, and over the drafts."""
        self._suite_asked += 1
        drafts = self.session.drafts
        wanted = self.board.wanted or bool(drafts)
        self.background.ask(SUITE, partial(self._suite, self._suite_asked, self.session.profile, wanted))

    def take_suite(self, report: SuiteRead | SuiteProgress | SuiteRan | EffectMade) -> bool:
        """Whether that is of the newest request; then the board holds it."""
        if report.generation != self._suite_asked:
            return False
        match report:
            case SuiteRead(_, read):
                self.board.read = read
                self.session.suite_problems = read.problems
                if not read.suite.cases:
                    self.board.ran = None
            case SuiteProgress(_, done, total):
                self.board.progress = (done, total)
            case SuiteRan(_, ran):
                self.board.take_ran(ran)
                if not self.session.drafts:
                    self.board.effect = None
            case EffectMade(_, effect):
                self.board.effect = effect
                self.board.progress = None
        return True

    def _suite(self, generation: int, profile: str, wanted: bool, stopped: Stopped) -> bool:
        drafts = self.session.drafts
        read = self._jobs.read()
        self._post(SuiteRead(generation, read))
        if not wanted or not read.suite.cases:
            return True

        def progress(done: int, total: int) -> None:
            self._post(SuiteProgress(generation, done, total))

        ran = self._jobs.run(read.suite, profile, progress, stopped)
        if ran is None:
            return False
        self._post(SuiteRan(generation, ran))
        if not drafts:
            return True
        effect = self._jobs.effect(drafts, read.suite, profile, progress, stopped)
        if effect is None:
            return False
        self._post(EffectMade(generation, effect))
        return True

    def add_case(self, wish: Wish, path: Path | None = None) -> None:
        """Add a query to the suite, or to a new one at `path`."""

        def job(_stopped: Stopped) -> bool:
            target = path or self._jobs.target()
            if target is None:
                self._post(NoSuite(self.session.workspace.directory / NEW_SUITE, wish))
            else:
                self._post(CaseAdded(*self._jobs.add(wish.query, wish.name, wish.server, target)))
            return True

        self.background.ask(FILES, job)

    @property
    def wish(self) -> Wish | None:
        """The case that the present query and the selected tool make; None where one is missing."""
        held, query = self.session.tool, self.session.query
        if held is None or held[0] != self.session.selected or query.is_empty:
            return None
        return Wish(Query(query.description.strip(), query.keywords), held[1].name, held[1].server)

    # -- the baseline

    def toggle_baseline(self) -> bool:
        """Pin the catalog as it is for rankings and suite, or let it go; whether it is pinned now."""
        if self.session.pinned is not None or self.board.is_pinned:
            if self.session.pinned is not None:
                self.session.toggle_pin()
            self.board.unpin()
            return False
        self.session.toggle_pin()
        self.board.pin()
        self.want_suite()
        return True

    def save_baseline(self, path: Path) -> None:
        """Write the suite's outcome to a file for `triptych check --baseline`."""
        outcome = self.board.shown
        if outcome is None:
            self._post(JobFailed(FILES, "there is no outcome of a suite to save yet"))
            return

        def job(_stopped: Stopped) -> bool:
            self._jobs.save_baseline(outcome, path)
            self._post(BaselineSaved(path))
            return True

        self.background.ask(FILES, job)

    def load_baseline(self, path: Path) -> None:
        """Measure the suite against a file that `check` or `save_baseline` wrote."""

        def job(_stopped: Stopped) -> bool:
            self._post(BaselineLoaded(path, load_baseline(path)))
            return True

        self.background.ask(FILES, job)

    def take_baseline(self, report: BaselineLoaded) -> None:
        """From now on changes are against it."""
        self.board.baseline, self.board.baseline_name = report.baseline, report.path.name
        self.want_suite()
