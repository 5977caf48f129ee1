"""YAML nodes read with their lines: every complaint names the script and the line, and the nearest known word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import yaml
from rapidfuzz import fuzz, process

from app.sessions.errors import ScriptError
from app.sessions.script import Size

_SIZE = re.compile(r"([0-9]{1,4})\s*[xX×]\s*([0-9]{1,4})")
_LEAST, _MOST = (20, 8), (1_000, 500)
_NEAR = 60
_SOME = 20
_MOST_BYTES = 4_000_000


def parse_size(text: str) -> Size:
    """`120x40`: columns and lines. Raises ValueError with what is wrong."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"a size is COLUMNSxLINES, as 120x40; this is {text!r}")
    width, height = int(match[1]), int(match[2])
    if not (_LEAST[0] <= width <= _MOST[0] and _LEAST[1] <= height <= _MOST[1]):
        raise ValueError(f"a size is from {_LEAST[0]}x{_LEAST[1]} to {_MOST[0]}x{_MOST[1]}; this is {text}")
    return width, height


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint: the known word that looks most like this one, or all of them, or the first ones."""
    words = list(known)
    near = process.extractOne(word, words, scorer=fuzz.ratio, processor=str.casefold, score_cutoff=_NEAR)
    if near is not None:
        return f"did you mean {near[0]}?"
    return f"there are: {', '.join(words[:_SOME])}{', ...' if len(words) > _SOME else ''}"


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the script's YAML. Scalars are taken as they are written: `yes`, `1` and `null` are text."""

    path: Path
    node: yaml.Node

    @property
    def line(self) -> int:
        return int(self.node.start_mark.line) + 1

    def wrong(self, message: str) -> ScriptError:
        return ScriptError(message, source=str(self.path), line=self.line)

    @property
    def is_list(self) -> bool:
        return isinstance(self.node, yaml.SequenceNode)

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.node, yaml.MappingNode)

    def text(self, what: str) -> str:
        if not isinstance(self.node, yaml.ScalarNode):
            raise self.wrong(f"{what} is a text")
        return str(self.node.value)

    def some_text(self, what: str) -> str:
        """A text that is not empty."""
        text = self.text(what)
        if not text.strip():
            raise self.wrong(f"{what} is empty")
        return text

    def texts(self, what: str) -> tuple[str, ...]:
        """One text, or a list of them; at least one."""
        found = tuple(item.text(what) for item in self.items(what)) if self.is_list else (self.text(what),)
        if not found:
            raise self.wrong(f"{what}: the list is empty")
        return found

    def items(self, what: str) -> tuple[Node, ...]:
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.wrong(f"{what} is a list")
        return tuple(Node(self.path, item) for item in self.node.value)

    def pairs(self, what: str, known: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Node]:
        """A mapping with none but the known keys, each once, and all that are needed."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.wrong(f"{what} is a mapping")
        found: dict[str, Node] = {}
        for key_node, value in self.node.value:
            key = Node(self.path, key_node)
            name = key.text("a key")
            if name not in known:
                raise key.wrong(f"{what} knows no {name!r}; {nearest(name, known)}")
            if name in found:
                raise key.wrong(f"{name!r} is there twice")
            found[name] = Node(self.path, value)
        missing = [name for name in needed if name not in found]
        if missing:
            raise self.wrong(f"{what} needs {' and '.join(missing)}")
        return found

    def truth(self, what: str) -> bool:
        text = self.text(what)
        if text not in ("true", "false"):
            raise self.wrong(f"{what} is true or false")
        return text == "true"

    def whole(self, what: str, least: int) -> int:
        text = self.text(what)
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= least):
            raise self.wrong(f"{what} is a whole number from {least} on")
        return int(text)

    def seconds(self, what: str) -> float:
        try:
            number = float(self.text(what))
        except ValueError:
            number = -1.0
        if not 0 < number <= 86_400:
            raise self.wrong(f"{what} is a number of seconds above 0")
        return number

    def size(self) -> Size:
        try:
            return parse_size(self.text("a size"))
        except ValueError as error:
            raise self.wrong(str(error)) from error

    def inner_path(self, what: str) -> str:
        """A path that stays inside the folder it is relative to, with forward slashes."""
        text = self.some_text(what)
        path = PurePosixPath(text)
        if path.is_absolute() or ".." in path.parts or "\\" in text or "\0" in text or not path.name:
            raise self.wrong(f"{what} is a path inside the folder, with forward slashes; this is {text!r}")
        return path.as_posix()


def read_yaml(path: Path) -> Node | None:
    """The root of a script; None for a file that holds nothing.

    Raises:
        ScriptError: it cannot be read, or it is not valid YAML, or it is nested too deeply.

    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScriptError(f"the script cannot be read: {error.strerror or error}", source=str(path)) from error
    if len(data) > _MOST_BYTES:
        raise ScriptError("this is too big for a script", source=str(path))
    try:
        root = yaml.compose(data.decode("utf-8-sig"), Loader=yaml.SafeLoader)
    except UnicodeDecodeError as error:
        raise ScriptError("a script is a text in UTF-8", source=str(path)) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"this is not valid YAML: {error.problem or error.context}"
        raise ScriptError(message, source=str(path), line=mark.line + 1 if mark else 1) from error
    except (yaml.YAMLError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ScriptError(f"this is not valid YAML: {reason}", source=str(path)) from error
    return None if root is None else Node(path, root)
