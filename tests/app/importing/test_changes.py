from __future__ import annotations

from app.importing.changes import changes
from tests.app.importing.servers import tool


def test_added_removed_and_changed_names() -> None:
    before = [tool("same"), tool("gone"), tool("edited", "one")]
    after = [tool("edited", "two"), tool("new"), tool("same")]
    assert changes(before, after) == "added new; removed gone; changed edited"


def test_another_order_is_no_change() -> None:
    twice = [tool("a", "1"), tool("a", "2"), tool("b")]
    assert changes(twice, twice[::-1]) == ""


def test_true_is_not_one_and_a_lost_namesake_is_a_change() -> None:
    assert changes([tool("a", x=1)], [tool("a", x=True)]) == "changed a"
    assert changes([tool("a"), tool("a")], [tool("a")]) == "changed a"


def test_long_lists_are_counted_and_names_made_safe() -> None:
    told = changes([], [tool(f"tool{number:02}\x1b") for number in range(20)])
    assert told.startswith("added tool00␛, tool01␛")
    assert told.endswith("and 12 more")
