"""Comparing, suites, baselines and drafts: what the explorer does beyond one query. No widgets here."""

from __future__ import annotations

from collections.abc import Callable

from app.explorer.background import Background
from app.explorer.compare_table import Compared, Comparer
from app.explorer.reports import CompareMade, JobFailed, Report
from app.explorer.session import Session
from index.vectors.spaces import semantic_engines

COMPARE = "compare"
ORDER = (COMPARE,)


class Tuning:
    """Asks the background thread, and keeps its newest answers. On the UI's thread.

    Args:
        session: what the user is looking at.
        post: hands a report to the app; called from the background thread.

    """

    def __init__(self, session: Session, post: Callable[[Report], object]) -> None:
        self.session = session
        self._post = post
        self.background = Background(ORDER, lambda name, reason: post(JobFailed(name, reason)))
        self._comparer = Comparer(session.workspace)
        self._compare_asked = 0
        self.compared: Compared | None = None
        self.wants_all_spaces = False

    def start(self) -> None:
        self.background.start()

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

        def job(_stopped: Callable[[], bool]) -> bool:
            self._post(CompareMade(generation, self._comparer.compare(query, selected)))
            return True

        self.background.ask(COMPARE, job)

    def take_compared(self, report: CompareMade) -> bool:
        """Whether that is the newest comparison asked for."""
        if report.generation != self._compare_asked:
            return False
        self.compared = report.compared
        return True
