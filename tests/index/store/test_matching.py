"""Ids survive edits, and no id is given twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from index.store.matching import Held, match_tools
from index.tool import Place, Tool


def _tool(name: str, pointer: str) -> Tool:
    return Tool(name, "", "", Place("a.json", pointer))


def test_the_same_name_at_the_same_place_wins_over_the_same_name_elsewhere() -> None:
    held = [Held(1, "get", "/tools/0"), Held(2, "get", "/tools/1")]
    assert match_tools(held, [_tool("get", "/tools/1"), _tool("get", "/tools/0")]) == (2, 1)


def test_a_tool_that_moved_in_its_file_keeps_its_id() -> None:
    held = [Held(1, "get", "/tools/0"), Held(2, "put", "/tools/1")]
    new = [_tool("list", "/tools/0"), _tool("get", "/tools/1"), _tool("put", "/tools/2")]
    assert match_tools(held, new) == (None, 1, 2)


def test_a_renamed_tool_keeps_its_id() -> None:
    held = [Held(1, "get", "/tools/0"), Held(2, "put", "/tools/1")]
    assert match_tools(held, [_tool("fetch", "/tools/0"), _tool("put", "/tools/1")]) == (1, 2)


_NAMES = st.sampled_from(["a", "b", "c"])
_POINTERS = st.sampled_from(["/0", "/1", "/2", "/3"])


@given(st.lists(st.tuples(_NAMES, _POINTERS), max_size=6), st.lists(st.tuples(_NAMES, _POINTERS), max_size=6))
def test_every_id_is_given_at_most_once_and_no_name_goes_without_need(
    before: list[tuple[str, str]], after: list[tuple[str, str]]
) -> None:
    held = [Held(number, *entry) for number, entry in enumerate(before, 1)]
    ids = match_tools(held, [_tool(*entry) for entry in after])
    given_ids = [tool_id for tool_id in ids if tool_id is not None]
    assert len(set(given_ids)) == len(given_ids)
    for name in "abc":
        kept = sum(tool_id is not None and before[tool_id - 1][0] == name for tool_id in ids)
        had, has = (sum(entry[0] == name for entry in entries) for entries in (before, after))
        assert kept >= min(had, has)
