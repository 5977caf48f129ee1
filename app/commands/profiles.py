"""`triptych profiles`: the engines one can rank with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from app.options import FOLDER, json_option
from app.output.cells import table
from app.output.narration import Narration
from app.prepared import told
from app.settings import default_settings
from app.wiring import profiles_of
from index.profile import Part, Profile
from index.settings import load_settings


@click.command("profiles")
@click.argument("directory", metavar="[DIR]", type=FOLDER, required=False)
@json_option
def command(directory: Path | None, as_json: bool) -> int:
    """List the bundled profiles, and with DIR those of its triptych.toml: their arms, fusion and limits."""
    named = dict(profiles_of(default_settings()))
    if directory is not None:
        settings = load_settings(directory)
        for problem in settings.problems:
            Narration().tell(told(problem))
        named.update(settings.profiles)
    profiles = list(named.values())
    if as_json:
        click.echo(json.dumps({"profiles": [profile_data(profile) for profile in profiles]}, indent=2))
    else:
        head = ["profile", "lexical", "semantic", "fused", "answers", "what it is"]
        click.echo("\n".join(table([head, *map(_row, profiles)])))
    return 0


def profile_data(profile: Profile) -> dict[str, Any]:
    """A profile with all its options, as JSON data."""
    return {
        "name": profile.name,
        "about": profile.about,
        "approximate": profile.approximate,
        "lexical": _part(profile.lexical, "engine"),
        "semantic": _part(profile.semantic, "engine"),
        "fusion": _part(profile.fusion, "method"),
        "limit": profile.limit,
        "max_limit": profile.max_limit,
        "answer": profile.answer,
    }


def _part(part: Part | None, naming: str) -> dict[str, Any] | None:
    return None if part is None else {naming: part.name, "options": dict(part.options)}


def _row(profile: Profile) -> list[str]:
    most = "" if profile.max_limit == profile.limit else f", at most {profile.max_limit}"
    full = " full" if profile.answer == "full" else ""
    return [
        profile.name,
        profile.lexical.name if profile.lexical else "-",
        profile.semantic.name if profile.semantic else "-",
        profile.fusion.name,
        f"{profile.limit}{full}{most}",
        f"(approximate) {profile.about}" if profile.approximate else profile.about,
    ]
