"""All drafts of one user's session, with undo and redo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from index.draft.draft import Draft, Field, ToolKey
from index.tool import Tool

Drafts = tuple[Draft, ...]
MOST_STEPS = 500


@dataclass(slots=True)
class DraftBook:
    """The present drafts, in the order they were begun, and the steps back and forth between their states.

    Steps within one `typing` run on the same text count as one, so that undo takes back a thought, not a letter.
    """

    drafts: Drafts = ()
    _undo: list[Drafts] = field(default_factory=list)
    _redo: list[Drafts] = field(default_factory=list)
    _run: tuple[ToolKey, Field] | None = None

    def of(self, key: ToolKey) -> Draft | None:
        """The draft of one tool, if there is one."""
        return next((draft for draft in self.drafts if draft.key == key), None)

    def edit(self, tool: Tool, what: Field, text: str, *, typing: bool = False) -> None:
        """Give a tool another text; the tool's own text takes the edit back."""
        draft = (self.of(ToolKey.of(tool)) or Draft.begin(tool)).edited(tool, what, text)
        run = (draft.key, what)
        self._to(_with(self.drafts, draft), step=not (typing and run == self._run))
        self._run = run if typing else None

    def discard(self, key: ToolKey) -> None:
        """Drop one tool's draft. Undo brings it back."""
        self._to(tuple(draft for draft in self.drafts if draft.key != key))

    def discard_all(self) -> None:
        """Drop every draft. Undo brings them back."""
        self._to(())

    def pause(self) -> None:
        """End a run of typing: the next edit is a step of its own."""
        self._run = None

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def undo(self) -> bool:
        """Go one step back; whether there was one."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """Take an undo back; whether there was one."""
        return self._swap(self._redo, self._undo)

    def settle(self, changed: Mapping[ToolKey, Draft | None]) -> None:
        """Replace drafts after a save or a re-read (None: it is done with), in the steps too, without a new step."""
        self.drafts = _settled(self.drafts, changed)
        for stack in (self._undo, self._redo):
            states = [*(_settled(drafts, changed) for drafts in stack), self.drafts]
            stack[:] = [state for state, after in pairwise(states) if state != after]
        self._run = None

    def _to(self, drafts: Drafts, *, step: bool = True) -> None:
        if drafts == self.drafts:
            return
        if step:
            self._undo.append(self.drafts)
            del self._undo[:-MOST_STEPS]
        self._redo.clear()
        self._run = None
        self.drafts = drafts

    def _swap(self, source: list[Drafts], target: list[Drafts]) -> bool:
        if not source:
            return False
        target.append(self.drafts)
        self.drafts = source.pop()
        self._run = None
        return True


def _with(drafts: Drafts, draft: Draft) -> Drafts:
    """The drafts with one added or replaced; one without edits is left out."""
    if any(other.key == draft.key for other in drafts):
        replaced = tuple(draft if other.key == draft.key else other for other in drafts)
    else:
        replaced = (*drafts, draft)
    return tuple(other for other in replaced if other.edits)


def _settled(drafts: Drafts, changed: Mapping[ToolKey, Draft | None]) -> Drafts:
    found = (changed.get(draft.key, draft) for draft in drafts)
    return tuple(draft for draft in found if draft is not None and draft.edits)
