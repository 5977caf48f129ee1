"""The explorer's state, without a screen and without a thread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from app.explorer.session import Session, split_keywords
from app.explorer.state import Asked, Column, Facts, View
from app.explorer.worker import Worker
from index.query import Query
from index.ranking import Ranking
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, settled
from tests.index.catalog import tool


def view_of(asked: Asked, ids: Iterable[int]) -> View:
    numbers = np.array(list(ids), np.int64)
    ranking = Ranking("test", numbers, np.linspace(1, 0.1, len(numbers)), len(numbers))
    column = Column("test", ranking)
    facts = {int(n): Facts(f"tool {n}", "s", (1, 1, 1), (1.0, 1.0, 1.0)) for n in numbers}
    return View(asked, (column, column, column), MappingProxyType(facts))


class Recorder(Worker):
    """A worker that is never started: requests are written down."""

    asked: list[Asked]
    loaded: tuple[int, ...] = ()

    def search(self, asked: Asked) -> None:
        self.asked = [*getattr(self, "asked", []), asked]

    def load_tool(self, tool_id: int) -> None:
        self.loaded += (tool_id,)


@pytest.fixture
def session(make_workspace: MakeWorkspace) -> Session:
    workspace = make_workspace(embed=False)
    return Session(workspace, Recorder(workspace, lambda _message: None), "toolhive", Query())


def requests(session: Session) -> list[Asked]:
    assert isinstance(session.worker, Recorder)
    return session.worker.asked


def test_a_late_answer_is_dropped(session: Session) -> None:
    session.type("first", "")
    session.type("second", "")
    first, second = requests(session)
    assert not session.take_view(view_of(first, [1, 2]))
    assert session.view is None
    assert session.take_view(view_of(second, [3, 4]))
    assert session.done == session.asked
    assert not session.take_view(view_of(first, [1, 2]))


def test_an_older_answer_to_the_same_question_is_shown_until_the_newer_one_comes(session: Session) -> None:
    session.type("first", "")
    session.catalog_changed()
    before, after = requests(session)
    assert session.take_view(view_of(before, [1, 2]))
    assert (session.done, session.asked) == (1, 2)
    assert session.take_view(view_of(after, [2, 1]))
    assert session.done == session.asked
    session.use_profile("substring")
    assert not session.take_view(view_of(after, [1, 2]))


def test_the_same_text_asks_nothing(session: Session) -> None:
    assert session.type("refund", "a, b")
    assert not session.type("refund", "a ,b")
    assert len(requests(session)) == 1


def test_a_save_does_not_take_the_place_of_the_tool_that_is_on_its_way(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    session.take_tool(5, tool("five"))
    session.choose(6)
    session.catalog_changed()
    assert isinstance(session.worker, Recorder)
    assert session.worker.loaded[-1] == 6


def test_the_selection_follows_the_best_hit_until_the_user_picks(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    assert session.selected == 5
    session.choose(6)
    session.type("b", "")
    session.take_view(view_of(requests(session)[-1], [7, 6]))
    assert session.selected == 6
    session.follow_best()
    assert session.selected == 7


def test_a_save_never_moves_the_selection(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    session.catalog_changed()
    session.take_view(view_of(requests(session)[-1], [6, 5]))
    assert session.selected == 5


def test_a_selected_tool_that_is_gone_gives_way_to_the_best(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    session.choose(6)
    session.catalog_changed()
    session.take_view(view_of(requests(session)[-1], [5]))
    assert session.selected == 5
    assert not session.chosen


def test_after_a_save_movement_is_against_before_until_the_query_changes(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    assert requests(session)[-1].compared is None
    session.catalog_changed()
    compared = requests(session)[-1].compared
    assert compared is not None
    assert compared[0].tolist() == [5, 6]
    session.take_view(view_of(requests(session)[-1], [6, 5]))
    session.catalog_changed()
    again = requests(session)[-1].compared
    assert again is not None
    assert again[0].tolist() == [5, 6], "a second save still compares with the state before the first"
    session.type("ab", "")
    assert requests(session)[-1].compared is None


def lacking(view: View, alert: str, unavailable: str) -> View:
    lexical, semantic, fused = view.columns
    return replace(view, columns=(lexical, replace(semantic, alert=alert, unavailable=unavailable), fused))


@pytest.mark.parametrize(("alert", "unavailable"), [("3 of 9 tools embedded", ""), ("", "vectors are loading")])
def test_a_first_view_that_lacks_vectors_is_neither_kept_to_nor_compared_with(
    session: Session, alert: str, unavailable: str
) -> None:
    session.type("a", "")
    session.take_view(lacking(view_of(requests(session)[-1], [5, 6]), alert, unavailable))
    session.catalog_changed()
    assert requests(session)[-1].compared is None, "all tools would look new"
    session.take_view(view_of(requests(session)[-1], [6, 5]))
    assert session.selected == 6, "the best hit of the whole ranking, since the user has not picked"


def test_vectors_that_follow_a_save_do_not_move_the_selection(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    session.catalog_changed()
    session.take_view(lacking(view_of(requests(session)[-1], [6, 5]), "8 of 9 tools embedded", ""))
    session.ask()
    session.take_view(view_of(requests(session)[-1], [6, 5]))
    assert session.selected == 5


def test_pinned_rankings_are_compared_with_wherever_they_fit(session: Session) -> None:
    session.type("a", "")
    session.take_view(view_of(requests(session)[-1], [5, 6]))
    assert session.toggle_pin()
    session.type("b", "")
    assert requests(session)[-1].compared is None
    session.type("a", "")
    compared = requests(session)[-1].compared
    assert compared is not None
    assert compared[2].tolist() == [5, 6]
    assert not session.toggle_pin()
    assert requests(session)[-1].compared is None


def test_only_the_newest_failure_counts(session: Session) -> None:
    session.type("a", "")
    session.type("b", "")
    assert not session.take_failure(1, "old")
    assert session.take_failure(2, "new")
    assert session.done == session.asked


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        ("jira ticket", ("jira", "ticket")),
        ("jira, close ticket", ("jira", "close ticket")),
        (" , a,,b ", ("a", "b")),
        ("one,", ("one",)),
    ],
)
def test_commas_separate_keywords_else_spaces_do(text: str, words: tuple[str, ...]) -> None:
    assert split_keywords(text) == words


async def test_a_keyword_with_a_space_stays_one_while_the_task_is_typed(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    app = make_explorer(make_workspace(), task="create", keywords=("jira ticket",))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("end", "x")
        await settled(pilot)
        assert app.session.query == Query("createx", ("jira ticket",))
