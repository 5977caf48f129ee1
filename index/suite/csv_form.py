"""Suites in CSV: a header line with query and expect, several values in one field separated by `|` or `;`."""

from __future__ import annotations

import csv
import io
import re

from index.errors import SuiteError
from index.suite.entry import Entry

_SEPARATOR = re.compile(r"\s*[|;]\s*")


def entries(text: str, source: str) -> tuple[Entry, ...]:
    """The entries with their lines; empty fields count as absent, but an empty `expect` as missing.

    Raises:
        SuiteError: no header line with a query column, or a record that is not valid CSV.

    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found = []
    line = 1
    header: list[str] | None = None
    try:
        for row in reader:
            start, line = line, reader.line_num + 1
            if not any(field.strip() for field in row):
                continue
            if header is None:
                header = [name.strip() for name in row]
                continue
            if len(row) > len(header):
                message = f"this record has {len(row)} fields, the header {len(header)}; quote fields with commas"
                raise SuiteError(message, source=source, line=start)
            found.append(Entry(_values(dict(zip(header, row, strict=False))), start))
    except csv.Error as error:
        raise SuiteError(f"this is not valid CSV: {error}", source=source, line=reader.line_num) from error
    if header is not None and not {"query", "expect"} <= set(header):
        raise SuiteError("a suite in CSV needs a header line with query and expect", source=source)
    return tuple(found)


def split_field(field: str) -> list[str]:
    """The values of a field that may hold several."""
    return [part for part in _SEPARATOR.split(field.strip()) if part]


def _values(row: dict[str, str]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, field in row.items():
        if not field.strip():
            continue
        number = key == "max_rank" and field.strip().isdecimal()
        many = key in ("keywords", "expect")
        values[key] = int(field) if number else split_field(field) if many else field
    return values
