"""Puts the parts together: the same for every verb, the explorer and the tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.assets import (
    NEXT_LETTERS,
    PROFILES,
    QUERY_ADAPTER,
    QUERY_ADAPTER_SHA256,
    TEXT_ADAPTER,
    TEXT_ADAPTER_SHA256,
    asset,
)
from app.settings import DEFAULT_PROFILE, Settings
from index.embedder import Embedder
from index.errors import ProfileError
from index.foresight import Foresight
from index.profile import Profile, load_profiles, parse_profile
from index.store.location import default_index_path
from index.workspace import Workspace

if TYPE_CHECKING:
    from app.explorer.app import TriptychApp
    from index.draft.shelf import Shelf
    from index.events import Event
    from index.live import LiveIndex
    from index.text.next_letters import NextLetters
    from models.embedder import Settings as ModelSettings

Notice = Callable[[str], None]


def open_embedder(settings: Settings, on_event: Callable[[str, str], None] | None = None) -> Embedder | None:
    """The model in its child processes (started when first asked), or None with `--no-semantic`.

    Raises:
        ModelFileError: there is no such file, or it is not a GGUF embedding model.

    """
    if not settings.semantic:
        return None
    from models.embedder import GgufEmbedder

    return GgufEmbedder(settings.model, on_event, model_settings())


def model_settings() -> ModelSettings:
    """How models are run: with the bundled adapters, where they fit."""
    from models.adapter import AdapterFile
    from models.embedder import Settings as ModelSettings

    return ModelSettings(
        AdapterFile(asset(QUERY_ADAPTER), QUERY_ADAPTER_SHA256), AdapterFile(asset(TEXT_ADAPTER), TEXT_ADAPTER_SHA256)
    )


def open_workspace(settings: Settings, embedder: Embedder | None, notice: Notice | None = None) -> Workspace:
    """The directory's workspace with the bundled profiles and the one the user named.

    Raises:
        UsageError: no such directory.
        ProfileError: a profile file is not valid.
        StoreError: `--index` names a file that is not an index.

    """
    return Workspace(
        settings.directory,
        index_path=settings.index or default_index_path(settings.directory),
        profiles=profiles_of(settings),
        embedder=embedder,
        notice=notice,
    )


def profiles_of(settings: Settings) -> Mapping[str, Profile]:
    """The bundled profiles, the default one first, and the profile file given with `--profile`, if it is a file."""
    bundled = load_profiles(asset(PROFILES))
    ordered = {name: bundled[name] for name in sorted(bundled, key=lambda name: (name != DEFAULT_PROFILE, name))}
    path = _profile_file(settings.profile)
    if path is not None:
        own = _read_profile(path)
        ordered[own.name] = own
    return ordered


def profile_name(settings: Settings, workspace: Workspace) -> str:
    """The profile to begin with: the user's, else the directory's, else `triptych`."""
    path = _profile_file(settings.profile)
    if path is not None:
        return _read_profile(path).name
    return settings.profile or workspace.settings.profile or DEFAULT_PROFILE


def make_app(
    settings: Settings,
    embedder: Embedder | None,
    clock: Callable[[], float] = time.perf_counter,
    *,
    live: bool = True,
    shown: str | None = None,
    kind: type[TriptychApp] | None = None,
) -> TriptychApp:
    """The explorer, ready to run. It closes its workspace when it ends; the embedder stays the caller's.

    `live=False` reads the directory once and does not watch it (tests). `shown` is what the first line calls the
    directory; `kind` is a class of app that does more than the explorer (playing and recording sessions).
    """
    from app.explorer.app import TriptychApp

    workspace = open_workspace(settings, Foresight(embedder) if live and embedder is not None else embedder)
    profile = profile_name(settings, workspace)
    workspace.searcher(profile)  # an unknown profile is the caller's error, before the screen is taken
    return (kind or TriptychApp)(
        workspace,
        start_live=partial(_start_live, workspace, settings.poll) if live else None,
        profile=profile,
        query=settings.query,
        clock=clock,
        directory=shown or shown_path(settings.directory),
        suite=settings.suite,
        shelf=(lambda: _shelf(settings.directory)) if live else None,
        letters=_letters if live and embedder is not None else None,
    )


def _start_live(workspace: Workspace, poll: bool, post: Callable[[Event], None]) -> LiveIndex:
    from index.live import LiveIndex

    return LiveIndex(workspace, post, poll=poll)


def _letters() -> NextLetters:
    from index.text.next_letters import NextLetters

    return NextLetters.read(asset(NEXT_LETTERS))


def _shelf(directory: Path) -> Shelf:
    from index.draft.shelf import Shelf

    return Shelf.of(directory)


def shown_path(directory: Path) -> str:
    """A directory as people write it: below the home folder with `~`."""
    resolved = directory.absolute()
    home = Path.home()
    return f"~/{resolved.relative_to(home)}" if resolved.is_relative_to(home) and resolved != home else str(resolved)


def _profile_file(profile: str | None) -> Path | None:
    return Path(profile) if profile is not None and profile.endswith(".toml") else None


def _read_profile(path: Path) -> Profile:
    try:
        return parse_profile(path.read_text("utf-8"), source=str(path))
    except OSError as error:
        raise ProfileError(f"the profile cannot be read: {error.strerror}", source=str(path)) from error
