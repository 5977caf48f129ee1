"""Why an import failed, as one line for the user and the server's last words."""

from __future__ import annotations

from index.errors import TriptychError


class ImportFailed(TriptychError):
    """The server could not be asked for its tools.

    Args:
        message: what went wrong and, where it helps, what to do about it; safe to show.
        stderr: the last lines the server wrote to standard error; safe to show.
        lasting: trying again cannot help (the command does not exist).

    """

    def __init__(self, message: str, *, stderr: tuple[str, ...] = (), lasting: bool = False) -> None:
        super().__init__(message)
        self.stderr = stderr
        self.lasting = lasting
