"""A script as text: what the recorder writes, in the order and the layout a person would."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from index.visible import visible_line

Entry = tuple[str, object]
"""A step's key and its value; the key `COMMENT` goes with a line of text that is no step."""
COMMENT = "#"
_LONG = 40
_ONE_LINE = 1_000_000


def script_text(head: Mapping[str, object], entries: Sequence[Entry]) -> str:
    """The whole script, which `read_script` reads back as the same steps."""
    lines = [_yaml({key: value}) for key, value in head.items()]
    steps = [entry for entry in entries if entry[0] != COMMENT]
    lines.append("steps:\n" if steps else "steps: []\n")
    for key, value in entries:
        if key == COMMENT:
            lines.append(f"  # {visible_line(str(value), 200)}\n")
        else:
            first, *rest = _yaml({key: value}).splitlines(keepends=True)
            lines += [f"  - {first}", *(line if line == "\n" else f"    {line}" for line in rest)]
    return "".join(lines)


def relative(path: Path, folder: Path) -> str:
    """A path as a script in that folder names it, with forward slashes."""
    try:
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive
        return path.resolve().as_posix()


def _yaml(value: Mapping[str, object]) -> str:
    """One key and its value: in one line, unless it is a mapping of long texts."""
    inner = next(iter(value.values()))
    long = isinstance(inner, Mapping) and any(len(str(text)) > _LONG or "\n" in str(text) for text in inner.values())
    text: str = yaml.safe_dump(
        dict(value), allow_unicode=True, default_flow_style=not long, sort_keys=False, width=_ONE_LINE
    )
    return text if long else text.strip().removeprefix("{").removesuffix("}") + "\n"
