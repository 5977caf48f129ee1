"""Asking servers for their tools: real ones of the SDK, and ones that fail in every way."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from app.importing.failure import ImportFailed
from app.importing.listing import MOST_PAGES, Listing
from app.importing.manifest import manifest_text
from app.importing.source import Command, Endpoint, Source
from app.importing.visit import visit
from index.manifests.reading import read_manifest
from tests.app.importing.servers import SDK_SERVER, Answers, http_server, program, scripted, tool

LONG = 60.0


async def tools_of(source: Source, timeout: float = LONG) -> Listing:
    async with visit(source, timeout) as connection:
        return await connection.tools()


async def failure_of(source: Source, timeout: float = LONG) -> ImportFailed:
    with pytest.raises(ImportFailed) as caught:
        await tools_of(source, timeout)
    return caught.value


def names(listing: Listing) -> list[str]:
    return [entry["name"] for entry in listing.tools]


async def test_all_pages_over_stdio_make_a_manifest_of_that_server(tmp_path: Path) -> None:
    listing = await tools_of(program(tmp_path, SDK_SERVER))
    assert (listing.server, listing.remarks) == ("pages/of tools", ())
    assert names(listing) == ["delta", "alpha", "echo", "bravo", "charlie"]
    reading = read_manifest("x.json", manifest_text(listing).encode())
    assert reading.shape == "mcp"
    assert [(read.name, read.server, read.title) for read in reading.tools] == [
        (name, "pages/of tools", name.title()) for name in ("alpha", "bravo", "charlie", "delta", "echo")
    ]
    assert listing.tools[0]["annotations"] == {"readOnlyHint": True}


async def test_all_pages_over_http_and_the_headers_arrive() -> None:
    with http_server(["c", "a", "b", "e", "d"]) as server:
        listing = await tools_of(Endpoint(server.url, (("Authorization", "Bearer s3cret"),)))
    assert (listing.server, names(listing)) == ("over http", ["c", "a", "b", "e", "d"])
    assert [headers["authorization"] for headers in server.headers] == ["Bearer s3cret"] * 3


async def test_nothing_a_server_says_of_a_tool_is_lost(tmp_path: Path) -> None:
    odd = tool("odd", "Odd", vendor={"a": [1, 2.5, None]}, _meta={"x": 1}, execution={"taskSupport": "optional"})
    listing = await tools_of(scripted(tmp_path, [{"tools": [odd]}]))
    assert listing.tools == (odd,)


async def test_a_list_the_sdk_refuses_is_kept_with_a_remark(tmp_path: Path) -> None:
    bare = {"name": "bare", "description": "No schema"}
    listing = await tools_of(scripted(tmp_path, [{"tools": [bare, "stray", tool("whole")]}]))
    assert names(listing) == ["bare", "whole"]
    assert "does not follow MCP" in listing.remarks[0]
    assert "1 of the entries" in listing.remarks[1]


async def test_no_tools_is_a_valid_answer(tmp_path: Path) -> None:
    assert (await tools_of(scripted(tmp_path, [{"tools": []}]))).tools == ()


async def test_the_same_cursor_twice_ends_the_list(tmp_path: Path) -> None:
    failure = await failure_of(scripted(tmp_path, [{"tools": [tool("a")], "nextCursor": "again"}]))
    assert failure.message == "the server's list of tools does not end: it gave the cursor again twice"


async def test_ever_new_cursors_are_bounded(tmp_path: Path) -> None:
    pages = {"tools": [], "nextCursor": "0"}
    failure = await failure_of(scripted(tmp_path, [pages], after='PAGES[-1]["nextCursor"] = str(asked)'))
    assert f"stopped after {MOST_PAGES:,} pages" in failure.message


@pytest.mark.parametrize(
    "page", [{"tools": "all"}, {"things": []}, {"tools": [], "nextCursor": 7}], ids=["text", "none", "cursor"]
)
async def test_an_answer_that_is_no_list(tmp_path: Path, page: dict[str, object]) -> None:
    assert "list of tools" in (await failure_of(scripted(tmp_path, [page]))).message


async def test_a_command_gets_the_users_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "t0k")
    command = scripted(tmp_path, [{"tools": [tool("a")]}])
    path = Path(command.words[1])
    path.write_text("import os\nif os.environ.get('SOME_TOKEN') != 't0k': raise SystemExit(1)\n" + path.read_text())
    assert names(await tools_of(command)) == ["a"]


async def test_a_server_that_crashes_shows_its_last_words_made_safe(tmp_path: Path) -> None:
    text = """
        import sys
        for number in range(1000):
            print(f"line {number}", file=sys.stderr)
        print("boom \\x1b[31mred", file=sys.stderr)
        sys.exit(3)
    """
    failure = await failure_of(program(tmp_path, text))
    assert failure.message.endswith("ended before it answered")
    assert failure.stderr[-2:] == ("line 999", "boom ␛[31mred")
    assert len(failure.stderr) == 20


async def test_a_crash_between_two_pages(tmp_path: Path) -> None:
    page = {"tools": [tool("a")], "nextCursor": "more"}
    failure = await failure_of(scripted(tmp_path, [page], after='sys.exit("cannot go on")'))
    assert failure.message.endswith("ended the connection")
    assert failure.stderr == ("cannot go on",)


@pytest.mark.parametrize("stubborn", [False, True])
async def test_a_silent_server_times_out_and_is_ended(tmp_path: Path, stubborn: bool) -> None:
    note = tmp_path / "pid"
    text = f"""
        import os, signal, sys
        {"signal.signal(signal.SIGTERM, signal.SIG_IGN)" if stubborn else "pass"}
        print("waiting for nothing", file=sys.stderr, flush=True)
        open({str(note)!r}, "w").write(str(os.getpid()))
        while True:
            signal.pause()
    """
    failure = await failure_of(program(tmp_path, text), timeout=3)
    assert failure.message.endswith("did not answer within 3 seconds; --timeout gives it longer")
    assert failure.stderr == ("waiting for nothing",)
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


async def test_a_server_that_stops_answering_at_the_list(tmp_path: Path) -> None:
    command = scripted(tmp_path, [{"tools": [], "nextCursor": "1"}], after="sys.stdin.read()")
    assert "did not answer within 3 seconds" in (await failure_of(command, timeout=3)).message


@pytest.mark.parametrize(
    ("text", "said"),
    [("print('hello')", "hello"), ("while True: print('no\\x07ise')", "no␇ise"), ("print('{}')", "")],
    ids=["banner", "endless", "other json"],
)
async def test_a_program_that_is_no_server(tmp_path: Path, text: str, said: str) -> None:
    async with asyncio.timeout(40):
        failure = await failure_of(program(tmp_path, text), timeout=10_000)  # endless noise is not waited out
    assert "is not an MCP server" in failure.message
    assert said in failure.message


async def test_a_banner_before_the_first_message_is_let_pass(tmp_path: Path) -> None:
    command = scripted(tmp_path, [{"tools": [tool("a")]}])
    path = Path(command.words[1])
    path.write_text('print("Starting ...", flush=True)\n' + path.read_text())
    assert names(await tools_of(command)) == ["a"]


async def test_commands_that_cannot_be_run(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("no program")
    missing = await failure_of(Command(("surely-no-such-command",)))
    assert (missing.message, missing.lasting) == ("command not found: surely-no-such-command", True)
    assert "http://" in (await failure_of(Command(("localhost:8000/mcp",)))).message
    assert (await failure_of(Command((str(plain),)))).message == f"not allowed to run {plain}"
    plain.chmod(0o755)
    assert "not a program" in (await failure_of(Command((str(plain),)))).message


@pytest.mark.parametrize(
    ("status", "content_type", "body", "words"),
    [
        (401, "text/plain", b"who", ("HTTP 401 Unauthorized", "--header")),
        (403, "application/json", b"{}", ("HTTP 403 Forbidden", "--header")),
        (404, "text/html", b"<p>", ("HTTP 404 Not Found", "/mcp")),
        (405, "text/plain", b"", ("HTTP 405 Method Not Allowed", "/mcp")),
        (500, "text/plain", b"", ("HTTP 500 Internal Server Error",)),
        (200, "text/html", b"<html>", ("is not an MCP server", "text/html")),
        (200, "application/json", b"{nonsense", ("is not an MCP server",)),
        (200, "text/event-stream", b"data: {nonsense\n\n", ("is not an MCP server",)),
    ],
)
async def test_web_servers_that_are_no_mcp_servers(
    status: int, content_type: str, body: bytes, words: tuple[str, ...]
) -> None:
    with Answers(status, content_type, body) as server:
        failure = await failure_of(Endpoint(server.url), timeout=20)
    for word in words:
        assert word in failure.message
    assert "\n" not in failure.message


async def test_nobody_listens() -> None:
    with Answers(200, "text/plain", b"") as server:
        url = server.url
    failure = await failure_of(Endpoint(url))
    assert failure.message.startswith(f"nothing answers at {url}")
    assert not failure.lasting
