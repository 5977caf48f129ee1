"""Errors the core raises: a message a user can act on, with the path and line where there is one."""

from __future__ import annotations


class TriptychError(Exception):
    """Base of every error that is shown to the user as one line.

    Args:
        message: what went wrong and, where it helps, what to do about it.
        source: the file it concerns, as the user would type it.
        line: line in that file, counted from 1.

    """

    def __init__(self, message: str, *, source: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line

    def __str__(self) -> str:
        if self.source is None:
            return self.message
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return f"{place}: {self.message}"


class UsageError(TriptychError):
    """The call cannot be carried out as given: a wrong argument, an unknown profile, a missing directory."""


class ProfileError(TriptychError):
    """A profile file is not valid, or names an engine or a fusion that does not exist."""


class StoreError(TriptychError):
    """The index cannot be opened or written (no space, no permission)."""


class SuiteError(TriptychError):
    """A suite or a baseline cannot be read."""


class WriteBackError(TriptychError):
    """A draft cannot be saved: the file changed meanwhile, or the value cannot be written there."""
