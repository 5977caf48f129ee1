"""However a manifest is damaged, reading it ends with tools or with a problem that has a place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from index.manifests.locate import field_pointers, locate
from index.manifests.reading import read_manifest
from index.manifests.remarks.one_tool import tool_remarks
from tests.index.manifests.samples import SAMPLES, Sample

_JUNK = (
    b"[" * 3000,
    b'{"a":' * 3000,
    b"- " * 500,
    b'\\"' * 300,
    b"\x00",
    b"/*",
    b"*a",
    b"&a [*a]",
    b"\xff\xfe",
    b"9" * 5000,
    b"<<: ",
    b"\n---\n",
    b'"',
    b"}",
    b"]",
    b",",
    b"\xed\xa0\x80",
)
_VALUES: tuple[object, ...] = (None, 1, [], {}, "x", True, 1e400, [[[]]], {"a": {}}, ["x"], [{}], "\ud800", "")


def _truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flip(data: bytes, rng: random.Random) -> bytes:
    flipped = bytearray(data)
    for _ in range(rng.choice((1, 2, 20))):
        flipped[rng.randrange(len(flipped))] = rng.randrange(256)
    return bytes(flipped)


def _delete(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.choice((1, 5, 50)) :]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(_JUNK) + data[at:]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[: at + 40] + data[at : at + 40] * 3 + data[at + 40 :]


def _swap_types(data: bytes, rng: random.Random) -> bytes:
    try:
        value = json.loads(data)
    except ValueError:
        return _flip(data, rng)
    places: list[tuple[dict[str, object] | list[object], str | int]] = []

    def collect(inner: object) -> None:
        if isinstance(inner, dict):
            places.extend((inner, key) for key in inner)
        elif isinstance(inner, list):
            places.extend((inner, index) for index in range(len(inner)))
        for child in inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ():
            collect(child)

    collect(value)
    if places:
        holder, key = rng.choice(places)
        holder[key] = rng.choice(_VALUES)  # type: ignore[index]  # the key was taken from this holder
    return json.dumps(value).encode()


_MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _truncate,
    _flip,
    _delete,
    _insert,
    _repeat,
    _swap_types,
)


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES.keys())
def test_damage_is_never_silent(sample: Sample) -> None:
    rng = random.Random(sample.source)
    for round_number in range(60):
        data = sample.data
        for _ in range(1 + round_number % 2):
            data = rng.choice(_MUTATIONS)(data or b" ", rng)
        reading = read_manifest(sample.source, data, known=True)
        assert reading.shape is not None or reading.problems
        assert all(problem.line >= 1 and problem.column >= 1 and problem.message for problem in reading.problems)
        tool_remarks(reading.tools)
        for tool in reading.tools:
            tool.definition.encode()
            assert field_pointers(sample.source, data, tool.place.pointer) is not None
            span = locate(sample.source, data, tool.place.pointer)
            assert span is not None
            assert (span.line, span.column) == (tool.place.line, tool.place.column)
