"""Keeping a manifest up to date while a server changes, restarts, crashes and comes back."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.importing.failure import ImportFailed
from app.importing.listing import Listing
from app.importing.result import Result
from app.importing.source import Command, Endpoint, Source
from app.importing.watch import Pace, Watch
from index.errors import UsageError
from tests.app.importing.servers import NOTIFY, http_server, program, scripted, tool

NEVER = 10_000.0
QUIET = Pace(relist=NEVER, sources=0.02, first_retry=0.01, last_retry=0.05)
"""Nothing happens but for a reason."""


class Seen:
    """What a running watch reported, in order: a list of names, a failure, or None when the server was back."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[list[str] | str | None] = asyncio.Queue()
        self.failures: list[ImportFailed] = []
        self.task: asyncio.Task[None] | None = None

    def take(self, listing: Listing) -> None:
        self._queue.put_nowait(sorted(entry["name"] for entry in listing.tools))

    def failed(self, failure: ImportFailed | None) -> None:
        if failure is not None:
            self.failures.append(failure)
        self._queue.put_nowait(failure.message if failure is not None else None)

    async def next(self) -> list[str] | str | None:
        assert self.task is not None
        getting = asyncio.ensure_future(self._queue.get())
        done, _ = await asyncio.wait({getting, self.task}, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        if getting not in done:
            getting.cancel()
            assert self.task.done(), "nothing happened"
            self.task.result()
        return await getting


@contextlib.asynccontextmanager
async def watching(source: Source, folder: Path, pace: Pace = QUIET) -> AsyncIterator[Seen]:
    seen = Seen()
    watch = Watch(source, timeout=60, take=seen.take, failed=seen.failed, folder=folder, pace=pace)
    seen.task = asyncio.create_task(watch.run())
    try:
        yield seen
    finally:
        if not seen.task.done():
            seen.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await seen.task


def pages(*names: str) -> dict[str, Any]:
    return {"tools": [tool(name) for name in names]}


async def test_a_server_that_says_its_tools_changed_is_asked_again(tmp_path: Path) -> None:
    source = scripted(tmp_path, [pages("a"), pages("a", "b")], after=f"if asked == 1: {NOTIFY}")
    async with watching(source, tmp_path) as seen:
        assert await seen.next() == ["a"]
        assert await seen.next() == ["a", "b"]


async def test_a_server_of_the_2026_protocol_is_listened_to(tmp_path: Path) -> None:
    with http_server(["a", "b", "c"]) as server:
        async with watching(Endpoint(server.url), tmp_path) as seen:
            assert await seen.next() == ["a", "b", "c"]
            await asyncio.to_thread(server.change, ["a", "d"])
            assert await seen.next() == ["a", "d"]


async def test_a_server_that_says_nothing_is_asked_every_few_seconds(tmp_path: Path) -> None:
    source = scripted(tmp_path, [pages("a"), pages("b"), pages("c")])
    async with watching(source, tmp_path, Pace(relist=0.02, sources=NEVER)) as seen:
        assert [await seen.next() for _ in range(3)] == [["a"], ["b"], ["c"]]


async def test_a_server_that_ends_is_started_again(tmp_path: Path) -> None:
    source = scripted(tmp_path, [pages("a")], after='sys.exit("reload")')
    async with watching(source, tmp_path) as seen:
        assert await seen.next() == ["a"]
        assert await seen.next() == "the server ended; it is tried again until it answers"
        assert seen.failures[0].stderr == ("reload",)
        assert await seen.next() == ["a"]
        assert await seen.next() is None


async def test_saving_the_servers_source_starts_it_again_and_a_fault_is_told_once(tmp_path: Path) -> None:
    source = scripted(tmp_path, [pages("a")])
    path = Path(source.words[1])
    good = path.read_text()
    async with watching(source, tmp_path) as seen:
        assert await seen.next() == ["a"]
        path.write_text("raise SystemExit('cannot start')")
        failure = await seen.next()
        assert isinstance(failure, str)
        assert failure.endswith("ended before it answered")
        assert seen.failures[-1].stderr == ("cannot start",)
        path.write_text(good.replace('"a"', '"renamed"'))
        assert await seen.next() == ["renamed"]
        assert await seen.next() is None
        assert len(seen.failures) == 1


async def test_a_web_server_that_is_started_anew(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        with http_server(["a"]) as server:
            pace = Pace(relist=0.02, first_retry=0.01, last_retry=0.05)
            seen = await stack.enter_async_context(watching(Endpoint(server.url), tmp_path, pace))
            assert await seen.next() == ["a"]
            await asyncio.to_thread(server.stop)
        happened = await seen.next()
        while not isinstance(happened, str):
            happened = await seen.next()
        with http_server(["a", "new"], server.port):
            while happened != ["a", "new"]:
                happened = await seen.next()


async def test_what_cannot_be_run_at_all_ends_the_watch(tmp_path: Path) -> None:
    async with watching(Command(("surely-no-such-command",)), tmp_path) as seen:
        with pytest.raises(ImportFailed, match="command not found"):
            await seen.next()


async def test_a_server_not_started_yet_is_waited_for(tmp_path: Path) -> None:
    with http_server([]) as taken:
        port = taken.port
    async with watching(Endpoint(f"http://127.0.0.1:{port}/mcp"), tmp_path) as seen:
        assert str(await seen.next()).startswith("nothing answers")
        with http_server(["late"], port):
            happened = await seen.next()
            while happened != ["late"]:
                happened = await seen.next()


async def test_the_server_is_ended_with_the_watch(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    after = f"open({str(note)!r}, 'w').write(str(os.getpid())); asked == 1 and {NOTIFY}"
    async with watching(scripted(tmp_path, [pages("a"), pages("b")], after=after), tmp_path) as seen:
        assert [await seen.next(), await seen.next()] == [["a"], ["b"]]
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


async def test_a_file_somebody_else_changed_is_left_alone(tmp_path: Path) -> None:
    out, told = tmp_path / "out.json", list[str]()
    source = program(tmp_path, "", name="unused.py")
    result = Result(source, out, force=False, tell=told.append)
    result.take(Listing("s", (tool("a"),)))
    result.take(Listing("s", (tool("a"), tool("b"))))
    assert told == [f"wrote {out}: 1 tool of s", f"wrote {out}: added b"]
    out.write_text("mine")
    result.take(Listing("s", (tool("a"), tool("b"))))
    assert out.read_text() == "mine"
    with pytest.raises(UsageError, match="somebody else changed it"):
        result.take(Listing("s", (tool("a"),)))
    assert out.read_text() == "mine"
