"""Every shape is recognised, with names, servers and pointers."""

from __future__ import annotations

import pytest

from index.manifests.reading import read_manifest
from tests.index.manifests.samples import SAMPLES, Sample


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES.keys())
def test_shape(sample: Sample) -> None:
    reading = read_manifest(sample.source, sample.data)
    assert tuple((t.name, t.server, t.place.pointer) for t in reading.tools) == sample.tools
    assert reading.shape == sample.shape
    assert reading.problems == ()
