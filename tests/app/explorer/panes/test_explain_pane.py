"""The explain pane at the keyboard."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from app.explorer.panes.explain_marks import marked_texts
from app.explorer.panes.explain_messages import EffectsMeasured, ExplanationMade
from app.explorer.panes.explain_pane import ExplainPane
from app.explorer.panes.two_columns import TwoColumns
from index.draft.draft import Draft, Field
from index.embedder import Vector
from index.explain.lexical import LexicalExplanation
from index.explain.occlusion import WordEffect
from index.query import Query
from tests.app.explorer.catalogs import WordEmbedder
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.panes.waiting import explained
from tests.app.explorer.until import until
from tests.index.catalog import tool

SIZE = (120, 40)
TASK, KEYWORDS = "create an issue", ("issue", "ticket", "data")


def pane_text(pane: ExplainPane) -> str:
    return "\n".join(lines(pane.app))  # type: ignore[arg-type]


async def test_it_says_what_to_change_and_shows_the_arithmetic(make_explorer: MakeApp) -> None:
    app = make_explorer(task=TASK, keywords=KEYWORDS)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x", "down")
        pane = await explained(pilot)
        text = pane_text(pane)
        assert "What to change" in text
        assert "ticket" in text and "nowhere" in text
        assert "left out: noise" in text
        assert "By words" in text and "By meaning" in text and "Together" in text
        assert "What each word does" in text


async def test_it_follows_the_selection_and_the_typing(make_explorer: MakeApp) -> None:
    app = make_explorer(task=TASK, keywords=KEYWORDS)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        pane = await explained(pilot)
        first = pane.found
        await pilot.press("down")
        second = (await explained(pilot)).found
        assert first is not None and second is not None
        assert second.tool_id == app.session.selected != first.tool_id
        await pilot.press("slash", "end", *" now")
        third = (await explained(pilot)).found
        assert third is not None and third.query.description == "create an issue now"


async def test_x_again_goes_back_and_stops_measuring(make_explorer: MakeApp) -> None:
    app = make_explorer(task=TASK)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        pane = await explained(pilot)
        asked = pane.asked
        await pilot.press("x", "down")
        await settled(pilot)
        assert not pane.display
        assert pane.asked == asked
        await pilot.press("x")
        await explained(pilot)
        assert pane.asked == asked + 1


async def test_late_answers_are_dropped(make_explorer: MakeApp) -> None:
    app = make_explorer(task=TASK)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        pane = await explained(pilot)
        found = pane.found
        pane.post_message(ExplanationMade(pane.asked - 1, None))
        pane.post_message(EffectsMeasured(pane.asked - 1, (), True))
        await pilot.pause()
        assert pane.found is found
        assert pane.effects


async def test_effects_that_come_before_the_explanation_are_kept(make_explorer: MakeApp) -> None:
    app = make_explorer(task=TASK)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x", "down")
        await explained(pilot)
        pane = app.explorer.query_one(ExplainPane)
        found, effects = pane.found, pane.effects
        await pilot.press("up")
        await explained(pilot)
        assert pane.found is not None and found is not None and pane.found.tool != found.tool
        pane.asked += 1
        pane.post_message(EffectsMeasured(pane.asked, effects, True))
        await pilot.pause()
        assert pane.found.tool != found.tool
        pane.post_message(ExplanationMade(pane.asked, found))
        await pilot.pause()
        assert pane.effects == effects
        assert "What each word does" in pane_text(pane)


class HeldEmbedder(WordEmbedder):
    """Embeds passages only while `free` is set, once `hold` was called."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.free.set()
        self.waits = threading.Event()

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        if not self.free.is_set():
            self.waits.set()
            assert self.free.wait(20)
        return super().embed_passages(texts)


async def test_the_explanation_does_not_wait_for_the_words(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    embedder = HeldEmbedder()
    app = make_explorer(make_workspace(embedder=embedder), task=TASK)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        embedder.free.clear()
        await pilot.press("down", "x")
        pane = app.explorer.query_one(ExplainPane)
        await until(pilot, lambda: embedder.waits.is_set() and pane.shown == pane.asked, "the model to be asked")
        assert pane.measured < pane.asked
        assert "What to change" in pane_text(pane)
        assert "What each word does" not in pane_text(pane)
        embedder.free.set()
        await explained(pilot)
        assert "What each word does" in pane_text(pane)


async def test_without_a_model_words_are_explained_and_nothing_is_measured(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    workspace.embedder = None
    workspace.spaces._embedder = None
    app = make_explorer(workspace, task=TASK)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        pane = await explained(pilot)
        assert "switched off" in pane_text(pane)
        assert pane.effects == ()


class FailingEmbedder(WordEmbedder):
    def __init__(self) -> None:
        self.broken = False

    def embed_passages(self, texts: Sequence[str], adapter: float = 0.0) -> Vector:
        if self.broken:
            raise RuntimeError("the model stopped")
        return super().embed_passages(texts)


async def test_a_model_that_fails_leaves_the_explanation(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    embedder = FailingEmbedder()
    app = make_explorer(make_workspace(embedder=embedder), task=TASK)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        embedder.broken = True
        await pilot.press("down", "x")
        pane = await explained(pilot)
        assert "What to change" in pane_text(pane)
        assert "the model stopped" in pane_text(pane)


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
async def test_it_fits_other_sizes(make_explorer: MakeApp, size: tuple[int, int]) -> None:
    app = make_explorer(task=TASK, keywords=KEYWORDS, profile="workbench")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        assert "What to change" in pane_text(await explained(pilot))


async def test_a_draft_is_explained_as_it_would_be(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task=TASK, keywords=("zebra",))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        before = (await explained(pilot)).found
        assert before is not None and "zebra" in before.absent
        draft = Draft.begin(before.tool).edited(before.tool, Field("description"), "Paints a zebra.")
        app.session.choose(before.tool_id)
        app.session.use_drafts((draft,))
        found = (await explained(pilot)).found
        assert found is not None and found.tool.description == "Paints a zebra."
        assert isinstance(found.lexical, LexicalExplanation) and found.lexical.rank == 1
        assert "zebra" not in found.absent


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_all_of_it_can_be_scrolled_to(make_explorer: MakeApp, size: tuple[int, int]) -> None:
    app = make_explorer(task=TASK, keywords=KEYWORDS, profile="triptych")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("down", "x")
        pane = await explained(pilot)
        assert "Together" in pane_text(pane)
        pane.query_one(TwoColumns).focus()
        await pilot.press("end")
        await pilot.pause()
        assert "By meaning" in pane_text(pane) and "sum" in pane_text(pane)
        await pilot.press("home")
        await pilot.pause()
        assert "Together" in pane_text(pane)


def test_marks_say_by_how_much_not_only_by_colour() -> None:
    effects = (
        WordEffect("description", 0, 4, "Send", 0.2),
        WordEffect("description", 7, 11, "mail", -0.1),
        WordEffect("description", 5, 6, "a", 0.001),
    )
    text = marked_texts(Query("send"), tool("send_mail", "Send a mail.\x1b[31m"), effects).plain
    assert "Send +0.20 a mail -0.10." in text
    assert "\x1b" not in text
