"""The user's drafts: typed into, taken back, kept on the shelf. On the UI's thread; no widgets here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.explorer.session import Session
from index.draft.book import DraftBook
from index.draft.draft import Draft, Field, ToolKey, text_hash
from index.draft.match import SAME, SAVED, Matched
from index.tool import Tool


class DraftDesk:
    """`states` says by tool what became of the drafts' tools in the manifests: "same", "changed", "gone", ..."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.book = DraftBook()
        self.states: dict[ToolKey, str] = {}

    @property
    def tool(self) -> Tool | None:
        """The selected tool as its manifest has it."""
        held = self._session.tool
        return held[1] if held is not None and held[0] == self._session.selected else None

    @property
    def draft(self) -> Draft | None:
        """The selected tool's draft."""
        return self.book.of(ToolKey.of(self.tool)) if self.tool is not None else None

    def type(self, key: ToolKey, field: Field, text: str) -> bool:
        """Take over a text of the selected tool; whether it was of that tool."""
        if self.tool is None or ToolKey.of(self.tool) != key:
            return False
        self.book.edit(self.tool, field, text, typing=True)
        return True

    def discard(self) -> bool:
        """Drop the selected tool's draft; whether there was one."""
        draft = self.draft
        if draft is not None:
            self.book.discard(draft.key)
        return draft is not None

    def take_kept(self, drafts: Iterable[Draft]) -> None:
        """The drafts of the last run, below those begun meanwhile."""
        begun = {draft.key for draft in self.book.drafts}
        self.book = DraftBook((*(draft for draft in drafts if draft.key not in begun), *self.book.drafts))

    def take_matches(self, matches: Iterable[tuple[ToolKey, Matched]]) -> tuple[str, ...]:
        """The manifests were read anew: saved drafts are done with, others follow their tools.

        Returns the names of the drafts that are done with.
        """
        changed: dict[ToolKey, Draft | None] = {}
        done = []
        for key, match in matches:
            present = self.book.of(key)
            if present is None:
                continue
            if match.state == SAVED and present.edits == match.draft.edits:
                changed[key] = None
                done.append(key.name)
            elif match.draft.key != key:
                changed[key] = replace(present, key=match.draft.key)
            self.states[match.draft.key] = match.state
        self.book.settle(changed)
        return tuple(done)

    def use_on_present(self, draft: Draft) -> Draft | None:
        """The draft begun anew on the tool as the manifest has it now; None where that tool is not selected."""
        if self.tool is None or ToolKey.of(self.tool) != draft.key:
            return None
        anew = replace(draft, original=text_hash(self.tool))
        self.book.settle({draft.key: anew})
        return anew

    def state_of(self, draft: Draft) -> str:
        """What became of its tool since it was begun."""
        return self.states.get(draft.key, SAME)
