from __future__ import annotations

import os

from rich.cells import cell_len

from app.importing.stderr_tail import MOST_LINES, WIDEST, StderrTail


def closed(*chunks: bytes) -> tuple[str, ...]:
    tail = StderrTail()
    for chunk in chunks:
        os.write(tail.file.fileno(), chunk)
    return tail.close()


def test_the_last_lines_in_order() -> None:
    assert closed(b"one\ntw", b"o\n\n  \nthree") == ("one", "two", "three")
    assert closed(*(f"{n}\n".encode() for n in range(100))) == tuple(str(n) for n in range(100 - MOST_LINES, 100))


def test_nothing_was_written() -> None:
    assert closed() == ()


def test_lines_without_end_and_bytes_that_are_no_text() -> None:
    shown = closed(*[b"x" * 10_000] * 50, b"\n\xff\xfe \x1b]0;title\x07\r\n")
    assert len(shown) == 2
    assert cell_len(shown[0]) == WIDEST
    assert shown[1] == "\ufffd\ufffd ␛]0;title␇"
