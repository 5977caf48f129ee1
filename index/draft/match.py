"""Drafts found again after the manifests were read anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from index.draft.draft import Draft, ToolKey, text_hash
from index.tool import Tool

SAME, MOVED, CHANGED, SAVED, GONE = "same", "moved", "changed", "saved", "gone"


@dataclass(frozen=True, slots=True)
class Matched:
    """A draft and the tool it is of now.

    `state` is "same" (nothing happened), "moved" (it stands elsewhere in its file or in another one), "changed" (its
    own texts are others now: the tool changed under the draft), "saved" (the file says what the draft says) or
    "gone". `draft` is already that of the tool's present place.
    """

    draft: Draft
    tool_id: int | None
    tool: Tool | None
    state: str

    @property
    def can_be_ranked(self) -> bool:
        return self.tool is not None and self.state in (SAME, MOVED, CHANGED)


def match_drafts(drafts: Iterable[Draft], tools: Sequence[tuple[int, Tool]]) -> tuple[Matched, ...]:
    """Each draft with its tool: at its place under its name, else by name in its file, else the only one of its texts.

    A draft that changed the name is also found under the new one, once that was saved.
    """
    by_place = {(tool.place.source, tool.place.pointer): (number, tool) for number, tool in tools}
    return tuple(_match(draft, by_place, tools) for draft in drafts)


def _match(
    draft: Draft, by_place: dict[tuple[str, str], tuple[int, Tool]], tools: Sequence[tuple[int, Tool]]
) -> Matched:
    key = draft.key
    names = {key.name, *(text for field, text in draft.edits if field.kind == "name")}
    here = by_place.get((key.source, key.pointer))
    if here is not None and here[1].name in names:
        return _judged(draft, here)
    in_file = [pair for pair in tools if pair[1].place.source == key.source and pair[1].name in names]
    if len(in_file) == 1:
        return _judged(draft, in_file[0])
    same = [pair for pair in tools if pair[1].name == key.name and text_hash(pair[1]) == draft.original]
    if len(same) == 1:
        return _judged(draft, same[0])
    return Matched(draft, None, None, GONE)


def _judged(draft: Draft, pair: tuple[int, Tool]) -> Matched:
    tool_id, tool = pair
    if text_hash(tool) != draft.original:
        saved = draft.apply(tool) == tool
        return Matched(draft, tool_id, tool, SAVED if saved else CHANGED)
    key = ToolKey.of(tool)
    if key == draft.key:
        return Matched(draft, tool_id, tool, SAME)
    return Matched(replace(draft, key=key), tool_id, tool, MOVED)
