from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from index.draft.book import DraftBook
from index.draft.draft import Draft, Field, ToolKey
from index.draft.match import match_drafts
from index.draft.shelf import Shelf
from index.tool import Parameter, Place, Tool

DESCRIPTION, NAME, PARAMETER = Field("description"), Field("name"), Field("parameter", "p")


def tool(name: str = "a", description: str = "One.", pointer: str = "/tools/0", source: str = "t.json") -> Tool:
    return Tool(name, description, "s", Place(source, pointer), (Parameter("p", "A p."), Parameter("q")))


def test_a_draft_holds_what_differs_only() -> None:
    draft = Draft.begin(tool()).edited(tool(), DESCRIPTION, "Two.").edited(tool(), PARAMETER, "New p.")
    assert draft.edited(tool(), DESCRIPTION, "One.").edits == ((PARAMETER, "New p."),)
    assert draft.apply(tool()) == Tool(
        "a", "Two.", "s", Place("t.json", "/tools/0"), (Parameter("p", "New p."), Parameter("q"))
    )


def test_undo_redo_and_discard_over_several_drafts() -> None:
    book = DraftBook()
    one, two = tool(), tool("b", pointer="/tools/1")
    book.edit(one, DESCRIPTION, "1")
    book.edit(two, NAME, "2")
    book.edit(one, PARAMETER, "3")
    assert [dict(draft.edits) for draft in book.drafts] == [{DESCRIPTION: "1", PARAMETER: "3"}, {NAME: "2"}]
    book.discard(ToolKey.of(one))
    assert [draft.key.name for draft in book.drafts] == ["b"]
    assert book.undo() and len(book.drafts) == 2
    assert book.undo() and book.undo() and book.undo()
    assert len(book.drafts) == 0 and not book.undo() and not book.can_undo
    book.redo()
    book.redo()
    assert [dict(draft.edits) for draft in book.drafts] == [{DESCRIPTION: "1"}, {NAME: "2"}]
    book.edit(one, DESCRIPTION, "other")
    assert not book.can_redo


def test_a_run_of_typing_is_one_step() -> None:
    book = DraftBook()
    for text in ("N", "Ne", "New"):
        book.edit(tool(), DESCRIPTION, text, typing=True)
    book.pause()
    book.edit(tool(), DESCRIPTION, "New text", typing=True)
    book.edit(tool(), NAME, "x", typing=True)
    assert [len(book.drafts), book.undo(), book.undo()] == [1, True, True]
    assert dict(book.drafts[0].edits) == {DESCRIPTION: "New"}
    assert book.undo() and book.drafts == () and not book.can_undo


def test_editing_back_to_the_original_ends_the_draft() -> None:
    book = DraftBook()
    book.edit(tool(), DESCRIPTION, "x")
    book.edit(tool(), DESCRIPTION, "One.")
    assert book.drafts == ()


def test_a_saved_draft_is_gone_from_every_step() -> None:
    book = DraftBook()
    book.edit(tool(), DESCRIPTION, "1")
    book.edit(tool("b", pointer="/tools/1"), DESCRIPTION, "2")
    book.settle({ToolKey.of(tool()): None})
    assert [draft.key.name for draft in book.drafts] == ["b"]
    assert book.undo() and book.drafts == () and not book.undo()


EDITS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from([DESCRIPTION, NAME]), st.sampled_from(["x", "y", "One."]))
)


@given(EDITS)
def test_undoing_everything_and_redoing_it_is_nothing(edits: list[tuple[int, Field, str]]) -> None:
    book = DraftBook()
    states = [book.drafts]
    for number, field, text in edits:
        book.edit(tool(f"t{number}", pointer=f"/{number}"), field, text)
        if book.drafts != states[-1]:
            states.append(book.drafts)
    seen = [book.drafts]
    while book.undo():
        seen.append(book.drafts)
    assert seen[::-1] == states
    while book.redo():
        pass
    assert book.drafts == states[-1]


def state_of(draft: Draft, *tools: Tool) -> tuple[str, str]:
    (matched,) = match_drafts([draft], list(enumerate(tools, 1)))
    return matched.state, "" if matched.tool is None else matched.tool.place.pointer


def test_drafts_find_their_tools_again() -> None:
    draft = Draft.begin(tool()).edited(tool(), DESCRIPTION, "Two.")
    other = tool("b", pointer="/tools/0")
    assert state_of(draft, tool()) == ("same", "/tools/0")
    assert state_of(draft, other, tool(pointer="/tools/1")) == ("moved", "/tools/1")
    assert state_of(draft, tool(source="new.json")) == ("moved", "/tools/0")
    assert state_of(draft, tool(description="Theirs.")) == ("changed", "/tools/0")
    assert state_of(draft, tool(description="Two.")) == ("saved", "/tools/0")
    assert state_of(draft, other) == ("gone", "")
    assert state_of(draft) == ("gone", "")
    twins = (tool(pointer="/tools/3"), tool(pointer="/tools/4"))
    assert state_of(draft, *twins) == ("gone", ""), "which of two equal ones it was cannot be told"
    renaming = Draft.begin(tool()).edited(tool(), NAME, "new")
    assert state_of(renaming, tool("new")) == ("saved", "/tools/0")


def test_drafts_survive_a_restart(tmp_path: Path) -> None:
    drafts = (
        Draft.begin(tool()).edited(tool(), DESCRIPTION, 'é "x"\n\x00').edited(tool(), PARAMETER, ""),
        Draft.begin(tool("b")).edited(tool("b"), NAME, "c"),
    )
    shelf = Shelf.of(tmp_path / "watched", tmp_path / "state")
    assert shelf.load() == ((), "")
    assert shelf.save(drafts) == ""
    assert Shelf.of(tmp_path / "watched", tmp_path / "state").load() == (drafts, "")
    assert Shelf.of(tmp_path / "other", tmp_path / "state").load() == ((), "")
    shelf.save(())
    assert not shelf.path.exists()


def test_a_damaged_file_is_kept_aside(tmp_path: Path) -> None:
    shelf = Shelf.of(tmp_path, tmp_path / "state")
    shelf.save((Draft.begin(tool()).edited(tool(), NAME, "c"),))
    for damage in ("{", json.dumps({"drafts": [{"source": 3}]}), "[]"):
        shelf.path.write_text(damage)
        drafts, line = shelf.load()
        assert drafts == () and "was kept as" in line
        assert shelf.path.with_suffix(".damaged.json").read_text() == damage


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    assert "cannot be kept" in Shelf.of(tmp_path, tmp_path / "state").save(
        (Draft.begin(tool()).edited(tool(), NAME, "c"),)
    )
