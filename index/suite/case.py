"""A suite: queries with the tools they should find."""

from __future__ import annotations

from dataclasses import dataclass

from index.problem import Problem
from index.query import Query


@dataclass(frozen=True, slots=True)
class Case:
    """One query of a suite.

    `expect` names the acceptable tools, by name or as `server/name`; it is empty where nothing should answer
    (`expect: none`). `max_rank` is how far down the best of them may stand in the fused ranking, counted from 1.
    `source` and `line` (from 1) say where the case is written.
    """

    query: Query
    expect: tuple[str, ...]
    max_rank: int | None = None
    note: str = ""
    source: str = ""
    line: int = 1

    @property
    def key(self) -> CaseKey:
        """What makes it the same case in another version of the suite."""
        return (self.query.description, self.query.keywords)

    @property
    def expects_none(self) -> bool:
        return not self.expect

    @property
    def label(self) -> str:
        """The query in one piece, for messages."""
        words = f" [{', '.join(self.query.keywords)}]" if self.query.keywords else ""
        return f"{self.query.description}{words}".strip()


CaseKey = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of one or several files, in their order, and what could not be read of them."""

    cases: tuple[Case, ...]
    sources: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def joined(suites: tuple[Suite, ...]) -> Suite:
    """Several suites as one, in the given order."""
    return Suite(
        tuple(case for suite in suites for case in suite.cases),
        tuple(source for suite in suites for source in suite.sources),
        tuple(problem for suite in suites for problem in suite.problems),
    )
