"""A real workspace over a temporary folder, and the explorer on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.assets import PROFILES, asset
from app.explorer.app import StartLive, TriptychApp
from app.explorer.session import split_keywords
from index.embedder import Embedder
from index.profile import load_profiles
from index.query import Query
from index.text.next_letters import NextLetters
from index.workspace import Workspace
from tests.app.explorer.catalogs import WordEmbedder, write_catalog
from tests.app.explorer.until import until

MakeWorkspace = Callable[..., Workspace]
MakeApp = Callable[..., TriptychApp]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def make_workspace(tmp_path: Path) -> Iterator[MakeWorkspace]:
    """Opens, reads and embeds a folder; closed after the test."""
    opened: list[Workspace] = []

    def make(folder: Path | None = None, *, embedder: Embedder | None = None, embed: bool = True) -> Workspace:
        folder = write_catalog(tmp_path / "manifests") if folder is None else folder
        workspace = Workspace(
            folder,
            index_path=tmp_path / f"index-{len(opened)}.sqlite",
            profiles=load_profiles(asset(PROFILES)),
            embedder=embedder or WordEmbedder(),
        )
        opened.append(workspace)
        workspace.sync()
        if embed:
            workspace.embed()
        return workspace

    yield make
    for workspace in opened:
        workspace.close()


@pytest.fixture
def make_explorer(make_workspace: MakeWorkspace) -> MakeApp:
    """The explorer on a workspace, with a clock that stands still and a name for the folder that never changes."""

    def make(
        workspace: Workspace | None = None,
        *,
        task: str = "",
        keywords: tuple[str, ...] = (),
        profile: str = "toolhive",
        start_live: StartLive | None = None,
        letters: Callable[[], NextLetters] | None = None,
    ) -> TriptychApp:
        return TriptychApp(
            workspace or make_workspace(),
            start_live=start_live,
            profile=profile,
            query=Query(task, keywords),
            clock=lambda: 0.0,
            directory="~/mcp/manifests",
            letters=letters,
        )

    return make


async def settled(pilot: Pilot[None]) -> TriptychApp:
    """Wait until every request is answered and painted."""
    app = pilot.app
    assert isinstance(app, TriptychApp)
    while True:
        await until(pilot, lambda: _is_settled(app), "the explorer to settle")
        asked, shown = app.session.asked, lines(app)
        await pilot.pause()
        if _is_settled(app) and app.session.asked == asked and lines(app) == shown:
            return app


def _is_settled(app: TriptychApp) -> bool:
    session, inputs = app.session, app.explorer.inputs
    typed = Query(inputs.description.value, split_keywords(inputs.keywords.value))
    answered = 0 < session.asked == session.done
    return (
        app.has_moved_in
        and answered
        and session.query == typed
        and session.catalog is not None
        and session.is_complete
        and app.explorer.is_painted
        and not _is_laying_out(app)
    )


def _is_laying_out(app: TriptychApp) -> bool:
    """A scroll bar that comes or goes takes a second layout; Textual tells of that only in these."""
    screen = app.screen
    return bool(screen._layout_required or screen._repaint_required or screen._dirty_widgets)


def lines(app: TriptychApp) -> list[str]:
    """What the terminal shows, a string a line."""
    screen = app.screen
    return ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]
