"""Adding a case to a suite file: its comments, its layout and every other case stay as they are."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

from index.atomic_file import write_bytes
from index.errors import SuiteError
from index.manifests.encodings.json_text import parse_json
from index.manifests.steps import Steps
from index.manifests.text import decode, encode
from index.suite import csv_form, json_form, yaml_append
from index.suite.case import Case
from index.suite.read import parse_suite
from index.suite.yaml_form import LIST_KEYS


def add_case(path: Path, case: Case) -> int:
    """Append a case to a suite, atomically; a file that does not exist is made. Returns the case's line, from 1.

    The text is read back before it is written: the old cases must be untouched and the new one exactly as given.

    Raises:
        SuiteError: the file cannot be read or written, or has no place for the case (a CSV without the column).

    """
    source = str(path)
    try:
        data = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise SuiteError(f"the suite cannot be opened: {error.strerror or error}", source=source) from error
    added = appended(data, case, source)
    try:
        write_bytes(path, added)
    except OSError as error:
        raise SuiteError(f"the suite cannot be written: {error.strerror or error}", source=source) from error
    return parse_suite(added, source).cases[-1].line


def appended(data: bytes, case: Case, source: str) -> bytes:
    """A suite file's bytes with one case more. Raises SuiteError like `add_case`."""
    before = parse_suite(data, source)
    form = _FORMS.get(Path(source).suffix.lower())
    if form is None:
        raise SuiteError("cases cannot be added to a file of this format", source=source)
    text = decode(data)
    ending = "\r\n" if "\r\n" in text.content else "\n"
    content = form(text.content, _values(case), ending, source)
    result = data[: text.mark_size] + encode(content, text.encoding)
    after = parse_suite(result, source)
    if [_core(old) for old in (*before.cases, case)] != [_core(new) for new in after.cases]:
        raise SuiteError("the case cannot be added without changing others; add it by hand", source=source)
    return result


def _core(case: Case) -> tuple[object, ...]:
    return (case.query, case.expect, case.max_rank, case.note)


def _values(case: Case) -> dict[str, object]:
    names = list(case.expect)
    values: dict[str, object] = {"query": case.query.description}
    if case.query.keywords:
        values["keywords"] = list(case.query.keywords)
    values["expect"] = "none" if not names else names[0] if len(names) == 1 else names
    if case.max_rank is not None:
        values["max_rank"] = case.max_rank
    if case.note:
        values["note"] = case.note
    return values


def _to_lines(content: str, values: dict[str, object], ending: str, source: str) -> str:
    gap = "" if not content or content.endswith("\n") else ending
    return f"{content}{gap}{json.dumps(values, ensure_ascii=False)}{ending}"


def _to_csv(content: str, values: dict[str, object], ending: str, source: str) -> str:
    if not content.strip():
        content = ",".join(("query", "keywords", "expect", "max_rank", "note")) + ending
    header = [name.strip() for name in next(row for row in csv.reader(io.StringIO(content, newline="")) if row)]
    missing = [key for key in values if key not in header]
    if missing:
        raise SuiteError(f"the header line has no column {', '.join(missing)}", source=source, line=1)
    row = []
    for key in header:
        value = values.get(key, "")
        parts = [str(part) for part in value] if isinstance(value, list) else [str(value)]
        if key in ("keywords", "expect") and any(csv_form.split_field(part) != [part] for part in parts if part):
            raise SuiteError(f"{key} cannot be written in CSV: | and ; separate values there", source=source)
        row.append("|".join(parts))
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=ending).writerow(row)
    return content + ("" if content.endswith("\n") else ending) + out.getvalue()


def _to_json(content: str, values: dict[str, object], ending: str, source: str) -> str:
    if not content.strip():
        return _to_json("[]" + ending, values, ending, source)
    count = len(json_form.entries(content, source))
    document = parse_json(content)
    root = document.records[0].value
    steps: Steps = (next(key for key in LIST_KEYS if key in root),) if isinstance(root, dict) else ()
    new = json.dumps(values, ensure_ascii=False)
    whole = document.extent(steps)
    last, previous = document.extent((*steps, count - 1)), document.extent((*steps, count - 2))
    if whole is None:
        raise SuiteError("the list of cases was not found", source=source)
    if last is None:
        return f"{content[: whole.start]}[{ending}  {new}{ending}]{content[whole.end :]}"
    start = content.rfind("\n", 0, last.start) + 1
    indent = content[start : last.start]
    gap = content[previous.end : last.start] if previous is not None else f",{ending}{indent}"
    if gap.strip() != ",":  # a comment, or the list's own bracket, stands there
        gap = ", "
    return content[: last.end] + gap + new + content[last.end :]


_FORMS: dict[str, Callable[[str, dict[str, object], str, str], str]] = {
    ".yaml": yaml_append.append,
    ".yml": yaml_append.append,
    ".jsonl": _to_lines,
    ".ndjson": _to_lines,
    ".json": _to_json,
    ".csv": _to_csv,
}
