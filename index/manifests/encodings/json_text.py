"""JSON, JSON with comments, JSON Lines and several JSON values in a row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from index.manifests.document import Broken, Extent, Record, key_repeated
from index.manifests.encodings import json_scan
from index.manifests.steps import Steps
from index.manifests.words import TOO_DEEP, too_deep

MOST_FAILURES = 20_000
"""Records that may be broken, unless a tenth as many are not."""


@dataclass(slots=True)
class JsonDocument:
    """JSON values in a text whose comments are blanked. Places are looked up only where somebody asks."""

    text: str
    records: tuple[Record, ...] = ()
    broken: tuple[Broken, ...] = ()
    starts: dict[Steps, tuple[int, int]] = field(default_factory=dict)
    _children: dict[Steps, json_scan.Children] = field(default_factory=dict)

    def repeated(self) -> Iterator[Broken]:
        for record in self.records:
            for key, offset in json_scan.repeated_keys(self.text, *self.starts[record.steps]):
                yield key_repeated(key, offset)

    def extent(self, steps: Steps) -> Extent | None:
        place = self._place(steps)
        return None if place is None else Extent(*place, "json")

    def _place(self, steps: Steps) -> tuple[int, int] | None:
        """Walk down from the longest known container; each container's members are scanned once."""
        known = steps
        while known not in self.starts:
            if not known:
                return None
            known = known[:-1]
        place = self.starts[known]
        for depth in range(len(known), len(steps)):
            container = steps[:depth]
            if container not in self._children:
                self._children[container] = json_scan.children(self.text, place[0])
            inner = self._children[container].get(steps[depth])
            if inner is None:
                return None
            place = inner
        return place


def parse_json(text: str) -> JsonDocument:
    """Read one JSON value, with or without comments; failing that, JSON Lines; failing that, say where it broke."""
    document = _one_value(text)
    if not document.broken:
        return document
    blanked = json_scan.blank_comments(text)
    if blanked != text:
        document = _one_value(blanked)
        if not document.broken:
            return document
    lines = parse_records(blanked)
    return lines if _really_lines(lines) else document


def _really_lines(document: JsonDocument) -> bool:
    """Whether a text that is no JSON is JSON Lines under another name, and not an indented value that is broken."""
    first = document.records[0] if document.records else None
    starts_well = first is not None and first.steps == (0,) and isinstance(first.value, (dict, list))
    return starts_well and len(document.records) > max(1, len(document.broken))


def _one_value(text: str) -> JsonDocument:
    start = json_scan.skip_space(text, 0)
    try:
        value, end = json_scan.scan_value(text, start)
        after = json_scan.skip_space(text, end)
        if after < len(text):
            raise json.JSONDecodeError("Extra data", text, after)
    except json.JSONDecodeError as error:
        return JsonDocument(text, broken=(Broken("M001", f"This is not valid JSON: {_said(error)}.", error.pos),))
    except RecursionError:
        return JsonDocument(text, broken=(Broken("M007", TOO_DEEP, start),))
    if too_deep(value):
        return JsonDocument(text, broken=(Broken("M007", TOO_DEEP, start),))
    return JsonDocument(text, (Record(value),), starts={(): (start, end)})


def parse_records(text: str, *, prefixes: bool = False) -> JsonDocument:
    """Read JSON values one after the other, each starting on a line of its own.

    A record is numbered by its place among the non-blank starts, broken ones included, so that fixing one does not
    renumber the others. With `prefixes` (log dumps) a record may follow other words on its line, whatever follows
    it is ignored, and lines without one are passed over silently.
    """
    reader = _Records(text)
    number = 0
    at = json_scan.skip_space(text, 0)
    while at < len(text) and not reader.hopeless:
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        start = _first_brace(text, at, line_end) if prefixes else at
        end = line_end if start is None else reader.read(number, start, line_end, report=not prefixes)
        if prefixes:
            end = text.find("\n", end) if text.find("\n", end) >= 0 else len(text)
        number += 1
        at = json_scan.skip_space(text, end)
    records, broken = reader.records, reader.broken
    if not records and len(broken) > 1:
        first = broken[0]
        broken = [Broken("M001" if first.code == "M003" else first.code, first.message, first.offset)]
    return JsonDocument(text, tuple(records), tuple(broken), reader.starts)


@dataclass(slots=True)
class _Records:
    """Reads one record after the other.

    A record is looked for on its line first and only then over several lines: a failure costs time in proportion
    to the text it is given, so at most `tries` of them may look at all that follows.
    """

    text: str
    records: list[Record] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    starts: dict[Steps, tuple[int, int]] = field(default_factory=dict)
    tries: int = 50
    failures: int = 0

    @property
    def hopeless(self) -> bool:
        """Whether so little of what was read is JSON that going on would only cost time."""
        return self.failures > MOST_FAILURES and self.failures > 10 * len(self.records)

    def read(self, number: int, start: int, line_end: int, *, report: bool) -> int:
        """Read the record at `start`; the offset after it, or the line's end when it is broken."""
        try:
            try:
                value, length = json_scan.scan_value(self.text[start:line_end], 0)
                end = start + length
            except json.JSONDecodeError as error:
                value, end = self._over_lines(start, error)
        except json.JSONDecodeError as error:
            self.failures += 1
            if report:
                offset = error.pos if error.doc is self.text else start + error.pos
                self.broken.append(Broken("M003", f"This record is not valid JSON: {_said(error)}.", offset))
            return line_end
        except RecursionError:
            value, end = None, -1
        if end < 0 or too_deep(value):
            self.failures += 1
            self.broken.append(Broken("M007", TOO_DEEP, start))
            return max(end, line_end)
        self.records.append(Record(value, (number,)))
        self.starts[(number,)] = (start, end)
        return end

    def _over_lines(self, start: int, error: json.JSONDecodeError) -> tuple[object, int]:
        if self.tries <= 0:
            raise error
        try:
            return json_scan.scan_value(self.text, start)
        except json.JSONDecodeError as further:
            self.tries -= 1
            opened_only = error.doc.strip() in ("{", "[")
            raise further if opened_only else error from None


def _said(error: json.JSONDecodeError) -> str:
    """Python's message; one of them ends in "at", for the place that would follow."""
    return error.msg.removesuffix(" at")


def _first_brace(text: str, start: int, end: int) -> int | None:
    found = [at for opening in ('{"', "{ ", '[{"') if (at := text.find(opening, start, end)) >= 0]
    return min(found, default=None)
