"""The same terminal for everybody: what pictures show must not depend on the shell that made them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

_SET = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
_CLEARED = (
    "NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FILTERS", "TEXTUAL_PRESS",
    "TEXTUAL_DIM_FACTOR", "TEXTUAL_SMOOTH_SCROLL", "TEXTUAL_SCREENSHOT", "TEXTUAL_DEBUG", "COLUMNS", "LINES", "VISUAL",
    "EDITOR",
)  # fmt: skip


@contextlib.contextmanager
def same_terminal() -> Iterator[None]:
    """A terminal of many colours and no wishes; enter it before Textual is imported, which reads some of this then."""
    before = {name: os.environ.get(name) for name in (*_SET, *_CLEARED)}
    for name in _CLEARED:
        os.environ.pop(name, None)
    os.environ.update(_SET)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
