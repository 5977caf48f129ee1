"""Reading one file that may be anything, and may change while it is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from index import files
from index.files import RACY_NS, Content, Stamp, Unread, read_file

LATER = 10**19


def test_the_stamp_is_the_one_from_before_the_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    read = read_file(str(path), 100)
    assert isinstance(read, Content)
    assert (read.data, read.stamp) == (b"{}", Stamp.of(path.stat()))


def test_a_file_is_settled_only_when_it_was_read_long_after_its_last_change(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    changed = path.stat().st_ctime_ns
    for now, settled in ((changed + RACY_NS + 1, True), (changed + RACY_NS, False), (changed - RACY_NS, False)):
        read = read_file(str(path), 100, lambda now=now: now)  # type: ignore[misc]
        assert isinstance(read, Content)
        assert read.settled is settled


def test_a_back_dated_change_is_not_settled(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    os.utime(path, ns=(1, 1))
    read = read_file(str(path), 100, lambda: path.stat().st_ctime_ns + 1)
    assert isinstance(read, Content)
    assert not read.settled


def test_a_file_that_grows_once_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"[1,")
    pending = [b"2]"]
    real = files._read_all

    def grow(descriptor: int, most_bytes: int) -> bytes:
        data = real(descriptor, most_bytes)
        if pending:
            with path.open("ab") as file:
                file.write(pending.pop())
        return data

    monkeypatch.setattr(files, "_read_all", grow)
    read = read_file(str(path), 100, lambda: LATER)
    assert isinstance(read, Content)
    assert (read.data, read.settled) == (b"[1,2]", True)


def test_a_file_that_never_stops_growing_is_taken_as_it_is_and_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"x")
    real = files._read_all

    def grow(descriptor: int, most_bytes: int) -> bytes:
        data = real(descriptor, most_bytes)
        with path.open("ab") as file:
            file.write(b"x")
        return data

    monkeypatch.setattr(files, "_read_all", grow)
    read = read_file(str(path), 100, lambda: LATER)
    assert isinstance(read, Content)
    assert not read.settled
    assert read.stamp != Stamp.of(path.stat())


def test_a_file_above_the_limit_is_passed_over_unread(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 2_000_001)
    assert read_file(str(path), 2_000_000) == Unread("M009", "it is 2.0 MB, more than the limit of 2 MB")


def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    os.mkfifo(path)
    assert read_file(str(path), 100) == Unread("M010", "it is not a regular file")


def test_a_file_that_is_gone_says_so(tmp_path: Path) -> None:
    assert read_file(str(tmp_path / "a.json"), 100) == Unread("M010", "it is gone", gone=True)
