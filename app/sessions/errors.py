"""What can be wrong with a script."""

from __future__ import annotations

from index.errors import TriptychError


class ScriptError(TriptychError):
    """The script cannot be played as it is written; `source` is the script, `line` the line in it."""
