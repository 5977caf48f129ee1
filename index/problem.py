"""What an author should know about a manifest: a fault that lost something, or a remark on what was read."""

from __future__ import annotations

from dataclasses import dataclass

LAST_GOOD = "the last good version"
"""What `kept` begins with where nothing of the file could be read as it is now."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding in one file.

    `code` is stable and documented in the README: `M...` for manifests that could not be (fully) read, `T...` for
    remarks on tools, `S...` for suites. `severity` is "error" (something was not read), "warning" or "note".
    `line` and `column` count from 1. `tool` names the tool concerned, if any; `kept` says what was kept of the
    file ("3 of 4 tools", "the last good version, 12 tools"), empty when there is nothing to say.
    """

    code: str
    severity: str
    source: str
    message: str
    line: int = 1
    column: int = 1
    tool: str = ""
    kept: str = ""

    @property
    def is_stale(self) -> bool:
        """Whether the tools of this file are those of an earlier version of it."""
        return self.kept.startswith(LAST_GOOD)
