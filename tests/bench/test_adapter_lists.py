"""The lists that the adapter is learned from."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.suite.read import load_suite
from tests.bench.adapter_lists import read_list, read_lists
from tests.bench.quality import COMMITTED, DATA


def test_a_request_under_several_tools_is_one_of_all_of_them(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# shop\nsell | Sells.\n> sell and ship\n> sell\nship | Ships.\n> sell and ship\n")
    found = read_list(path)
    assert [(tool.server, tool.name, tool.description) for tool in found.tools] == [
        ("shop", "sell", "Sells."),
        ("shop", "ship", "Ships."),
    ]
    assert found.requests == (("sell and ship", (0, 1)), ("sell", (0,)))


def test_no_request_is_one_that_quality_is_measured_with() -> None:
    learned_from = {text.casefold() for listed in read_lists() for text, _ in listed.requests}
    suites = [load_suite(path) for path in (*(one.queries for one in COMMITTED), DATA / "docker-mcp-registry.jsonl")]
    asked = {case.query.description.casefold() for suite in suites for case in suite.cases}
    assert len(learned_from) > 14_000
    assert not learned_from & asked


@pytest.mark.parametrize("text", ["> a request without a tool", "a tool | fine\nneither this nor that"])
def test_a_line_that_is_nothing_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"list\.txt:\d: neither"):
        read_list(path)
