"""Expected names to tools of the catalog."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from index.problem import Problem
from index.suite.case import Case, Suite
from index.suite.entry import problem

_NEAR = 60
"""Percent of characters two names must have in common, in order, to be called alike."""


@dataclass(frozen=True, slots=True)
class Names:
    """The catalog's tools by name and by `server/name`; `labels` says what to call each id."""

    ids: dict[str, tuple[int, ...]]
    labels: dict[int, str]

    def find(self, expected: str) -> tuple[int, ...]:
        """The tools an expectation means, in catalog order: of that name, else of that server and name."""
        return self.ids.get(expected, ())

    def expected_ids(self, case: Case) -> tuple[int, ...]:
        """Every tool that is acceptable for a case."""
        return tuple(dict.fromkeys(tool_id for name in case.expect for tool_id in self.find(name)))

    def nearest(self, name: str) -> str:
        """The name that looks most like one that is not there; "" if none does."""
        near = process.extractOne(name, list(self.ids), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=_NEAR)
        return "" if near is None else str(near[0])

    def problems(self, suite: Suite) -> tuple[Problem, ...]:
        """Expected names that the catalog does not have (S003), and those of several tools (S006)."""
        found = []
        for case in suite.cases:
            for name in case.expect:
                ids = self.find(name)
                if not ids:
                    near = self.nearest(name)
                    hint = f" Did you mean {near}?" if near else ""
                    found.append(problem("S003", f"No tool is called {name}.{hint}", case.source, case.line))
                elif len(ids) > 1:
                    message = f"{len(ids)} tools are called {name}; the best counts. Name one as server/name."
                    found.append(problem("S006", message, case.source, case.line))
        return tuple(found)


def names_in(connection: sqlite3.Connection) -> Names:
    """The names as one connection sees them."""
    rows = connection.execute(
        "SELECT t.id, t.name, t.server FROM tools t JOIN manifests m ON m.id = t.manifest_id "
        "ORDER BY m.path, t.position, t.id"
    ).fetchall()
    plain: dict[str, list[int]] = {}
    full: dict[str, list[int]] = {}
    for tool_id, name, server in rows:
        plain.setdefault(name, []).append(tool_id)
        full.setdefault(f"{server}/{name}", []).append(tool_id)
    merged = {**full, **plain}
    return Names({name: tuple(ids) for name, ids in merged.items()}, {row[0]: row[1] for row in rows})
