"""Baselines: a suite's outcome saved as a file for version control, one line a query, in a stable order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from index.atomic_file import write_text
from index.errors import SuiteError
from index.manifests.text import decode
from index.suite.metrics import Rank
from index.suite.outcome import ARMS, CaseOutcome, SuiteOutcome

VERSION = 1
_LIST_KEYS = ("keywords", "expect")
_IDENTITY = ("settings", "model", "model_name", "catalog")


@dataclass(frozen=True, slots=True)
class SavedCase:
    """One case as it was: `ranks` in lexical, semantic and fused; `answered` only matters where nothing is expected."""

    query: str
    keywords: tuple[str, ...]
    expect: tuple[str, ...]
    lexical: Rank = None
    semantic: Rank = None
    fused: Rank = None
    answered: bool = True

    @staticmethod
    def of(outcome: CaseOutcome) -> SavedCase:
        query, case = outcome.case.query, outcome.case
        ranks = (outcome.lexical, outcome.semantic, outcome.fused)
        return SavedCase(query.description, query.keywords, case.expect, *ranks, outcome.answered)

    def rank(self, arm: str) -> Rank:
        return {"lexical": self.lexical, "semantic": self.semantic, "fused": self.fused}[arm]


@dataclass(frozen=True, slots=True)
class SavedProfile:
    """One profile's outcome as it was, with digests of its settings, its model ("" for none) and its catalog."""

    profile: str
    cases: tuple[SavedCase, ...]
    profile_digest: str = ""
    model: str = ""
    model_name: str = ""
    catalog_digest: str = ""
    catalog_size: int = 0

    @staticmethod
    def of(outcome: SuiteOutcome) -> SavedProfile:
        cases = sorted(map(SavedCase.of, outcome.cases), key=lambda case: (case.query, case.keywords, case.expect))
        return SavedProfile(
            outcome.profile,
            tuple(cases),
            outcome.profile_digest,
            outcome.model,
            outcome.model_name,
            outcome.catalog_digest,
            outcome.catalog_size,
        )


@dataclass(frozen=True, slots=True)
class Baseline:
    """What was saved, by profile, in the order of their names."""

    profiles: tuple[SavedProfile, ...]

    def profile(self, name: str) -> SavedProfile | None:
        return next((saved for saved in self.profiles if saved.profile == name), None)

    @staticmethod
    def of(outcomes: tuple[SuiteOutcome, ...]) -> Baseline:
        return Baseline(tuple(sorted(map(SavedProfile.of, outcomes), key=lambda saved: saved.profile)))


def save_baseline(baseline: Baseline, path: Path) -> None:
    """Write the file, in YAML if its name ends so, else in JSON; the same outcome gives the same bytes.

    Raises:
        SuiteError: it cannot be written.

    """
    text = _as_yaml(baseline) if path.suffix.lower() in (".yaml", ".yml") else _as_json(baseline)
    try:
        write_text(path, text)
    except OSError as error:
        raise SuiteError(f"the baseline cannot be written: {error.strerror or error}", source=str(path)) from error


def load_baseline(path: Path) -> Baseline:
    """Read a baseline. Raises SuiteError when it cannot be opened or is none."""
    try:
        text = decode(path.read_bytes()).content
    except OSError as error:
        raise SuiteError(f"the baseline cannot be opened: {error.strerror or error}", source=str(path)) from error
    try:
        data = yaml.safe_load(text) if path.suffix.lower() in (".yaml", ".yml") else json.loads(text)
    except json.JSONDecodeError as error:
        message = f"the baseline is not valid JSON: {error.msg}"
        raise SuiteError(message, source=str(path), line=error.lineno) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SuiteError("the baseline is not valid YAML", source=str(path)) from error
    if not isinstance(data, Mapping) or data.get("triptych_baseline") != VERSION:
        message = f"this is no baseline of triptych (triptych_baseline: {VERSION} is missing)"
        raise SuiteError(message, source=str(path))
    try:
        return Baseline(tuple(_saved(str(name), table) for name, table in data["profiles"].items()))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SuiteError(
            f"the baseline has a part that is missing or of the wrong type: {error}", source=str(path)
        ) from error


def _identity(saved: SavedProfile) -> dict[str, object]:
    return {
        "settings": saved.profile_digest,
        "model": saved.model,
        "model_name": saved.model_name,
        "catalog": saved.catalog_digest,
        "tools": saved.catalog_size,
    }


def _row(case: SavedCase) -> dict[str, object]:
    row: dict[str, object] = {"query": case.query}
    if case.keywords:
        row["keywords"] = list(case.keywords)
    row["expect"] = list(case.expect) or "none"
    if case.expect:
        row["ranks"] = {arm: case.rank(arm) for arm in ARMS}
    else:
        row["answered"] = case.answered
    return row


def _as_json(baseline: Baseline) -> str:
    lines = ["{", f' "triptych_baseline": {VERSION},', ' "profiles": {']
    for number, saved in enumerate(baseline.profiles):
        lines.append(f"  {json.dumps(saved.profile, ensure_ascii=False)}: {{")
        lines.extend(f'   "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in _identity(saved).items())
        lines.append('   "queries": [')
        rows = [f"    {json.dumps(_row(case), ensure_ascii=False)}" for case in saved.cases]
        lines.append(",\n".join(rows) if rows else "")
        lines.append("   ]")
        lines.append("  }" + ("," if number + 1 < len(baseline.profiles) else ""))
    return "\n".join([*(line for line in lines if line), " }", "}", ""])


def _as_yaml(baseline: Baseline) -> str:
    """Flow mappings, which are JSON, keep each query on a line."""
    lines = [f"triptych_baseline: {VERSION}", "profiles:"]
    for saved in baseline.profiles:
        lines.append(f"  {json.dumps(saved.profile)}:")
        lines.extend(f"    {key}: {json.dumps(value)}" for key, value in _identity(saved).items())
        lines.append("    queries:" if saved.cases else "    queries: []")
        lines.extend(f"      - {json.dumps(_row(case))}" for case in saved.cases)
    return "\n".join([*lines, ""])


def _saved(name: str, table: Mapping[str, object]) -> SavedProfile:
    rows = table["queries"]
    if not isinstance(rows, list):
        raise TypeError("queries is no list")
    settings, model, model_name, catalog = (str(table.get(key) or "") for key in _IDENTITY)
    size = table.get("tools")
    return SavedProfile(name, tuple(map(_saved_case, rows)), settings, model, model_name, catalog, _whole(size))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _saved_case(row: Mapping[str, object]) -> SavedCase:
    lists = [row.get(key) or [] for key in _LIST_KEYS]
    keywords, expect = ([] if value == "none" else value for value in lists)
    if not isinstance(keywords, list) or not isinstance(expect, list) or not isinstance(row["query"], str):
        raise TypeError("a query is not complete")
    ranks = row.get("ranks") or {}
    if not isinstance(ranks, Mapping):
        raise TypeError("ranks is no mapping")
    values = [ranks.get(arm) for arm in ARMS]
    if not all(value is None or (isinstance(value, int) and value > 0) for value in values):
        raise TypeError("a rank is no whole number from 1")
    lexical, semantic, fused = values
    answered = row.get("answered") is not False
    return SavedCase(
        row["query"], tuple(map(str, keywords)), tuple(map(str, expect)), lexical, semantic, fused, answered
    )
