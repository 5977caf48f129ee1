"""The explorer's start: the first ranking is worked out before there are widgets, and nothing else before it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from app.explorer.app import TriptychApp
from app.explorer.state import SEMANTIC, View
from index.events import Event
from index.live import LiveIndex
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, settled
from tests.app.explorer.until import until


async def test_words_rank_before_vectors_are_loaded(make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace()
    workspace.spaces.forget()  # as a new process finds it
    app = make_explorer(workspace, task="issue", start_live=lambda post: LiveIndex(workspace, post))
    shown = _shown_by(app)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: not shown[-1].columns[SEMANTIC].unavailable, "the vectors")
    assert shown[0].columns[SEMANTIC].unavailable == "vectors are being loaded"
    assert shown[0].columns[0].ranking.ids.tolist() == shown[-1].columns[0].ranking.ids.tolist()


async def test_the_directory_is_watched_only_after_the_first_answer(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    order: list[str] = []

    def start_live(post: Callable[[Event], None]) -> LiveIndex:
        order.append("live")
        return LiveIndex(workspace, post)

    app = make_explorer(workspace, task="issue", start_live=start_live)
    show = app.explorer.show_view

    def show_view() -> None:
        order.append("view")
        show()

    app.explorer.show_view = show_view  # type: ignore[method-assign]
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.has_moved_in, "the explorer to start")
        assert app.live is not None
    assert order.index("view") < order.index("live")


async def test_an_answer_that_comes_before_the_widgets_is_shown(make_explorer: MakeApp) -> None:
    app = make_explorer(task="issue")
    answered = threading.Event()
    post = app.worker._post

    def posted(message: object) -> object:
        answered.set()
        return post(message)  # type: ignore[arg-type]

    app.worker._post = posted
    compose = app.explorer.compose

    def late() -> object:
        assert answered.wait(30)
        return compose()

    app.explorer.compose = late  # type: ignore[assignment, method-assign]
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert app.session.view is not None
        assert app.explorer.columns[0].list.render_line(0).text.strip()


def _shown_by(app: TriptychApp) -> list[View]:
    shown: list[View] = []
    show = app.explorer.show_view

    def show_view() -> None:
        assert app.session.view is not None
        shown.append(app.session.view)
        show()

    app.explorer.show_view = show_view  # type: ignore[method-assign]
    return shown
