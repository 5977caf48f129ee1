"""Where a script plays: a copy of its directory with an index made ready, gone afterwards; or the directory itself."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from app.sessions.errors import ScriptError
from app.settings import Settings
from app.wiring import open_workspace
from index.draft.shelf import Shelf
from index.embedder import Embedder
from index.errors import UsageError
from index.scan import SETTINGS_FILE, scan
from index.settings import DirectorySettings
from index.store.location import default_index_path
from index.suite.discover import find_suites
from index.vectors.embed import Step

Tell = Callable[[str], None]


@contextlib.contextmanager
def stage(
    settings: Settings, embedder: Embedder | None, *, in_place: bool, tell: Tell, progress: Callable[[Step], None]
) -> Iterator[Settings]:
    """Settings for the session, its directory read and embedded for every profile.

    The vectors are kept in the index of the directory itself, so that only the first play of it takes long. What a
    session does, also with keys that save, then happens to a copy of the files, unless `in_place`.

    Raises:
        UsageError: the model could not embed the tools, or the directory cannot be copied.
        StoreError: the index cannot be used.

    """
    settings = replace(settings, index=settings.index or default_index_path(settings.directory))
    manifests = _prepare(settings, embedder, tell, progress)
    if in_place:
        yield settings
        return
    with tempfile.TemporaryDirectory(prefix="triptych-play-", ignore_cleanup_errors=True) as folder:
        # a file at the top belongs to a server that may be called as the folder is
        copy = Path(folder) / "session" / settings.directory.resolve().name
        index = Path(folder) / "index.triptych.sqlite"
        try:
            _copy_files(settings.directory, copy, manifests)
        except OSError as error:
            raise UsageError(f"the directory cannot be copied: {error}", source=str(settings.directory)) from error
        assert settings.index is not None
        _copy_index(settings.index, index)
        try:
            yield replace(settings, directory=copy, index=index)
        finally:
            Shelf.of(copy).path.unlink(missing_ok=True)


def _prepare(
    settings: Settings, embedder: Embedder | None, tell: Tell, progress: Callable[[Step], None]
) -> DirectorySettings:
    workspace = open_workspace(settings, embedder, tell)
    try:
        workspace.sync()
        report = workspace.embed(progress=progress)
        if report.error:
            raise UsageError(f"not all tools have vectors: {report.error}")
        return workspace.settings
    finally:
        workspace.close()


def _copy_files(source: Path, target: Path, manifests: DirectorySettings) -> None:
    """Everything the explorer reads or writes: files that may hold tools, suites, triptych.toml. Links become files."""
    target.mkdir(parents=True)
    listing = scan(source, manifests.ignored())
    found = {name: listed.path for name, listed in listing.files.items()}
    found |= {name: str(source / name) for name in (*find_suites(source), SETTINGS_FILE)}
    for name, path in sorted(found.items()):
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # it went meanwhile, or there are no settings
            shutil.copy2(path, place)


def _copy_index(source: Path, target: Path) -> None:
    """A consistent copy, also while another triptych writes into it; without it the session embeds again."""
    if not source.exists():
        return
    with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
        old.backup(new)


def inside(directory: Path, file: str, line: int, script: Path) -> Path:
    """A file of the session, surely within its directory also where links lead elsewhere.

    Raises:
        ScriptError: it is not.

    """
    path = directory / file
    if not path.parent.resolve().is_relative_to(directory.resolve()) or path.is_symlink():
        raise ScriptError(f"{file} is a link out of the directory, or below one", source=str(script), line=line)
    return path
