"""What the README says of keys, codes, profiles and verbs is what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import VERBS, cli
from app.documentation import PARTS, renewed

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text("utf-8")


def test_generated_parts_are_up_to_date() -> None:
    assert renewed(TEXT) == TEXT, "run: make readme"


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_differs_is_noticed(part: str) -> None:
    start = f"<!-- {part} -->\n"
    assert renewed(TEXT.replace(start, f"{start}stale\n")) == renewed(TEXT)
    assert renewed(TEXT) != TEXT.replace(start, f"{start}stale\n")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_and_each_of_its_options_is_documented(verb: str) -> None:
    shown = CliRunner().invoke(cli, [verb, "--help"])
    assert shown.exit_code == 0, shown.output
    assert f"triptych {verb}" in TEXT
    command = cli.get_command(cli.make_context("triptych", [verb, "--help"], resilient_parsing=True), verb)
    assert command is not None
    options = {name for parameter in command.params for name in parameter.opts if name.startswith("--")}
    missing = {name for name in options if name not in TEXT}
    assert not missing, f"{verb}: not in the README: {sorted(missing)}"


def test_pictures_and_links_to_files_exist() -> None:
    import re

    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        if "://" not in target:
            assert (README.parent / target).exists(), target
