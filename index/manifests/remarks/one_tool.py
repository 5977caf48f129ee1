"""What an author should know about each tool before shipping it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from index.characters import CONTROL, described, invisible_in
from index.manifests.codes import BY_CODE
from index.manifests.remarks.instructions import LONGEST_READ, instruction_in
from index.problem import Problem
from index.tool import Tool
from index.visible import visible_line

LONGEST_NAME = 64
LONG_DESCRIPTION, VERY_LONG_DESCRIPTION = 1_024, 2_048

_ABSENT = {
    "T003": "None of the {count} tools has a description.",
    "T004": "All of the {count} tools have a name only.",
    "T005": "None of the {count} tools declares an input schema.",
}
_USUAL_NAME = re.compile(r"[A-Za-z0-9_.-]*")
_CONTROL = re.compile(f"[{CONTROL}]")
_LAYOUT = frozenset("\t\n\r")
_ANSI = re.compile("\x1b[\\[\\]PX^_()#%*+@-Z\\\\]|\x9b")


def tool_remarks(
    tools: Sequence[Tool], *, schemas_expected: bool = True, silence: frozenset[str] = frozenset()
) -> tuple[Problem, ...]:
    """The remarks on the tools of one file, in the tools' order, then by code.

    What all of several tools lack is said once, at the first of them.

    Args:
        tools: those of one file.
        schemas_expected: false for shapes that have no input schemas (`Reading.schemas_expected`).
        silence: codes that are not reported.
    """
    remarks = [(tool, code, message) for tool in tools for code, message in _remarks(tool, schemas_expected)]
    of_all = {code for code in _ABSENT if len(tools) > 1 and sum(said == code for _, said, _ in remarks) == len(tools)}
    problems = []
    for tool, code, message in remarks:
        if code in silence or (code in of_all and tool is not tools[0]):
            continue
        said = _ABSENT[code].format(count=len(tools)) if code in of_all else message
        problems.append(_problem(code, said, tool, "" if code in of_all else tool.name))
    return tuple(problems)


def _problem(code: str, message: str, tool: Tool, name: str) -> Problem:
    place = tool.place
    return Problem(code, BY_CODE[code].severity, place.source, message, place.line, place.column, name)


def utf16_units(text: str) -> int:
    """The length of a text as JavaScript clients count it: characters beyond U+FFFF count twice."""
    return len(text) + sum(character > "\uffff" for character in text) if not text.isascii() else len(text)


def _remarks(tool: Tool, schemas_expected: bool) -> Iterator[tuple[str, str]]:
    name = visible_line(tool.name, 80)
    if not tool.description.strip():
        thin = not tool.has_schema and schemas_expected
        yield ("T004", f"{name} has a name only.") if thin else ("T003", f"{name} has no description.")
    elif not tool.has_schema and schemas_expected:
        yield "T005", f"{name} declares no input schema."
    if len(tool.name) > LONGEST_NAME:
        yield "T006", f"The name has {len(tool.name)} characters; common limit: {LONGEST_NAME}."
    if not _USUAL_NAME.fullmatch(tool.name):
        odd = next(character for character in tool.name if not _USUAL_NAME.fullmatch(character))
        yield "T007", f"The name {name} has {described(odd)}, outside A-Z a-z 0-9 _ . -"
    units = utf16_units(tool.description)
    if units > LONG_DESCRIPTION:
        code, limit = ("T009", VERY_LONG_DESCRIPTION) if units > VERY_LONG_DESCRIPTION else ("T008", LONG_DESCRIPTION)
        yield code, f"The description of {name} has {units:,} UTF-16 units; some clients cut it at {limit:,}."
    yield from _remarks_on_texts(tool, name)


def _remarks_on_texts(tool: Tool, name: str) -> Iterator[tuple[str, str]]:
    texts = list(_texts(tool))
    everything = "\n".join(text for _, text in texts)
    hidden = invisible_in(everything) or invisible_in(tool.definition)
    if hidden:
        where = _first_place(texts, hidden[0]) or "definition"
        yield "T010", f"The {visible_line(where, 60)} of {name} has {_listed(hidden)}."
    controls = [found for found in dict.fromkeys(_CONTROL.findall(everything)) if found not in _LAYOUT]
    if controls:
        what = "an ANSI escape sequence" if _ANSI.search(everything) else _listed(controls)
        yield "T011", f"The {visible_line(_first_place(texts, controls[0]), 60)} of {name} has {what}."
    for where, text in texts if instruction_in(everything) is not None or len(everything) > LONGEST_READ else ():
        found = instruction_in(text)
        if found is not None:
            yield "T012", f"The {visible_line(where, 60)} of {name} tells the model: “{visible_line(found, 80)}”."
            break


def _texts(tool: Tool) -> Iterator[tuple[str, str]]:
    yield "description", tool.description
    yield "name", tool.name
    yield "title", tool.title
    for parameter in tool.parameters:
        yield f"parameter {parameter.name}", parameter.description
        yield "parameter names", parameter.name


def _first_place(texts: list[tuple[str, str]], character: str) -> str:
    return next((where for where, text in texts if character in text), "")


def _listed(characters: list[str]) -> str:
    names = [_control_name(character) for character in characters[:3]]
    more = f" and {len(characters) - 3} others" if len(characters) > 3 else ""
    return ", ".join(names) + more


def _control_name(character: str) -> str:
    return {"\x00": "U+0000 NUL", "\x1b": "U+001B ESCAPE"}.get(character) or described(character)
