"""Baselines: the catalog pinned in the explorer, and files that `check` reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from app.explorer.ask_screen import LineScreen
from app.explorer.baseline_pin import Pin
from app.explorer.state import Asked, Column, View
from index.events import CatalogChanged
from index.query import Query
from index.ranking import Ranking
from index.suite.baseline import load_baseline
from tests.app.explorer.catalogs import CATALOG, write_catalog, write_server
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, lines, settled
from tests.app.explorer.suites import at_rest, write_suite
from tests.app.explorer.test_explorer import WIDE


def view_of(query: str, revision: int, *ids: int) -> View:
    numbers = np.array(ids, np.int64)
    column = Column("test", Ranking("test", numbers, np.linspace(1, 0.1, len(numbers)), len(numbers)))
    return View(Asked(1, Query(query), "toolhive"), (column, column, column), revision=revision)


def test_every_query_seen_before_the_catalog_changes_is_pinned() -> None:
    pin = Pin(view_of("first", 7, 1, 2))
    pin.note(view_of("second", 7, 3))
    pin.note(view_of("first", 8, 2, 1))
    pin.note(view_of("third", 8, 4))
    first, second = pin.of(Query("first"), "toolhive"), pin.of(Query("second"), "toolhive")
    assert first is not None
    assert first[2].tolist() == [1, 2]
    assert second is not None
    assert pin.of(Query("third"), "toolhive") is None
    assert pin.of(Query("first"), "workbench") is None


def test_old_queries_give_way() -> None:
    pin = Pin(view_of("first", 7, 1))
    for number in range(300):
        pin.note(view_of(f"query {number}", 7, 1))
    assert pin.of(Query("first"), "toolhive") is None
    assert pin.of(Query("query 299"), "toolhive") is not None


async def test_movement_is_against_the_pinned_catalog_for_the_queries_it_knows(
    make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task="refund", keywords=("refund",))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("down", "b")
        await settled(pilot)
        assert "baseline pinned" in lines(app)[0]
        write_server(workspace.directory, "payments", {**CATALOG["payments"], "list_payments": "Refund and refund."})
        app._post_live(CatalogChanged(workspace.sync()))
        await at_rest(pilot)
        assert "new" in "\n".join(lines(app))
        await pilot.press("slash", "x")
        await settled(pilot)
        assert "baseline: not this query" in lines(app)[0]
        view = app.session.view
        assert view is not None
        assert all(facts.moves is None for facts in view.facts.values())
        await pilot.press("backspace")
        await settled(pilot)
        assert "baseline pinned" in lines(app)[0]
        await pilot.press("down", "b")
        await settled(pilot)
        assert "baseline" not in lines(app)[0]


async def test_a_baseline_is_saved_and_loaded_from_the_palette(
    make_workspace: MakeWorkspace, make_explorer: MakeApp, tmp_path: Path
) -> None:
    folder = write_catalog(tmp_path / "manifests")
    write_suite(folder)
    workspace = make_workspace(folder)
    app = make_explorer(workspace, task="x")
    path = folder / "baseline.json"
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        app.router.do("suite")
        await at_rest(pilot)
        app.router.do("baseline.save")
        await pilot.pause()
        assert isinstance(app.screen, LineScreen)
        await pilot.press("enter")
        await at_rest(pilot)
        saved = load_baseline(path)
        assert [one.profile for one in saved.profiles] == ["toolhive"]
        assert len(saved.profiles[0].cases) == 5
        app.session.use_profile("workbench")
        app.tuning.refresh_suite()
        await at_rest(pilot)
        app.tuning.save_baseline(path)
        await at_rest(pilot)
        assert [one.profile for one in load_baseline(path).profiles] == ["toolhive", "workbench"]
        app.tuning.load_baseline(path)
        await at_rest(pilot)
        assert "changes against baseline.json" in lines(app)[0]
        app.tuning.load_baseline(folder / "nothing.json")
        await at_rest(pilot)
        assert any("cannot be opened" in notice.message for notice in app._notifications)
