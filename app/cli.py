"""The command line: `triptych [DIR]` opens the explorer, verbs do one thing each."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import click

from index.errors import TriptychError
from index.visible import visible_line

os.environ.setdefault("TEXTUAL_FPS", "240")  # the default timer costs two ticks a key; read when textual is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one product a query: threads only add wake-ups

VERBS = {
    "find": "Rank the tools of DIR for one query.",
    "explain": "Say why a tool has its rank, or why it is missing.",
    "compare": "Rank with every profile at once.",
    "check": "Run query suites and fail on misses and regressions.",
    "sweep": "Try fusions and weights on a suite.",
    "scan": "List what was read: files, shapes, tools, problems.",
    "profiles": "List the profiles.",
    "import": "Make a manifest from a running MCP server.",
    "play": "Replay a session script and snapshot the explorer.",
}
EXPLORE = "explore"
FAILED_USAGE = 2
_NEAR = 60
"""Percent of characters a word and a verb must have in common, in order, to be called alike."""


class VerbGroup(click.Group):
    """Verbs are imported when they are called; anything else is a directory for the explorer."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in VERBS if self._exists(name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != EXPLORE and cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"app.commands.{_module(cmd_name)}")
        command: click.Command = module.command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in (EXPLORE, *VERBS, "--help", "-h", "--version"):
            if args:
                _require_verb_or_directory(args[0], ctx)
            args = [EXPLORE, *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl([(name, VERBS[name]) for name in self.list_commands(ctx)])

    @staticmethod
    def _exists(name: str) -> bool:
        return importlib.util.find_spec(f"app.commands.{_module(name)}") is not None


def _require_verb_or_directory(word: str, ctx: click.Context) -> None:
    """Insist that a first word which is no verb is there: else it is a verb with a mistake as likely as a directory.

    Raises:
        click.UsageError: nothing is there; says which verb looks like it.

    """
    if word.startswith("-") or Path(word).name != word or Path(word).exists():
        return
    from rapidfuzz import fuzz, process

    near = process.extractOne(word, (EXPLORE, *VERBS), scorer=fuzz.ratio, score_cutoff=_NEAR)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise click.UsageError(f"There is no verb and no directory {visible_line(word)}.{hint}", ctx)


def _module(verb: str) -> str:
    return f"{verb}_" if verb == "import" else verb


@click.group(
    cls=VerbGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="[DIR] | VERB ...",
)
@click.version_option(package_name="triptych", message="%(version)s")
def cli() -> None:
    """Three rankings of your tools, side by side, live.

    `triptych DIR` opens the explorer on a directory of tool manifests; without DIR, on a demo catalog.
    `triptych VERB --help` tells about a verb; `triptych explore --help` about the explorer's options.
    """


def main() -> None:
    """Entry point. Exit codes: 0 ok, 1 a check failed, 2 wrong use or unusable input."""
    try:
        result: Any = cli(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(FAILED_USAGE)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except TriptychError as error:
        click.echo(f"triptych: {error}", err=True)
        sys.exit(FAILED_USAGE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        with contextlib.suppress(OSError):
            click.echo(f"triptych: the output cannot be written: {error.strerror or error}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be written is lost, too
        sys.exit(FAILED_USAGE)
    sys.exit(result if isinstance(result, int) else 0)
