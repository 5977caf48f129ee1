"""Arguments and options that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from app.assets import MODEL, asset
from app.settings import Settings
from index.query import Query

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

directory_argument = click.argument("directory", metavar="DIR", type=FOLDER)
query_option = click.option("-q", "--query", "description", default="", metavar="TEXT", help="What the agent wants.")
keyword_option = click.option("-k", "--keyword", "keywords", multiple=True, metavar="WORD", help="Repeatable.")
profile_option = click.option(
    "--profile", metavar="P", help="A profile's name, or a TOML file (default: triptych, or what triptych.toml says)."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def common_options(function: F) -> F:
    """Add --model, --no-semantic and --index, handed to the verb as one `settings` argument.

    The verb must take a `directory`; `settings` also carries the query and the profile where the verb has them.
    """

    @click.option("--model", type=FILE, metavar="FILE.gguf", help="Another embedding model (default: the bundled one).")
    @click.option("--no-semantic", is_flag=True, help="Rank by words alone; no model is loaded.")
    @click.option(
        "--index",
        "index_path",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.sqlite",
        help="Keep the index in this file instead of the cache folder.",
    )
    @wraps(function)
    def wrapper(*, model: Path | None, no_semantic: bool, index_path: Path | None, **rest: Any) -> Any:
        settings = Settings(
            directory=rest["directory"],
            model=model or asset(MODEL),
            semantic=not no_semantic,
            index=index_path,
            profile=rest.get("profile"),
            query=Query(rest.get("description", ""), tuple(rest.get("keywords", ()))),
        )
        return function(settings=settings, **rest)

    return wrapper  # type: ignore[return-value]
