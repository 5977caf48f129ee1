"""YAML, one document or several, from libyaml's events: values keep their places, nesting and aliases are bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from index.manifests.document import Broken, Extent, Record, key_repeated
from index.manifests.encodings.yaml_scalars import plain_value
from index.manifests.steps import Steps
from index.manifests.words import DEEPEST, TOO_DEEP, compact_json

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STYLES = {None: "yaml-plain", "'": "yaml-single", '"': "yaml-double", "|": "yaml-literal", ">": "yaml-folded"}
_PROPERTIES = re.compile(r"(?:[&!]\S*+\s++)*+")
_UNREADABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STR_TAGS = ("!", "tag:yaml.org,2002:str")


@dataclass(slots=True)
class _Node:
    """A value with its place. `size` is what it would take if every alias were written out, in characters."""

    value: object
    start: int
    end: int
    style: str
    size: int = 1
    children: dict[str | int, _Node] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet; `key` waits for its value in a mapping."""

    node: _Node
    anchor: str | None
    mapping: bool
    key: _Node | None = None
    merged: list[_Node] = field(default_factory=list)


@dataclass(slots=True)
class YamlDocument:
    """The documents of a YAML stream."""

    records: tuple[Record, ...]
    broken: tuple[Broken, ...]
    roots: dict[Steps, _Node]
    twice: tuple[Broken, ...] = ()

    def repeated(self) -> Iterator[Broken]:
        return iter(self.twice)

    def extent(self, steps: Steps) -> Extent | None:
        size = 1 if steps[:1] in self.roots and steps else 0
        node = self.roots.get(steps[:size])
        for step in steps[size:]:
            node = node.children.get(step) if node is not None else None
        return None if node is None else Extent(node.start, node.end, node.style)


class _TooMuch(Exception):
    """A bound was exceeded; it never leaves this module."""

    def __init__(self, code: str, message: str, offset: int) -> None:
        self.broken = Broken(code, message, offset)


def parse_yaml(text: str) -> YamlDocument:
    """Read every document of a stream, up to the first place that is not valid."""
    builder = _Builder(_SURROGATE.sub("\ufffd", text))
    broken: tuple[Broken, ...] = ()
    try:
        for event in yaml.parse(builder.text, Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as error:
        broken = (_broken(error, builder.text),)
    except _TooMuch as error:
        broken = (error.broken,)
    several = builder.started > 1
    roots: dict[Steps, _Node] = {((number,) if several else ()): node for number, node in builder.roots.items()}
    records = tuple(Record(node.value, steps) for steps, node in roots.items())
    return YamlDocument(records, broken, roots, tuple(builder.twice))


def _broken(error: yaml.YAMLError, text: str) -> Broken:
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        unreadable = _UNREADABLE.search(text)
        offset = unreadable.start() if unreadable is not None else 0
        return Broken("M001", "This is not valid YAML: a control character that YAML does not allow.", offset)
    problem = getattr(error, "problem", None) or "unexpected content"
    if "nesting depth" in problem:
        return Broken("M007", TOO_DEEP, int(mark.index))
    context = getattr(error, "context", None)
    return Broken("M001", f"This is not valid YAML: {problem}{f' {context}' if context else ''}.", int(mark.index))


class _Builder:
    """Puts values together bottom-up from events, so that neither nesting nor aliases cost a recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.roots: dict[int, _Node] = {}
        self.twice: list[Broken] = []
        self.started = 0
        self._stack: list[_Open] = []
        self._anchors: dict[str, _Node] = {}
        self._most = 3 * len(text) + 1_000_000

    def take(self, event: Any) -> None:
        """Handle the next event of the stream."""
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, yaml.DocumentStartEvent):
            self.started += 1
            self._anchors = {}
        elif isinstance(event, yaml.ScalarEvent):
            node = self._scalar(event, start, end)
            if event.anchor:
                self._anchors[event.anchor] = node
            self._add(node)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if len(self._stack) >= DEEPEST:
                raise _TooMuch("M007", TOO_DEEP, start)
            mapping = isinstance(event, yaml.MappingStartEvent)
            value: object = {} if mapping else []
            node = _Node(value, self._after_properties(event, start), end, "yaml-plain")
            self._stack.append(_Open(node, event.anchor, mapping))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._close(end)
        elif isinstance(event, yaml.AliasEvent):
            self._add(self._alias(event.anchor, start, end))

    def _after_properties(self, event: Any, start: int) -> int:
        if not event.anchor and not event.tag:
            return start
        match = _PROPERTIES.match(self.text, start)
        return start if match is None else match.end()

    def _scalar(self, event: Any, start: int, end: int) -> _Node:
        start = self._after_properties(event, start)
        style = _STYLES[event.style or None]
        if event.style in ("|", ">"):
            end = start + len(self.text[start:end].rstrip())
        text: str = event.value
        typed = not event.style and event.tag not in _STR_TAGS
        return _Node(plain_value(text) if typed else text, start, max(start, end), style, len(text) + 1)

    def _alias(self, anchor: str | None, start: int, end: int) -> _Node:
        target = self._anchors.get(anchor or "")
        if target is None:
            cyclic = any(opened.anchor == anchor for opened in self._stack)
            said = "refers to what it stands in" if cyclic else "is defined nowhere above"
            raise _TooMuch("M008" if cyclic else "M001", f"The alias *{anchor} {said}.", start)
        return _Node(target.value, start, end, "yaml-alias", target.size, target.children)

    def _add(self, node: _Node) -> None:
        if not self._stack:
            self.roots[self.started - 1] = node
            return
        top = self._stack[-1]
        top.node.size += node.size
        if top.node.size > self._most:
            raise _TooMuch("M008", "Aliases multiply this document beyond any real size.", node.start)
        if not top.mapping:
            assert isinstance(top.node.value, list)
            top.node.children[len(top.node.value)] = node
            top.node.value.append(node.value)
        elif top.key is None:
            top.key = node
        else:
            self._add_pair(top, top.key, node)
            top.key = None

    def _add_pair(self, top: _Open, key: _Node, node: _Node) -> None:
        text = self.text[key.start : key.end]
        if text == "<<" and key.style == "yaml-plain":
            top.merged.extend(node.children.values() if isinstance(node.value, list) else (node,))
            return
        name = key.value if isinstance(key.value, str) else text if not key.children else compact_json(key.value)
        if name in top.node.children:
            self.twice.append(key_repeated(name, key.start))
        top.node.children[name] = node

    def _close(self, end: int) -> None:
        closed = self._stack.pop()
        node = closed.node
        node.end = max(node.start, node.start + len(self.text[node.start : end].rstrip()))
        if closed.mapping:
            for merged in closed.merged:
                for name, inner in merged.children.items():
                    if isinstance(merged.value, dict):
                        node.children.setdefault(name, inner)
            node.value = {name: inner.value for name, inner in node.children.items()}
        if closed.anchor:
            self._anchors[closed.anchor] = node
        self._add(node)
