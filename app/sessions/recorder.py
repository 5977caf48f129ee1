"""Writes down a live session as a script that plays back to the same screen."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.message import Message
from textual.widgets import Input, TextArea

from app.explorer.app import TriptychApp
from app.explorer.messages import LiveHappened, Reported
from app.explorer.reports import BaselineSaved, CaseAdded, DraftSaved
from app.explorer.state import FUSED
from app.explorer.themes import DARK
from app.sessions.file_changes import FileChanges
from app.sessions.script import DEFAULT_SIZE
from app.sessions.write_script import COMMENT, Entry, relative, script_text
from app.settings import Settings
from index.events import CatalogChanged

_LEAVING = "ctrl+q"
_PROFILE_KEYS = ("p", "P")
_SCROLLED = "the mouse wheel was turned here; that is not recorded"


class Recorder:
    """Is shown every event before the app handles it; keys are judged by what has the focus then.

    Args:
        settings: how the session was started.
        script: where the script will be; paths in it are relative to its folder.
        is_demo: the session shows the demo catalog.

    """

    def __init__(self, settings: Settings, script: Path, *, is_demo: bool) -> None:
        self._settings = settings
        self._script = script
        self._is_demo = is_demo
        self._files = FileChanges(settings.directory)
        self._entries: list[Entry] = []
        self._size = self._first_size = DEFAULT_SIZE
        self._profile: str | None = None
        self._start: tuple[str, str] = ("", "")
        self._down: tuple[int, int] | None = None
        self._app: TriptychApp | None = None

    @property
    def has_begun(self) -> bool:
        """Whether there was a session at all."""
        return self._app is not None

    def begin(self, app: TriptychApp) -> None:
        """The app is there, and what it was started with."""
        self._app = app
        self._profile = app.session.profile
        self._start = (app.session.profile, app.theme)
        self._size = self._first_size = (app.size.width, app.size.height)

    def observe(self, event: Message) -> None:
        """Take down an event."""
        app = self._app
        if app is None:
            return
        match event:
            case events.Resize():
                self._resized(event.size.width, event.size.height)
            case events.Key() if not event.is_forwarded:
                self._note_profile()
                self._key(app, event)
            case events.Paste() if not event.is_forwarded:
                self._typed(app, event.text)
            case events.MouseDown() if not event.is_forwarded:
                self._down = (event.screen_x, event.screen_y)
            case events.MouseUp() if not event.is_forwarded and self._down == (event.screen_x, event.screen_y):
                self._add("click", {"x": event.screen_x, "y": event.screen_y})
            case events.MouseScrollDown() | events.MouseScrollUp() if not event.is_forwarded:
                if not self._entries or self._entries[-1] != (COMMENT, _SCROLLED):
                    self._entries.append((COMMENT, _SCROLLED))
            case LiveHappened(event=CatalogChanged()):
                self._entries.extend(self._files.look())
            case Reported(report=DraftSaved(source=source) | CaseAdded(source=source)):
                self._saved(source)
            case Reported(report=BaselineSaved(path=path)) if path.is_relative_to(self._settings.directory.absolute()):
                self._saved(path.relative_to(self._settings.directory.absolute()).as_posix())

    def text(self) -> str:
        """The script of the session so far, with where the selected tool stands as an expectation."""
        app = self._app
        assert app is not None, "the recorder was not begun"
        self._note_profile()
        head: dict[str, object] = {}
        folder = self._script.parent
        if not self._is_demo:
            head["directory"] = relative(self._settings.directory, folder)
        width, height = self._first_size
        head["size"] = f"{width}x{height}"
        given = self._settings.profile
        head["profile"] = relative(Path(given), folder) if given and given.endswith(".toml") else self._start[0]
        if not self._settings.semantic:
            head["semantic"] = False
        query = self._settings.query
        if query.description:
            head["query"] = query.description
        if query.keywords:
            head["keywords"] = list(query.keywords)
        if self._start[1] != DARK.name:
            head["theme"] = self._start[1]
        return script_text(head, [*self._entries, *_standing(app)])

    def _saved(self, source: str) -> None:
        """The explorer wrote a file itself, as the keys will again: no step. The watch may have told of it already."""
        since = max((at for at, (kind, _) in enumerate(self._entries) if kind == "press"), default=-1) + 1
        changed = [*self._entries[since:], *self._files.look()]
        said = (COMMENT, f"{source} was saved here")
        own = [entry for entry in changed if _file(entry) == source]
        self._entries[since:] = [*(entry for entry in changed if entry not in own), *([said] if own else [])]

    def _add(self, kind: str, value: object) -> None:
        self._entries.append((kind, value))

    def _resized(self, width: int, height: int) -> None:
        if self._size != (width, height):
            if self._entries and self._entries[-1][0] == "resize":
                self._entries.pop()
            self._add("resize", f"{width}x{height}")
        self._size = (width, height)

    def _key(self, app: TriptychApp, event: events.Key) -> None:
        if event.key == _LEAVING:
            return
        if isinstance(app.focused, Input | TextArea) and event.is_printable and event.character is not None:
            self._typed(app, event.character)
        elif event.key == "backspace" and self._took_back():
            pass
        elif self._entries and self._entries[-1][0] == "press":
            kind, keys = self._entries[-1]
            assert isinstance(keys, list)
            self._entries[-1] = (kind, [*keys, event.key])
        else:
            self._add("press", [event.key])

    def _typed(self, app: TriptychApp, text: str) -> None:
        """Text for the input that has the focus; what goes on in one becomes one step."""
        focused = app.focused
        kind = "type"
        if focused is app.explorer.inputs.keywords and not app.explorer.inputs.keywords.value:
            kind = "keywords"
        last, held = self._entries[-1] if self._entries else ("", "")
        if last in ("type", "keywords") and isinstance(held, str):
            self._entries[-1] = (last, held + text)
        else:
            self._add(kind, text)

    def _took_back(self) -> bool:
        """Whether a Backspace took back the last character of what was typed just now."""
        kind, text = self._entries[-1] if self._entries else ("", "")
        if kind not in ("type", "keywords") or not isinstance(text, str):
            return False
        self._entries.pop()
        if len(text) > 1:
            self._add(kind, text[:-1])
        return True

    def _note_profile(self) -> None:
        """Put the profile's name in the place of the keys that led to it: it holds whatever profiles there are."""
        app = self._app
        assert app is not None
        now = app.session.profile
        if now == self._profile:
            return
        self._profile = now
        kind, keys = self._entries[-1] if self._entries else ("", [])
        if kind != "press" or not isinstance(keys, list) or keys[-1] not in _PROFILE_KEYS:
            return
        while keys and keys[-1] in _PROFILE_KEYS:
            keys = keys[:-1]
        self._entries.pop()
        if keys:
            self._add("press", keys)
        elif self._entries and self._entries[-1][0] == "profile":
            self._entries.pop()
        self._add("profile", now)


def _file(entry: Entry) -> str:
    """The file a step or a comment is about."""
    value = entry[1]
    return str(value["file"]) if isinstance(value, dict) else str(value)


def _standing(app: TriptychApp) -> list[Entry]:
    """Where the selected tool stands at the end, if it does."""
    session = app.session
    if session.view is None or session.tool is None or session.tool[0] != session.selected:
        return []
    rank = session.view.columns[FUSED].ranking.rank_of(session.tool[0])
    if rank is None:
        return []
    tool = session.tool[1]
    return [("expect", {"tool": f"{tool.server}/{tool.name}", "arm": "fused", "rank": rank})]
