"""Proof, before a file is replaced, that a rewritten manifest differs in the edited texts alone."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

from index.draft.draft import Draft
from index.manifests.reading import read_manifest, survey
from index.manifests.steps import pointer_tokens, resolve
from index.tool import Place, Tool


def difference(source: str, before: bytes, after: bytes, draft: Draft, changed: Sequence[tuple[str, str]]) -> str:
    """Why the rewritten file is not what it should be, in words; "" when it is.

    Args:
        source: the file's path relative to the watched directory.
        before: its bytes as they were.
        after: its bytes as they are to be.
        draft: the edits of one tool.
        changed: (pointer, text) of every value that was written.

    """
    old, new = read_manifest(source, before, known=True).tools, read_manifest(source, after, known=True).tools
    if len(old) != len(new):
        return f"the file would declare {len(new)} tools instead of {len(old)}"
    for was, becomes in zip(old, new, strict=True):
        if was.place.pointer == draft.key.pointer:
            wanted = replace(draft.apply(was), definition=becomes.definition)
            if _without_place(becomes) != _without_place(wanted):
                return "the text would not be read back exactly"
        elif _without_place(was) != _without_place(becomes):
            return f"{was.name} shares this text and would change too"
    return "" if _same_but(source, before, after, changed) else "other values of the file would change"


def _without_place(tool: Tool) -> Tool:
    return replace(tool, place=Place(tool.place.source, tool.place.pointer))


def _same_but(source: str, before: bytes, after: bytes, changed: Sequence[tuple[str, str]]) -> bool:
    """Whether the parsed documents are equal but for the written values."""
    old, new = survey(source, before), survey(source, after)
    if old is None or new is None or len(old.document.records) != len(new.document.records):
        return False
    for was, becomes in zip(old.document.records, new.document.records, strict=True):
        value = copy.deepcopy(was.value)
        number = str(was.steps[0]) if was.steps else None
        for pointer, text in changed:
            tokens = pointer_tokens(pointer)
            if number is None or tokens[:1] == (number,):
                _put(value, tokens if number is None else tokens[1:], text)
        if value != becomes.value and repr(value) != repr(becomes.value):  # repr: NaN is not equal to itself
            return False
    return True


def _put(root: object, tokens: tuple[str, ...], text: str) -> None:
    found = resolve(root, tokens[:-1])
    holder = None if found is None else found[1]
    if isinstance(holder, dict):
        holder[tokens[-1]] = text
    elif isinstance(holder, list) and tokens[-1].isdecimal() and int(tokens[-1]) < len(holder):
        holder[int(tokens[-1])] = text
