from __future__ import annotations

import json
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.importing.failure import ImportFailed
from app.importing.listing import Listing
from app.importing.manifest import file_name, manifest_text, terminal_text
from index.manifests.names import may_hold_tools
from index.manifests.reading import read_manifest
from tests.app.importing.servers import tool

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def test_the_order_is_by_name_and_that_of_parameters_is_the_servers() -> None:
    properties = {"zeta": {"type": "string"}, "alpha": {"type": "string"}}
    first = {"extra": 1, "inputSchema": {"type": "object", "properties": properties}, "name": "b", "title": "B"}
    text = manifest_text(Listing("server", (first, tool("a"))))
    document = json.loads(text)
    assert list(document) == ["serverInfo", "tools"]
    assert [entry["name"] for entry in document["tools"]] == ["a", "b"]
    assert list(document["tools"][1]) == ["name", "title", "inputSchema", "extra"]
    assert list(document["tools"][1]["inputSchema"]["properties"]) == ["zeta", "alpha"]
    assert text == manifest_text(Listing("server", (tool("a"), first)))
    assert text.startswith('{\n  "serverInfo": {\n    "name": "server"\n  },\n')
    assert text.endswith("}\n")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(st.text(max_size=10), JSON, max_size=4), max_size=4), st.text(max_size=20))
def test_every_tool_is_in_the_text_as_it_was(tools: list[dict[str, Any]], server: str) -> None:
    text = manifest_text(Listing(server, tuple(tools)))
    text.encode()
    document = json.loads(text)
    assert document.get("serverInfo", {}).get("name", "") == server
    assert sorted(map(repr, map(_sorted, document["tools"]))) == sorted(map(repr, map(_sorted, tools)))
    assert json.loads(terminal_text(text)) == document
    assert all(character == "\n" or " " <= character <= "~" for character in terminal_text(text))


def _sorted(entry: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(entry.items())


def test_the_reader_takes_the_servers_own_name() -> None:
    (read,) = read_manifest("whatever.json", manifest_text(Listing("the/name", (tool("a", "b"),))).encode()).tools
    assert (read.server, read.name, read.description) == ("the/name", "a", "b")


def test_half_a_surrogate_pair_is_escaped() -> None:
    text = manifest_text(Listing("s", (tool("a", "x\ud83d"),)))
    assert "\\ud83d" in text


def test_what_is_no_json_is_a_failure() -> None:
    with pytest.raises(ImportFailed, match="cannot be written as JSON"):
        manifest_text(Listing("s", (tool("a", x=float("nan")),)))
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"x": deep}
    with pytest.raises(ImportFailed, match="cannot be written as JSON"):
        manifest_text(Listing("s", (tool("a", x=deep),)))


@pytest.mark.parametrize(
    ("server", "name"),
    [
        ("github", "github.json"),
        ("io.github.someone/their server", "io.github.someone-their-server.json"),
        ("../../etc/passwd", "etc-passwd.json"),
        ("..\\..\\x", "x.json"),
        ("日本", "日本.json"),
        ("", "server.json"),
        ("...", "server.json"),
        ("CON", "server-CON.json"),
        ("a\x1b[31m\u202eb", "a-31m-b.json"),
        ("x" * 500, "x" * 100 + ".json"),
    ],
)
def test_file_names(server: str, name: str) -> None:
    assert file_name(server) == name


@given(st.text(max_size=200))
def test_a_file_name_is_one_plain_name_that_is_read(server: str) -> None:
    name = file_name(server)
    assert PurePosixPath(name).name == PureWindowsPath(name).name == name
    assert not name.startswith((".", "-"))
    assert may_hold_tools(name)
