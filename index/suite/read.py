"""Suite files to suites, by the ending of their names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

from index.errors import SuiteError
from index.manifests.text import decode
from index.problem import Problem
from index.suite import csv_form, json_form, yaml_form
from index.suite.case import Case, CaseKey, Suite
from index.suite.entry import Entry, case_of, problem

FORMS: dict[str, Callable[[str, str], tuple[Entry, ...]]] = {
    ".yaml": yaml_form.entries,
    ".yml": yaml_form.entries,
    ".jsonl": json_form.line_entries,
    ".ndjson": json_form.line_entries,
    ".json": json_form.entries,
    ".csv": csv_form.entries,
}


def load_suite(path: Path, *, source: str | None = None) -> Suite:
    """Read a suite file; cases that are not usable are left out and reported.

    Args:
        path: the file.
        source: how to call it in messages and cases; by default the path as given.

    Raises:
        SuiteError: it cannot be opened, or not read as a whole.

    """
    named = source if source is not None else str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SuiteError(f"the suite cannot be opened: {error.strerror or error}", source=named) from error
    return parse_suite(data, named)


def parse_suite(data: bytes, source: str) -> Suite:
    """A suite from a file's bytes. Raises SuiteError like `load_suite`."""
    form = FORMS.get(PurePath(source).suffix.lower())
    if form is None:
        raise SuiteError(f"a suite's name ends with one of {', '.join(FORMS)}", source=source)
    text = decode(data)
    if text.faulty is not None:
        line = text.position(text.faulty)[0]
        raise SuiteError(f"this is not valid {text.encoding.upper()}", source=source, line=line)
    cases: list[Case] = []
    problems: list[Problem] = []
    seen: dict[CaseKey, int] = {}
    for entry in form(text.content, source):
        case, found = case_of(entry, source)
        problems.extend(found)
        if case is None:
            continue
        if case.key in seen:
            message = f"The case on line {seen[case.key]} has the same query and keywords."
            problems.append(problem("S005", message, source, case.line))
        seen.setdefault(case.key, case.line)
        cases.append(case)
    return Suite(tuple(cases), (source,), tuple(problems))


def problem_of(error: SuiteError) -> Suite:
    """A suite that could not be read, as a value: no cases, and the problem that says why."""
    source = error.source or ""
    message = error.message[:1].upper() + error.message[1:]
    return Suite((), (source,), (problem("S001", message, source, error.line or 1),))
