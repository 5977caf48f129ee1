from __future__ import annotations

import pytest

from app.importing.source import Command, Endpoint, read_source
from index.errors import UsageError


def test_a_url_or_a_command() -> None:
    assert read_source(["https://host:8443/mcp"], []) == Endpoint("https://host:8443/mcp")
    assert read_source(["HTTP://host"], []) == Endpoint("HTTP://host")
    assert read_source(["uvx", "server", "--flag", "http://x"], []) == Command(("uvx", "server", "--flag", "http://x"))


def test_headers() -> None:
    source = read_source(["http://host"], ["Authorization: Bearer a:b", "X-Empty:"])
    assert source == Endpoint("http://host", (("Authorization", "Bearer a:b"), ("X-Empty", "")))


@pytest.mark.parametrize(
    "header", ["no colon", ": no name", "two words: x", "A: line\nbreak", "A: \x00", "Ä: x", "A: ü"]
)
def test_a_bad_header_is_refused_and_not_repeated(header: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_source(["http://host"], [header])
    assert header not in str(caught.value)


@pytest.mark.parametrize("url", ["http://", "http:///path", "http://[::1", "http://host:port/", "http://host:99999/"])
def test_what_is_no_url(url: str) -> None:
    with pytest.raises(UsageError, match="not a URL"):
        read_source([url], [])


def test_wrong_use() -> None:
    with pytest.raises(UsageError, match="nothing to import from"):
        read_source([], [])
    with pytest.raises(UsageError, match="one URL at a time"):
        read_source(["http://a", "http://b"], [])
    with pytest.raises(UsageError, match="--header is for a URL"):
        read_source(["uvx", "server"], ["A: b"])


def test_what_is_shown_of_a_url_has_no_secrets() -> None:
    assert Endpoint("https://user:pass@host:1/mcp?key=s3cret#x").label == "https://host:1/mcp"


def test_names_for_servers_that_do_not_say_theirs() -> None:
    assert Command(("/opt/bin/server.exe", "x")).fallback_name == "server"
    assert Endpoint("http://mcp.example.com:80/x").fallback_name == "mcp.example.com"
