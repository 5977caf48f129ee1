"""`triptych.toml` in the watched directory: what is ignored, what is silenced, and its author's own profiles."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from index.errors import ProfileError
from index.manifests.names import MAX_BYTES
from index.problem import Problem
from index.profile import Profile, profile_from
from index.scan import SETTINGS_FILE

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

INVALID = "C001"
"""The code of every problem with the settings file."""
_MOST_SETTINGS = 1_000_000
_CODE = re.compile(r"[A-Z]\d{3}")
_PROFILE = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class DirectorySettings:
    """What `triptych.toml` says. A key that is not valid is left out and listed in `problems`; the rest holds.

    `silence` are problem codes not to list; `ignore` are patterns as in a .gitignore; `most_bytes` is the size above
    which files are passed over; `poll` asks for looking regularly instead of for events (network mounts).
    """

    silence: frozenset[str] = frozenset()
    ignore: tuple[str, ...] = ()
    profile: str | None = None
    profiles: Mapping[str, Profile] = field(default_factory=lambda: MappingProxyType({}))
    most_bytes: int = MAX_BYTES
    poll: bool = False
    problems: tuple[Problem, ...] = ()

    def ignored(self) -> Callable[[str], bool]:
        """Whether a source (a folder's ends in "/") is ignored."""
        if not self.ignore:
            return lambda _source: False
        return _spec(self.ignore).match_file


def load_settings(directory: Path) -> DirectorySettings:
    """The directory's settings; the defaults where it has none. Never raises: what is wrong is a problem."""
    path = directory / SETTINGS_FILE
    try:
        if path.stat().st_size > _MOST_SETTINGS:
            return DirectorySettings(problems=(_problem("This file is larger than 1 MB and was passed over."),))
        text = path.read_text("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return DirectorySettings()
    except OSError as error:
        return DirectorySettings(problems=(_problem(f"This file was passed over: {(error.strerror or '').lower()}."),))
    except UnicodeDecodeError:
        return DirectorySettings(problems=(_problem("This file is not UTF-8 and was passed over."),))
    return parse_settings(text)


def parse_settings(text: str) -> DirectorySettings:
    """Settings from the file's text."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        message = f"This is not valid TOML and was passed over: {error}."
        return DirectorySettings(problems=(_problem(message, int(line[1]) if line else 1),))
    return _Reader(text, table).settings()


class _Reader:
    """Takes one key after the other out of the table and notes what is wrong."""

    def __init__(self, text: str, table: dict[str, Any]) -> None:
        self._lines = text.splitlines()
        self._table = table
        self._problems: list[Problem] = []

    def settings(self) -> DirectorySettings:
        silence = [code for code in self._strings("silence") if self._is_code(code)]
        ignore = tuple(pattern for pattern in self._strings("ignore") if self._is_pattern(pattern))
        profile = self._take("profile", str, "a profile's name", None)
        poll = self._take("poll", bool, "true or false", False)
        limit = self._limit()
        profiles = self._profiles()
        for key in self._table:
            known = "silence, ignore, profile, profiles, max_file_mb, poll"
            self._fault(key, f"{key!r} is not a setting; there are: {known}.")
        return DirectorySettings(
            frozenset(silence), ignore, profile, MappingProxyType(profiles), limit, poll, tuple(self._problems)
        )

    def _take(self, key: str, kind: type, wanted: str, default: Any) -> Any:
        value = self._table.pop(key, default)
        if value is default or isinstance(value, kind):
            return value
        self._fault(key, f"{key} must be {wanted}.")
        return default

    def _strings(self, key: str) -> list[str]:
        values = self._take(key, list, "a list of strings", [])
        good = [value for value in values if isinstance(value, str)]
        if len(good) < len(values):
            self._fault(key, f"{key} must be a list of strings.")
        return good

    def _is_code(self, code: str) -> bool:
        if _CODE.fullmatch(code):
            return True
        self._fault("silence", f"silence lists {code!r}, which is no code like T003.")
        return False

    def _is_pattern(self, pattern: str) -> bool:
        try:
            _spec([pattern])
        except ValueError as error:
            self._fault("ignore", f"ignore has a pattern that is not valid: {error}")
            return False
        return True

    def _limit(self) -> int:
        value = self._table.pop("max_file_mb", None)
        if value is None:
            return MAX_BYTES
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1000:
            self._fault("max_file_mb", "max_file_mb must be a number above 0 and at most 1000.")
            return MAX_BYTES
        return int(value * 1_000_000)

    def _profiles(self) -> dict[str, Profile]:
        profiles: dict[str, Profile] = {}
        for name, table in self._take("profiles", dict, "tables like [profiles.NAME]", {}).items():
            key = f"profiles.{name}"
            if not _PROFILE.fullmatch(name):
                self._fault(key, f"{name!r} is no name for a profile: letters, digits, '.', '_' and '-' are.")
            elif not isinstance(table, dict):
                self._fault(key, f"{key} must be a table.")
            else:
                try:
                    profiles[name] = profile_from({"name": name, **table}, source=SETTINGS_FILE)
                except ProfileError as error:
                    self._fault(key, f"The profile {name} was left out: {error.message}.")
        return profiles

    def _fault(self, key: str, message: str) -> None:
        self._problems.append(_problem(message, self._line_of(key)))

    def _line_of(self, key: str) -> int:
        """The line where a key or its table starts; 1 if it is written in some rarer way."""
        name = re.escape(key)
        pattern = re.compile(rf"""\s*(?:["']?{name}["']?\s*=|\[\s*{name}\s*[].])""")
        return next((number for number, line in enumerate(self._lines, 1) if pattern.match(line)), 1)


def _spec(patterns: Iterable[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # most directories ignore nothing, and a start is not to wait for it

    return GitIgnoreSpec.from_lines(patterns)


def _problem(message: str, line: int = 1) -> Problem:
    return Problem(INVALID, "error", SETTINGS_FILE, message, line)
