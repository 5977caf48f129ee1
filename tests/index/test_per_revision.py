"""Values of the states asked for last are remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from index.corpus import Corpus, corpus_of
from index.per_revision import PerRevision
from tests.index.catalog import catalog


@pytest.fixture
def corpus() -> Iterator[Corpus]:
    store = catalog([("send", "Send a mail")])
    yield corpus_of(store)
    store.close()


def test_a_state_is_read_once_while_it_is_asked_for(corpus: Corpus) -> None:
    read: list[int] = []
    values = PerRevision(lambda state: read.append(state.revision), kept=2)
    for draft in range(1, 4):
        values.of(replace(corpus, revision=0))  # the catalog, then a draft of it
        values.of(replace(corpus, revision=draft))
    assert read == [0, 1, 2, 3]
    values.of(replace(corpus, revision=1))
    assert read == [0, 1, 2, 3, 1]


def test_a_rebuilt_store_is_another(corpus: Corpus) -> None:
    read: list[int] = []
    values = PerRevision(lambda state: read.append(state.store.epoch))
    values.of(corpus)
    corpus.store.epoch += 1
    values.of(corpus)
    values.of(corpus)
    assert read == [0, 1]
