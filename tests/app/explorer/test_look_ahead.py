"""While nobody types, the model embeds what the next letter is likely to make of the query."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from app.assets import NEXT_LETTERS, asset
from app.explorer.app import TriptychApp
from app.explorer.messages import CatalogRead
from app.explorer.state import Asked
from index.embedder import Embedder, Vector
from index.foresight import Foresight
from index.query import Query
from index.text.next_letters import NextLetters, learn
from tests.app.explorer.catalogs import WordEmbedder
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, settled
from tests.app.explorer.test_worker import PATIENCE, Desk, HeldEmbedder, ask, desks
from tests.app.explorer.until import until

__all__ = ["desks"]


class ListeningEmbedder(WordEmbedder):
    """Remembers which queries it embedded, and how much the adapter was to count."""

    def __init__(self) -> None:
        self.queries: list[tuple[str, float]] = []

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.queries]

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        self.queries.append((text, adapter))
        return super().embed_query(text)


MakeAhead = Callable[..., TriptychApp]


@pytest.fixture
def model() -> ListeningEmbedder:
    return ListeningEmbedder()


@pytest.fixture
def make_ahead(model: ListeningEmbedder, make_explorer: MakeApp, make_workspace: MakeWorkspace) -> MakeAhead:
    """The explorer with foresight, over a model that tells what it embedded."""

    def make(*learned: str, **choices: Any) -> TriptychApp:
        letters = NextLetters(learn(learned, 2, 1)) if learned else NextLetters.read(asset(NEXT_LETTERS))
        workspace = make_workspace(embedder=Foresight(model))
        return make_explorer(workspace, letters=lambda: letters, **choices)

    return make


async def embedded(pilot: Pilot[None], model: ListeningEmbedder, *texts: str) -> None:
    await until(pilot, lambda: set(texts) <= set(model.texts), f"the model to embed {texts}, not only {model.texts}")


async def test_a_likely_word_is_embedded_before_its_last_letter_is_typed(
    make_ahead: MakeAhead, model: ListeningEmbedder
) -> None:
    app = make_ahead()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press(*"creat")
        await settled(pilot)
        await embedded(pilot, model, "creat", "create")
        assert app.session.query.description == "creat"
        await pilot.press("e")
        await settled(pilot)
        await embedded(pilot, model, "created")
        assert model.texts.count("create") == 1, "what was embedded ahead is used"


async def test_the_letter_is_guessed_at_the_cursor(make_ahead: MakeAhead, model: ListeningEmbedder) -> None:
    app = make_ahead("zebra", "zeal")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press(*"ze file", *["left"] * 5, "x", "backspace")
        await settled(pilot)
        await embedded(pilot, model, "zeb file", "zea file")


async def test_keywords_are_guessed_where_they_are_typed(make_ahead: MakeAhead, model: ListeningEmbedder) -> None:
    app = make_ahead("zebra", "zeal", task="refund", profile="triptych")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("tab", *"ze")
        await settled(pilot)
        assert app.session.query == Query("refund", ("ze",))
        await embedded(pilot, model, "refund zeb", "refund zea")


async def test_nothing_is_embedded_ahead_without_letters_to_guess_by(
    model: ListeningEmbedder, make_explorer: MakeApp, make_workspace: MakeWorkspace
) -> None:
    async with make_explorer(make_workspace(embedder=Foresight(model))).run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press(*"creat")
        await settled(pilot)
        assert set(model.texts) <= {"c", "cr", "cre", "crea", "creat"}


def test_guesses_are_embedded_as_the_profile_searched_last_embeds_queries(
    make_workspace: MakeWorkspace, desks: list[Desk], model: ListeningEmbedder
) -> None:
    desk = opened(make_workspace, desks, model)
    desk.worker.look_ahead([Query("before", ())])
    answer(desk, 1, "refund", "triptych")
    adapter = model.queries[-1][1]
    assert adapter > 0
    look_ahead(desk, Query("get_issue", ("jira",)))
    assert model.queries == [("refund", adapter), ("get issue jira", adapter)]
    answer(desk, 2, "refund", "toolhive")
    look_ahead(desk, Query("get_issue", ("jira",)))
    assert model.queries[2:] == [("refund", 0.0), ("get_issue", 0.0)]


def test_what_has_nothing_to_embed_is_not_guessed(
    make_workspace: MakeWorkspace, desks: list[Desk], model: ListeningEmbedder
) -> None:
    desk = opened(make_workspace, desks, model)
    answer(desk, 1, "refund", "triptych")
    look_ahead(desk, Query("?!", ()), Query("refunds", ()))
    assert model.texts == ["refund", "refunds"]


def test_a_search_ends_guessing(make_workspace: MakeWorkspace, desks: list[Desk], model: ListeningEmbedder) -> None:
    desk = opened(make_workspace, desks, model)
    answer(desk, 1, "refund", "toolhive")
    with desk.worker._wake:  # the worker takes up nothing before both are there
        desk.worker.look_ahead([Query("refunds", ())])
        desk.worker.search(ask(2, "invoice"))
    desk.view()
    wait(desk)
    assert model.texts == ["refund", "invoice"]


def test_a_search_without_a_model_ends_guessing_as_well(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    model = HeldEmbedder()
    desk = opened(make_workspace, desks, model)
    answer(desk, 1, "refund", "toolhive")
    desk.worker.look_ahead([Query("slow one", ()), Query("slow two", ())])
    assert model.entered.wait(PATIENCE)
    answer(desk, 2, "refund", "fts4")
    model.go_on.set()
    wait(desk)
    assert model.asked == ["slow one"]


def opened(make_workspace: MakeWorkspace, desks: list[Desk], model: Embedder) -> Desk:
    desk = Desk(make_workspace(embedder=Foresight(model)))
    desks.append(desk)
    return desk


def answer(desk: Desk, generation: int, text: str, profile: str) -> None:
    desk.worker.search(Asked(generation, Query(text, ()), profile))
    assert desk.view().view.asked.generation == generation


def look_ahead(desk: Desk, *queries: Query) -> None:
    desk.worker.look_ahead(queries)
    wait(desk)


def wait(desk: Desk) -> None:
    """Until the worker has done all it was asked for, and the model all that was guessed."""
    desk.worker.read_catalog()
    while not isinstance(desk.next(), CatalogRead):
        pass
    for thread in threading.enumerate():
        if thread.name == "triptych-ahead":
            thread.join(PATIENCE)
            assert not thread.is_alive()
