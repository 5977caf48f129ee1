"""Pictures of the explorer, compared with those in git. `pytest --snapshot-update` after a deliberate change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.explorer.app import TriptychApp
from index.events import Event, VectorsChanged
from index.vectors.spaces import semantic_engines
from index.workspace import Workspace
from tests.app.explorer.catalogs import CATALOG, write_server
from tests.app.explorer.conftest import MakeApp, MakeWorkspace, settled

SnapCompare = Callable[..., bool]


def after(*keys: str) -> Callable[[Pilot[None]], object]:
    async def run(pilot: Pilot[None]) -> None:
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return run


@pytest.fixture
def searching(make_explorer: MakeApp) -> TriptychApp:
    return make_explorer(task="create an issue for a customer", keywords=("issue", "customer"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_main_screen(snap_compare: SnapCompare, searching: TriptychApp, size: tuple[int, int]) -> None:
    assert snap_compare(searching, terminal_size=size, run_before=after("down", "down", "down"))


def test_the_selected_tool_is_out_of_sight(snap_compare: SnapCompare, searching: TriptychApp) -> None:
    assert snap_compare(searching, terminal_size=(120, 24), run_before=after("down", "left", "end", "home", "pagedown"))


def test_movement_after_a_save(
    snap_compare: SnapCompare, make_workspace: MakeWorkspace, make_explorer: MakeApp
) -> None:
    workspace = make_workspace()
    app = make_explorer(workspace, task="create an issue", keywords=("issue",))

    async def save(pilot: Pilot[None]) -> None:
        await after("down")(pilot)  # type: ignore[misc]
        edited = {**CATALOG["jira"], "jira_add_comment": "Issue issue issue: create an issue comment."}
        write_server(workspace.directory, "jira", edited)
        workspace.sync()
        workspace.embed()
        app.session.catalog_changed()
        await settled(pilot)

    assert snap_compare(app, terminal_size=(120, 40), run_before=save)


def test_light_theme(snap_compare: SnapCompare, searching: TriptychApp) -> None:
    async def run(pilot: Pilot[None]) -> None:
        await settled(pilot)
        pilot.app.theme = "triptych-light"
        await after("down", "down")(pilot)  # type: ignore[misc]

    assert snap_compare(searching, terminal_size=(120, 40), run_before=run)


def test_without_colour(snap_compare: SnapCompare, make_explorer: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_explorer(task="create an issue", keywords=("issue",))
    assert snap_compare(app, terminal_size=(120, 40), run_before=after("down", "down"))


def test_no_query(snap_compare: SnapCompare, make_explorer: MakeApp) -> None:
    assert snap_compare(make_explorer(), terminal_size=(80, 24), run_before=after())


def test_no_tools(
    snap_compare: SnapCompare, make_workspace: MakeWorkspace, make_explorer: MakeApp, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert snap_compare(make_explorer(make_workspace(folder)), terminal_size=(80, 24), run_before=after())


def test_vectors_are_missing(snap_compare: SnapCompare, make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace(embed=False)
    app = make_explorer(workspace, task="create an issue", start_live=lambda post: StillLive(workspace, post))
    assert snap_compare(app, terminal_size=(120, 40), run_before=after())


def test_help(snap_compare: SnapCompare, searching: TriptychApp) -> None:
    assert snap_compare(searching, terminal_size=(120, 40), run_before=after("down", "question_mark"))


def test_problems(snap_compare: SnapCompare, make_workspace: MakeWorkspace, make_explorer: MakeApp) -> None:
    workspace = make_workspace()
    (workspace.directory / "manifest.json").write_text('{"tools": [\n  {"name": \n', "utf-8")
    write_server(workspace.directory, "notes", {"add note": "x", "list_notes": "", "create_issue": "Open an issue."})
    workspace.sync()
    app = make_explorer(workspace, task="issue")
    assert snap_compare(app, terminal_size=(120, 40), run_before=after("down", "exclamation_mark"))


class StillLive:
    """Stands where the live index would, and makes no vectors: the state while they are being made, held still."""

    def __init__(self, workspace: Workspace, post: Callable[[Event], None]) -> None:
        self._workspace, self._post = workspace, post

    def start(self) -> None:
        for name in self._workspace.spaces.refresh(semantic_engines(self._workspace.profiles)):
            self._post(VectorsChanged(name, 0, self._workspace.status().tools))

    def stop(self) -> None:
        pass

    def want(self, space_names: object, first_ids: object = ()) -> None:
        pass
