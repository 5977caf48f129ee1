"""Where each value of a valid TOML text stands."""

from __future__ import annotations

import json
import re

from index.manifests.document import Extent
from index.manifests.steps import Steps

Places = dict[Steps, Extent]

_BETWEEN = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")
_BARE_VALUE = re.compile(r"[^,\]}#\r\n]++")
_STRINGS = (
    ("toml-basic-multiline", re.compile(r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{3,5}', re.DOTALL)),
    ("toml-literal-multiline", re.compile(r"'''(?:[^']++|'{1,2}(?!'))*+'{3,5}", re.DOTALL)),
    ("toml-basic", re.compile(r'"(?:[^"\\\n]++|\\.)*+"')),
    ("toml-literal", re.compile(r"'[^'\n]*+'")),
)
_UPPER_U = re.compile(r"\\U([0-9A-Fa-f]{8})")


def toml_places(text: str) -> Places:
    """The extent of every value, by the steps to it.

    Raises:
        RecursionError: values are nested too deeply.
    """
    return _Scan(text).run()


class _Scan:
    """One pass over the text. It relies on the text being valid and stops quietly where it is not."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: Places = {(): Extent(0, len(text), "toml-other")}
        self.lengths: dict[Steps, int] = {}

    def run(self) -> Places:
        table: Steps = ()
        at = self._skip(_BETWEEN, 0)
        while at < len(self.text):
            before = at
            if self.text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._pair(at, table)
            at = self._skip(_BETWEEN, at)
            if at <= before:
                break
        return self.places

    def _skip(self, pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(self.text, at)
        return at if match is None else match.end()

    def _header(self, at: int) -> tuple[Steps, int]:
        """`[a.b]` or `[[a.b]]`: the steps of the table that starts here."""
        several = self.text.startswith("[[", at)
        keys, end = self._keys(at + (2 if several else 1))
        steps: Steps = ()
        for index, key in enumerate(keys):
            steps = (*steps, key)
            if several and index == len(keys) - 1:
                self.lengths[steps] = self.lengths.get(steps, 0) + 1
                self.places.setdefault(steps, Extent(at, end, "toml-other"))
            if steps in self.lengths:
                steps = (*steps, self.lengths[steps] - 1)
            self.places.setdefault(steps, Extent(at, end, "toml-other"))
        return steps, self.text.find("]", end) + (2 if several else 1)

    def _keys(self, at: int) -> tuple[list[str], int]:
        """A dotted key and the offset after it."""
        keys: list[str] = []
        while True:
            at = self._skip(_SPACE, at)
            quote = self.text[at : at + 1]
            end = at
            if quote and quote in "\"'":
                end = self._skip(_STRINGS[2 if quote == '"' else 3][1], at)
                keys.append(_unquote(self.text[at:end]))
            else:
                end = self._skip(_BARE_KEY, at)
                keys.append(self.text[at:end])
            after = self._skip(_SPACE, end)
            if self.text[after : after + 1] != ".":
                return keys, end
            at = after + 1

    def _pair(self, at: int, table: Steps) -> int:
        """`key = value`: the offset after the value."""
        start = at
        keys, at = self._keys(at)
        steps = table
        for key in keys:
            steps = (*steps, key)
            self.places.setdefault(steps, Extent(start, at, "toml-other"))
        at = self._skip(_SPACE, self._skip(_SPACE, at) + 1)
        return self._value(at, steps)

    def _value(self, at: int, steps: Steps) -> int:
        opening = self.text[at : at + 1]
        end = at
        style = "toml-other"
        if opening == "[":
            end = self._inside(at, steps, "]")
        elif opening == "{":
            end = self._inside(at, steps, "}")
        else:
            matches = ((name, pattern.match(self.text, at)) for name, pattern in _STRINGS)
            style, string = next((pair for pair in matches if pair[1] is not None), (style, None))
            bare_end = at + len(self.text[at : self._skip(_BARE_VALUE, at)].rstrip())
            end = bare_end if string is None else string.end()
        self.places[steps] = Extent(at, end, style)
        return end

    def _inside(self, at: int, steps: Steps, closing: str) -> int:
        """An array or an inline table: the offset after its closing bracket."""
        count = 0
        at = self._skip(_BETWEEN, at + 1)
        while at < len(self.text) and self.text[at] != closing:
            before = at
            at = self._value(at, (*steps, count)) if closing == "]" else self._pair(at, steps)
            count += 1
            at = self._skip(_BETWEEN, at)
            if self.text[at : at + 1] == ",":
                at = self._skip(_BETWEEN, at + 1)
            if at <= before:
                break
        return at + 1


def _unquote(quoted: str) -> str:
    """The key a quoted one stands for; TOML's escapes are JSON's and the one of eight digits."""
    if quoted.startswith("'"):
        return quoted[1:-1]
    try:
        narrow = _UPPER_U.sub(lambda match: json.dumps(chr(int(match[1], 16)))[1:-1], quoted)
        return str(json.loads(narrow, strict=False))
    except ValueError:
        return quoted[1:-1]
