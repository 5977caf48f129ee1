"""How each kind of step is written, by its key in the script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

from textual.keys import KEY_ALIASES, Keys

from app.explorer.session import shown_keywords
from app.sessions.nodes import Node, nearest
from app.sessions.script import (
    ARMS,
    FUSED,
    Action,
    ClickAt,
    ClickText,
    Delete,
    Edit,
    Expect,
    ExpectText,
    Keywords,
    Press,
    Rename,
    Resize,
    Snapshot,
    Step,
    Task,
    Type,
    UseProfile,
    Wait,
    Write,
)

_FILE = "a file"
_IDLE = "idle"
_PICTURES = (".svg", ".txt")
_MODIFIERS = ("ctrl", "shift", "alt", "meta", "super", "hyper")


def read_step(node: Node) -> Step:
    """A mapping with one key, which says what to do."""
    pairs = node.pairs("a step", FORMS)
    if len(pairs) != 1:
        found = f"; this has {', '.join(pairs)}" if pairs else ""
        raise node.wrong(f"a step is one thing to do, with one key{found}")
    ((kind, value),) = pairs.items()
    return Step(FORMS[kind](value), node.line)


def _keywords(node: Node) -> Action:
    """A text as typed, or a list; a list's item may hold spaces, so it is joined as the input wants it."""
    if not node.is_list:
        return Keywords(node.text("keywords"))
    return Keywords(shown_keywords(node.texts("keywords")))


def _press(node: Node) -> Action:
    items = node.items("press") if node.is_list else (node,)
    if not items:
        raise node.wrong("press: the list is empty")
    return Press(tuple(_key(item) for item in items))


def _key(node: Node) -> str:
    text = node.text("a key")
    *modifiers, key = text.split("+") if len(text) > 1 else [text]
    known = (
        {item.value for item in Keys} | {name for names in KEY_ALIASES.values() for name in names} | set(KEY_ALIASES)
    )
    if all(name in _MODIFIERS for name in modifiers) and (len(key) == 1 or key in known or _is_character(key)):
        return text
    plain = sorted(name for name in known if name.isascii() and "+" not in name and "<" not in name)
    raise node.wrong(f"there is no key {text!r}; {nearest(key, plain)}")


def _is_character(name: str) -> bool:
    """Whether it is how Textual calls a character's key: its Unicode name in small letters, joined by underscores."""
    try:
        unicodedata.lookup(name.replace("_", " ").upper())
    except KeyError:
        return name in ("exclamation_mark", "slash", "minus", "underscore")
    return True


def _edit(node: Node) -> Action:
    keys = ("file", "replace", "with")
    pairs = node.pairs("edit", keys, keys)
    replace = pairs["replace"].text("replace")
    if not replace:
        raise pairs["replace"].wrong("replace is empty")
    return Edit(pairs["file"].inner_path(_FILE), replace, pairs["with"].text("with"))


def _write(node: Node) -> Action:
    pairs = node.pairs("write", ("file", "text"), ("file", "text"))
    return Write(pairs["file"].inner_path(_FILE), pairs["text"].text("text"))


def _rename(node: Node) -> Action:
    pairs = node.pairs("rename", ("file", "to"), ("file", "to"))
    return Rename(pairs["file"].inner_path(_FILE), pairs["to"].inner_path(_FILE))


def _expect(node: Node) -> Action:
    wanted = ("rank", "max_rank", "missing")
    pairs = node.pairs("expect", ("tool", "arm", *wanted), ("tool",))
    given = [name for name in wanted if name in pairs]
    if len(given) != 1:
        raise node.wrong("expect says one of rank, max_rank and missing: true")
    arm = pairs["arm"].text("arm") if "arm" in pairs else FUSED
    if arm not in ARMS:
        raise pairs["arm"].wrong(f"there is no arm {arm!r}; {nearest(arm, ARMS)}")
    if "missing" in pairs and not pairs["missing"].truth("missing"):
        raise pairs["missing"].wrong("missing can only be true; say max_rank for a tool that must be there")
    rank = pairs["rank"].whole("rank", 1) if "rank" in pairs else None
    max_rank = pairs["max_rank"].whole("max_rank", 1) if "max_rank" in pairs else None
    return Expect(pairs["tool"].some_text("tool"), arm, rank, max_rank, "missing" in pairs)


def _expect_text(node: Node, *, absent: bool = False) -> Action:
    texts = node.texts("a text to expect")
    if not all(text.strip() for text in texts):
        raise node.wrong("a text to expect is empty")
    return ExpectText(texts, absent)


def _wait(node: Node) -> Action:
    text = node.text("wait")
    if text != _IDLE:
        raise node.wrong(f"the only thing to wait for is {_IDLE}")
    return Wait()


def _click(node: Node) -> Action:
    if not node.is_mapping:
        return ClickText(node.some_text("what to click"))
    pairs = node.pairs("click", ("x", "y"), ("x", "y"))
    return ClickAt(pairs["x"].whole("x", 0), pairs["y"].whole("y", 0))


def _snapshot(node: Node) -> Action:
    name = node.inner_path("a snapshot")
    if not name.endswith(_PICTURES):
        raise node.wrong(f"a snapshot's name ends in {' or '.join(_PICTURES)}")
    return Snapshot(name)


FORMS: Mapping[str, Callable[[Node], Action]] = {
    "type": lambda node: Type(node.text("type")),
    "task": lambda node: Task(node.text("task")),
    "keywords": _keywords,
    "press": _press,
    "profile": lambda node: UseProfile(node.some_text("profile")),
    "edit": _edit,
    "write": _write,
    "delete": lambda node: Delete(node.inner_path(_FILE)),
    "rename": _rename,
    "expect": _expect,
    "expect_text": _expect_text,
    "expect_no_text": lambda node: _expect_text(node, absent=True),
    "wait": _wait,
    "click": _click,
    "resize": lambda node: Resize(node.size()),
    "snapshot": _snapshot,
}
"""The keys of steps."""
