"""The screen as a picture and as plain text: the same bytes for the same screen, on every machine."""

from __future__ import annotations

import hashlib
import html
import io
import re

from rich.cells import cell_len
from rich.console import Console
from textual.app import App

_FONT_FACE = re.compile(r"\s*@font-face \{.*?\}\n", re.DOTALL)
_COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)
_ID = re.compile(r"terminal-\d+")
_FONT = "font-family: Fira Code, monospace;"
_FONTS = 'font-family: "Fira Code", "JetBrains Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;'
_TEXT = re.compile(r'<text (class="[^"]*") x="([\d.]+)" (y="[\d.]+") textLength="[\d.]+" ([^>]*)>([^<]*)</text>')
_PIECE = re.compile(r"[^ ]+(?: [^ ]+)*")
_CELL = 12.2
"""Width of a cell in Rich's pictures."""


def svg_of(app: App[None]) -> str:
    """A picture that refers to nothing outside itself: fonts are the viewer's own. Ids come from what it shows."""
    text = app.export_screenshot(title="triptych")
    text = _COMMENT.sub("", _FONT_FACE.sub("\n", text)).replace(_FONT, _FONTS)
    text = _TEXT.sub(_pieces, text)
    text = "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
    digest = hashlib.sha256(_ID.sub("screen", text).encode()).hexdigest()[:10]
    return _ID.sub(f"screen-{digest}", text)


def lines_of(app: App[None]) -> tuple[str, ...]:
    """The lines of the screen, with what lies over it, without the blanks at their ends."""
    width, height = app.size
    console = Console(
        width=width,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        color_system=None,
        record=True,
        legacy_windows=False,
        _environ={},
    )
    # Textual has no public way to the text of a screen; export_screenshot goes this way too.
    shown = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    console.print(shown)
    return tuple(line.rstrip() for line in console.export_text(styles=False).split("\n")[:height])


def text_of(app: App[None]) -> str:
    """The screen as a text file."""
    return "\n".join(lines_of(app)) + "\n"


def _pieces(match: re.Match[str]) -> str:
    """Each piece between runs of spaces at its own place: not every viewer keeps spaces or obeys `textLength`."""
    style, left, top, rest, escaped = match.groups()
    text = html.unescape(escaped).replace("\xa0", " ")
    made = []
    for piece in _PIECE.finditer(text):
        x = float(left) + cell_len(text[: piece.start()]) * _CELL
        length = cell_len(piece[0]) * _CELL
        shown = html.escape(piece[0]).replace(" ", "&#160;")
        made.append(f'<text {style} x="{x:.7g}" {top} textLength="{length:.7g}" {rest}>{shown}</text>')
    return "".join(made)
