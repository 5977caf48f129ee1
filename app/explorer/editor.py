"""The user's editor, opened at a line."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

_PLUS_LINE = frozenset(
    {"vi", "vim", "nvim", "gvim", "view", "nano", "emacs", "emacsclient", "kak", "micro", "joe", "ne", "mg", "vis"}
)
_COLON_LINE = frozenset({"hx", "helix", "subl", "sublime_text", "zed", "lapce"})
_GOTO = frozenset({"code", "code-insiders", "codium", "cursor", "windsurf"})


def editor_command(environment: Mapping[str, str], path: Path, line: int) -> list[str] | None:
    """The command that opens `path` at `line` in $VISUAL or $EDITOR; None when neither is set.

    An editor that is not known is given the file alone. Windowed editors get no `--wait`: triptych goes on at once.
    """
    chosen = environment.get("VISUAL", "").strip() or environment.get("EDITOR", "").strip()
    if not chosen:
        return None
    try:
        command = shlex.split(chosen)
    except ValueError:
        command = [chosen]
    name = Path(command[0]).stem.lower()
    if name in _PLUS_LINE:
        return [*command, f"+{line}", str(path)]
    if name in _COLON_LINE:
        return [*command, f"{path}:{line}"]
    if name in _GOTO:
        return [*command, "--goto", f"{path}:{line}"]
    return [*command, str(path)]
