"""`triptych play SCRIPT`: a session of the explorer from a script, with expectations and snapshots."""

from __future__ import annotations

from pathlib import Path

import click

from app.assets import DEMO, MODEL, asset
from app.options import FILE
from app.output.narration import Narration
from app.sessions.environment import same_terminal
from app.sessions.errors import ScriptError
from app.sessions.likeness import alike
from app.sessions.nodes import parse_size
from app.sessions.script import Size
from app.settings import Settings
from index.atomic_file import write_text
from index.errors import UsageError

NEW_FILE = click.Path(dir_okay=False, path_type=Path)


class SizeType(click.ParamType[Size]):
    """120x40: columns and lines."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Size:
        try:
            return parse_size(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command("play")
@click.argument("script_path", metavar="SCRIPT", type=FILE)
@click.option("--svg", type=NEW_FILE, metavar="OUT.svg", help="Keep a picture of the last screen.")
@click.option("--text", type=NEW_FILE, metavar="OUT.txt", help="Keep the last screen as plain text.")
@click.option("--size", type=SizeType(), metavar="120x40", help="Columns and lines, instead of the script's.")
@click.option("--check", is_flag=True, help="Write nothing: fail where a kept picture or text is another.")
@click.option("--model", type=FILE, metavar="FILE.gguf", help="Another embedding model (default: the bundled one).")
@click.option("--no-semantic", is_flag=True, help="Rank by words alone; no model is loaded.")
@click.option("--index", type=NEW_FILE, metavar="FILE.sqlite", help="Keep the vectors in this file between plays.")
def command(
    *,
    script_path: Path,
    svg: Path | None,
    text: Path | None,
    size: Size | None,
    check: bool,
    model: Path | None,
    no_semantic: bool,
    index: Path | None,
) -> int:
    """Play a session script in the real explorer, without a terminal.

    Exit code 1: an expectation was not met, or with --check a picture is another than the one kept. Exit code 2: the
    script is wrong. It plays on a copy of its directory, unless it says `in_place: true`.
    """
    with same_terminal():  # before anything imports textual
        from app.sessions.read_script import read_script
        from app.sessions.theatre import played

        script = read_script(script_path)
        settings = Settings(
            directory=script.directory or asset(DEMO),
            model=model or asset(MODEL),
            semantic=script.semantic and not no_semantic,
            index=index,
            profile=script.profile,
        )
        narration = Narration()
        done = played(script, settings, size, narration)
    for failure in done.failures:
        click.echo(f"{script.path}:{failure.line}: {failure.message}", err=True)
    last = {path: screen for path, screen in ((svg, done.svg), (text, done.text)) if path is not None}
    if not all(last.values()):
        raise ScriptError("the explorer was left, so there is no last screen to keep", source=str(script.path))
    different = 0
    for path, screen in (*((one.path, one.text) for one in done.snapshots), *last.items()):
        if not check:
            _keep(path, screen)
        elif _differs(path, screen):
            different += 1
    met = f"{done.expectations_met} of {done.expectations} expectations met"
    narration.tell(f"{done.steps} of {len(script.steps)} steps played, {met}")
    return 1 if done.failures or different else 0


def _keep(path: Path, text: str) -> None:
    try:
        write_text(path, text)
    except OSError as error:
        raise UsageError(f"the snapshot cannot be written: {error.strerror or error}", source=str(path)) from error


def _differs(path: Path, text: str) -> bool:
    try:
        kept = path.read_text("utf-8")
    except OSError as error:
        click.echo(f"{path}: no snapshot to compare with: {error.strerror or error}", err=True)
        return True
    except UnicodeDecodeError:
        kept = ""
    if alike(kept, text):
        return False
    pairs = zip(kept.splitlines(), text.splitlines(), strict=False)
    number, old, new = next(
        ((at, old, new) for at, (old, new) in enumerate(pairs, 1) if not alike(old, new)),
        (min(kept.count("\n"), text.count("\n")) + 1, "", ""),
    )
    shown = f"\n  kept: {old}\n  now:  {new}" if path.suffix == ".txt" else ""
    click.echo(f"{path}:{number}: the screen is another than the one kept{shown}", err=True)
    return True
