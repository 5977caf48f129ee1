"""Manifest bytes to tools: a pure function. No database, no directory, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from index.manifests.build import build_tool
from index.manifests.codes import BY_CODE
from index.manifests.document import Document, Record
from index.manifests.encodings.front_matter import parse_front_matter
from index.manifests.encodings.json_text import parse_json, parse_records
from index.manifests.encodings.toml_text import parse_toml
from index.manifests.encodings.yaml_text import parse_yaml
from index.manifests.findings import Declaration, Fault, Found, Node
from index.manifests.names import cannot_hold_tools, file_format, mentions_tools, named_as_manifest
from index.manifests.registry import shape_named
from index.manifests.search import search
from index.manifests.servers import own_name_of_record, server_of_file
from index.manifests.steps import Steps, to_pointer
from index.manifests.text import Text, decode
from index.manifests.words import kind
from index.problem import Problem
from index.tool import Place, Tool

MOST_PROBLEMS = 100
"""Problems reported of one file; a last one says how many there were beyond."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file holds. `shape` is None when it is no manifest: passed over silently if there are no problems."""

    shape: str | None
    tools: tuple[Tool, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def schemas_expected(self) -> bool:
        """Whether a tool of this file's shape could have an input schema at all."""
        shape = shape_named(self.shape or "")
        return shape is None or not shape.without_schema


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A parsed file with what was found in it, record by record, before tools are built."""

    source: str
    text: Text
    document: Document
    found: tuple[tuple[Record, Found], ...]

    def place(self, steps: Steps) -> Place:
        """Where the value at `steps` (record number included) stands; if it does not exist, what is around it."""
        extent = self.document.extent(steps)
        around = steps
        while extent is None and around:
            around = around[:-1]
            extent = self.document.extent(around)
        line, column = self.text.position(extent.start if extent is not None else 0)
        return Place(self.source, to_pointer(steps), line, column)

    def problem(self, fault: Fault, prefix: Steps = ()) -> Problem:
        place = self.place((*prefix, *fault.steps))
        severity = BY_CODE[fault.code].severity
        return Problem(fault.code, severity, self.source, fault.message, place.line, place.column, fault.tool)


_PARSERS: dict[str, Callable[[str], Document]] = {
    "json": parse_json,
    "records": parse_records,
    "log": lambda text: parse_records(text, prefixes=True),
    "yaml": parse_yaml,
    "toml": parse_toml,
    "front-matter": parse_front_matter,
}


def read_manifest(source: str, data: bytes, *, known: bool = False) -> Reading:
    """Read the tools one file declares, in the file's order.

    Args:
        source: the file's path relative to the watched directory, with forward slashes.
        data: its bytes.
        known: it was a manifest before, so that a fault in it is reported whatever it looks like now.

    A file that cannot be parsed is reported when it is `known`, is named as a manifest, or still has the words of
    one in it; any other is no manifest. Never raises for what is in the file.
    """
    surveyed = survey(source, data, known=known)
    if surveyed is None:
        return Reading(None)
    content = surveyed.text.content
    named = known or named_as_manifest(source, content)
    claimed = Counter(shape for _, found in surveyed.found for shape in found.claimed)
    tools, problems = _tools(surveyed)
    if claimed or named or (surveyed.document.broken and mentions_tools(source, content)):
        problems = [*_problems_of_text(surveyed), *problems]
    if not claimed:
        return Reading(None, (), _bounded(problems or (_nothing_found(surveyed, known=known) if named else [])))
    del claimed["tool-list"]
    shape = claimed.most_common(1)[0][0] if claimed else "tool-list"
    kept = f"{len(tools)} tool{'s' * (len(tools) != 1)}" if tools else ""
    problems = [replace(problem, kept=kept) if problem.severity == "error" else problem for problem in problems]
    return Reading(shape, tools, _bounded(problems))


def _nothing_found(surveyed: Surveyed, *, known: bool) -> list[Problem]:
    """What to say of a file that should be a manifest, parses, and has no tools in any known shape."""
    for record, _ in surveyed.found:
        for key in ("tools", "functions"):
            value = record.value.get(key) if isinstance(record.value, dict) else None
            if value is not None and not isinstance(value, (dict, list)):
                message = f"The tools are {kind(value)}; a list was expected."
                return [surveyed.problem(Fault("M004", message, (key,)), record.steps)]
    if not known:
        return []
    return [surveyed.problem(Fault("M011", "This file declared tools, but holds none of the shapes that are read."))]


def survey(source: str, data: bytes, *, known: bool = True) -> Surveyed | None:
    """Parse a file and find the declarations in it; None for one whose name or, not `known`, words rule them out."""
    parser = _PARSERS.get(file_format(source) or "")
    if parser is None:
        return None
    text = decode(data)
    if not known and not named_as_manifest(source, text.content) and cannot_hold_tools(source, text.content):
        return None
    document = parser(text.content)
    found: list[tuple[Record, Found]] = []
    server = ""
    for record in document.records:
        findings = Found()
        own = own_name_of_record(record.value)
        server = own or server
        search(Node(record.value, (), record.value, server=server, source=source), findings)
        found.append((record, findings))
    return Surveyed(source, text, document, tuple(found))


def _problems_of_text(surveyed: Surveyed) -> list[Problem]:
    text, source = surveyed.text, surveyed.source
    problems = []
    repeated = islice(surveyed.document.repeated(), MOST_PROBLEMS + 1)
    for broken in (*surveyed.document.broken, *repeated):
        line, column = text.position(min(broken.offset, len(text.content)))
        problems.append(Problem(broken.code, BY_CODE[broken.code].severity, source, broken.message, line, column))
    if text.faulty is not None:
        line, column = text.position(text.faulty)
        message = f"This is not valid {text.encoding.upper()}: invalid bytes were read as U+FFFD."
        problems.append(Problem("M002", BY_CODE["M002"].severity, source, message, line, column))
    return problems


def _tools(surveyed: Surveyed) -> tuple[tuple[Tool, ...], list[Problem]]:
    server = server_of_file(surveyed.source)
    tools: list[Tool] = []
    problems: list[Problem] = []
    seen: dict[tuple[str, str], Steps] = {}
    repeated = 0
    for record, found in surveyed.found:
        problems += [surveyed.problem(fault, record.steps) for fault in found.faults]
        for declaration in found.declarations:
            tool, faults = _tool(surveyed, record, declaration, server)
            problems += [surveyed.problem(fault, record.steps) for fault in faults]
            if tool is None:
                continue
            if seen.setdefault((tool.server, tool.definition), record.steps) != record.steps:
                repeated += 1
                continue
            tools.append(tool)
    if repeated:
        message = f"{repeated} definitions are identical to ones in earlier records and were read once."
        problems.append(Problem("M012", BY_CODE["M012"].severity, surveyed.source, message))
    return tuple(tools), problems


def _tool(
    surveyed: Surveyed, record: Record, declaration: Declaration, server: str
) -> tuple[Tool | None, tuple[Fault, ...]]:
    place = surveyed.place((*record.steps, *declaration.steps))
    return build_tool(declaration, record.value, place, server)


def _bounded(problems: list[Problem]) -> tuple[Problem, ...]:
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    last = problems[MOST_PROBLEMS]
    more = f"{len(problems) - MOST_PROBLEMS} more problems in this file are not listed."
    return (*problems[:MOST_PROBLEMS], Problem(last.code, "note", last.source, more, last.line, last.column))
