"""The parts of the README that are made from the code: keys, problem codes, profiles.

`python -m app.documentation README.md` writes them anew between their markers; a test fails while they differ.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from app.assets import PROFILES, asset
from app.explorer.keys import GROUPS, rows
from app.settings import DEFAULT_PROFILE
from index.manifests.codes import CODES as MANIFEST_CODES
from index.profile import load_profiles
from index.settings import INVALID
from index.suite.codes import CODES as SUITE_CODES


def keys_table() -> str:
    """Every key of the explorer, by the place where it acts."""
    lines = ["| Where | Key | What it does |", "| --- | --- | --- |"]
    for group in GROUPS:
        lines += [f"| {group.title} | `{keys}` | {text} |" for keys, text in rows(group)]
    return "\n".join(lines)


def codes_table() -> str:
    """Every problem code: of manifests and tools, of suites, of the settings file."""
    lines = ["| Code | Severity | Title | Meaning |", "| --- | --- | --- | --- |"]
    codes = [(code.code, code.severity, code.title, code.meaning) for code in (*MANIFEST_CODES, *SUITE_CODES)]
    codes.append((INVALID, "error", "invalid setting", "A key of triptych.toml was left out; the rest holds."))
    lines += [f"| {' | '.join(row)} |" for row in codes]
    return "\n".join(lines)


def profiles_table() -> str:
    """The bundled profiles, the default one first."""
    lines = ["| Profile | Reproduces |", "| --- | --- |"]
    profiles = load_profiles(asset(PROFILES)).values()
    for profile in sorted(profiles, key=lambda profile: (profile.name != DEFAULT_PROFILE, profile.name)):
        lines.append(f"| `{profile.name}` | {profile.about} |")
    return "\n".join(lines)


PARTS = {"keys": keys_table, "codes": codes_table, "profiles": profiles_table}


def renewed(text: str) -> str:
    """The README's text with every generated part as the code says now.

    Raises:
        ValueError: a part's markers are missing.

    """
    for name, make in PARTS.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text, count = pattern.subn(lambda match, make=make: f"{match[1]}{make()}\n{match[2]}", text)  # type: ignore[misc]
        if count != 1:
            raise ValueError(f"the markers of {name} must stand exactly once")
    return text


if __name__ == "__main__":
    readme = Path(sys.argv[1])
    readme.write_text(renewed(readme.read_text("utf-8")), "utf-8")
