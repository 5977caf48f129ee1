"""Which files of a directory are suites."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

from index.errors import SuiteError
from index.settings import load_settings
from index.suite.case import Suite, joined
from index.suite.read import load_suite, problem_of

_SUITE = re.compile(r"(?:.+[._-])?suite\.(?:ya?ml|jsonl|ndjson|json|csv)$", re.IGNORECASE)
_ENDING = re.compile(r".*\.(?:ya?ml|jsonl|ndjson|json|csv)$", re.IGNORECASE)
_FOLDERS = ("suites", "suite")
_PASSED_OVER = frozenset(["node_modules", "__pycache__", "venv", "site-packages"])
_DEEPEST = 6


def is_suite(source: str) -> bool:
    """Whether a path, relative to the watched directory, names a suite.

    `suite.yaml` and `NAME.suite.yaml` (also `NAME_suite`, `NAME-suite`) anywhere, and every file of a fitting format
    in a folder called `suites` or `suite`; the formats are YAML, JSON, JSON Lines and CSV. Baselines
    (`baseline.json`, `NAME.baseline.json`) are none.
    """
    path = PurePosixPath(source)
    if "baseline" in path.stem.lower():
        return False
    in_folder = path.parent.name.lower() in _FOLDERS and _ENDING.match(path.name) is not None
    return in_folder or _SUITE.match(path.name) is not None


def find_suites(directory: Path) -> tuple[str, ...]:
    """The suites below a directory, relative to it with forward slashes, sorted.

    Hidden folders and what the directory's triptych.toml ignores are passed over.
    """
    is_ignored = load_settings(directory).ignored()
    found: list[str] = []
    for folder, folders, files in os.walk(directory):
        below = Path(folder).relative_to(directory)
        deep = len(below.parts) >= _DEEPEST
        folders[:] = [] if deep else [n for n in folders if not n.startswith(".") and n not in _PASSED_OVER]
        folders[:] = [name for name in folders if not is_ignored(f"{(below / name).as_posix()}/")]
        found.extend(source for name in files if is_suite(source := (below / name).as_posix()))
    return tuple(sorted(source for source in found if not is_ignored(source)))


def load_found(directory: Path) -> Suite:
    """All suites below a directory as one; a file that cannot be read becomes a problem and the others still count."""
    suites = []
    for source in find_suites(directory):
        try:
            suites.append(load_suite(directory / source, source=source))
        except SuiteError as error:
            suites.append(problem_of(error))
    return joined(tuple(suites))
