"""What makes painting cheap: lines that are freed, and a search that does not wait for its letter."""

from __future__ import annotations

import gc
import threading
import weakref

from rich.segment import Segment

from app.explorer.widgets.painted import Line
from tests.app.explorer.conftest import MakeApp, settled
from tests.app.explorer.until import until


def test_a_painted_line_is_freed_at_once() -> None:
    line = Line([Segment("twelve cells")], 12)
    assert [part.text for part in line.divide([6, 12])] == ["twelve", " cells"]
    line = Line([Segment("twelve cells")], 12)
    assert line.divide([12, 13]) == [line]  # the scroll bar's cut lies beyond its end
    alive = weakref.ref(line)
    gc.disable()
    try:
        del line
        assert alive() is None
    finally:
        gc.enable()


async def test_the_ranking_is_asked_for_before_the_letter_is_painted(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        asked = app.session.asked
        app.explorer.inputs.description.value = "issue"
        assert (app.session.query.description, app.session.asked) == ("issue", asked + 1)
        app.explorer.inputs.keywords.value = "customer"
        assert (app.session.query.keywords, app.session.asked) == (("customer",), asked + 2)
        await settled(pilot)
        assert app.session.view is not None
        assert app.session.view.asked.query == app.session.query


async def test_the_inputs_first_texts_ask_for_nothing(make_explorer: MakeApp) -> None:
    app = make_explorer(task="create an issue")
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        assert app.session.asked == app.session.done
        assert app.session.query.description == "create an issue"


async def test_reading_waits_for_a_key_to_be_answered_and_no_longer(make_explorer: MakeApp) -> None:
    app = make_explorer()
    waited: list[bool] = []

    class Told(threading.Event):
        def clear(self) -> None:
            super().clear()
            waited.append(True)

        def set(self) -> None:
            super().set()
            waited.append(False)

    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        app._calm = Told()
        app._calm.set()
        await pilot.press("i")
        await until(pilot, app._calm.is_set, "the letter to be painted")
        assert waited == [False, True, False]
        app.give_way()  # returns at once


async def test_the_next_key_is_expected_for_a_moment(make_explorer: MakeApp) -> None:
    app = make_explorer()
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        assert app.typed_for() == 0
        app._last_key = float("inf")
        await pilot.press("i")
        assert app.typed_for() <= 0.3  # it was counted anew
        await until(pilot, lambda: app.typed_for() == 0, "the moment to pass")
