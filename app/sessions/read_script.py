"""A script's file into a `Script`."""

from __future__ import annotations

from pathlib import Path

from app.explorer.session import split_keywords
from app.sessions.errors import ScriptError
from app.sessions.nodes import Node, read_yaml
from app.sessions.script import DEFAULT_SIZE, Script
from app.sessions.step_forms import read_step
from index.query import Query

KEYS = ("directory", "size", "profile", "semantic", "theme", "query", "keywords", "in_place", "timeout", "steps")


def read_script(path: Path) -> Script:
    """The script, all of it checked that can be without playing it. Paths in it are relative to its folder.

    Raises:
        ScriptError: the first thing that is wrong, with its line.

    """
    root = read_yaml(path)
    if root is None:
        raise ScriptError("the script is empty: it needs steps", source=str(path), line=1)
    pairs = root.pairs("a script", KEYS, ("steps",))
    script = Script(path, steps=tuple(read_step(item) for item in pairs["steps"].items("steps")))
    directory, shown = _directory(path, pairs.get("directory"))
    in_place = pairs["in_place"].truth("in_place") if "in_place" in pairs else False
    if in_place and directory is None:
        raise pairs["in_place"].wrong("the demo catalog is never changed in place; name a directory")
    return Script(
        path,
        directory,
        shown,
        pairs["size"].size() if "size" in pairs else DEFAULT_SIZE,
        _profile(path, pairs.get("profile")),
        pairs["semantic"].truth("semantic") if "semantic" in pairs else True,
        pairs["theme"].some_text("theme") if "theme" in pairs else None,
        pairs["theme"].line if "theme" in pairs else 1,
        _query(pairs.get("query"), pairs.get("keywords")),
        in_place,
        pairs["timeout"].seconds("timeout") if "timeout" in pairs else script.timeout,
        script.steps,
    )


def _directory(path: Path, node: Node | None) -> tuple[Path | None, str]:
    if node is None:
        return None, "demo"
    text = node.some_text("directory")
    directory = path.parent / Path(text).expanduser()
    if not directory.is_dir():
        raise node.wrong(f"there is no directory {text}")
    return directory, text


def _profile(path: Path, node: Node | None) -> str | None:
    if node is None:
        return None
    name = node.some_text("profile")
    return str(path.parent / name) if name.endswith(".toml") else name


def _query(description: Node | None, keywords: Node | None) -> Query:
    """What the inputs hold at the start."""
    words = keywords.texts("keywords") if keywords is not None else ()
    if keywords is not None and not keywords.is_list:
        words = split_keywords(words[0])
    return Query(description.text("query") if description is not None else "", words)
