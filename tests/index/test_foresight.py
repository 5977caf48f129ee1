"""Queries embedded ahead: what is guessed is not embedded twice, and whoever asks comes first."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from index.embedder import Embedder, Vector
from index.foresight import Foresight
from tests.index.catalog import SpyEmbedder

PATIENCE = 20


class GatedEmbedder(SpyEmbedder):
    """Tells when it has begun with "held", and goes on when it is told to; counts those who are in it at once."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.go_on = threading.Event(), threading.Event()
        self.adapters: list[float] = []
        self.inside = self.most_inside = 0

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        self.adapters.append(adapter)
        if text.startswith("held"):
            self.entered.set()
            assert self.go_on.wait(PATIENCE)
        try:
            return super().embed_query(text)
        finally:
            self.inside -= 1


@pytest.fixture
def model() -> GatedEmbedder:
    return GatedEmbedder()


@pytest.fixture
def ahead(model: GatedEmbedder) -> Foresight:
    return Foresight(model)


def wait_until_idle() -> None:
    for thread in threading.enumerate():
        if thread.name == "triptych-ahead":
            thread.join(PATIENCE)
            assert not thread.is_alive()


def test_it_is_an_embedder_like_the_one_behind_it(ahead: Foresight, model: GatedEmbedder) -> None:
    assert isinstance(ahead, Embedder)
    same = ("identity", "name", "dimensions", "adapter", "text_adapter")
    assert [getattr(ahead, name) for name in same] == [getattr(model, name) for name in same]
    assert np.array_equal(ahead.embed_passages(["a", "b"]), model.embed_passages(["a", "b"]))
    assert np.array_equal(ahead.embed_query("a"), model.embed_query("a"))


def test_a_query_is_embedded_once_for_each_strength_of_the_adapter(ahead: Foresight, model: GatedEmbedder) -> None:
    for adapter in (0.0, 0.5, 0.0, 0.5):
        ahead.embed_query("refund", adapter)
    assert (model.queries, model.adapters) == (["refund", "refund"], [0.0, 0.5])


def test_nobody_can_change_a_remembered_vector(ahead: Foresight) -> None:
    with pytest.raises(ValueError, match="read-only"):
        ahead.embed_query("refund")[0] = 7.0


def test_what_was_guessed_is_there_when_it_is_asked_for(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.look_ahead(["refunds", "refund "], 0.5)
    wait_until_idle()
    assert (model.queries, model.adapters) == (["refunds", "refund "], [0.5, 0.5])
    ahead.embed_query("refund ", 0.5)
    ahead.look_ahead(["refunds", "refund "], 0.5)
    wait_until_idle()
    assert model.queries == ["refunds", "refund "]


def test_who_asks_ends_guessing_and_waits_for_what_the_model_is_at(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.look_ahead(["held one", "never", "nor this"])
    assert model.entered.wait(PATIENCE)
    asking = threading.Thread(target=ahead.embed_query, args=("another",))
    asking.start()
    ahead.stop()
    model.go_on.set()
    asking.join(PATIENCE)
    wait_until_idle()
    assert model.queries == ["held one", "another"]
    assert model.most_inside == 1


def test_a_guess_that_the_model_is_at_is_not_embedded_again(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.look_ahead(["held one"])
    assert model.entered.wait(PATIENCE)
    found: list[Vector] = []
    asking = threading.Thread(target=lambda: found.append(ahead.embed_query("held one")))
    asking.start()
    model.go_on.set()
    asking.join(PATIENCE)
    assert len(found) == 1
    assert model.queries == ["held one"]


def test_asking_alone_ends_guessing(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.embed_query("known")
    ahead.look_ahead(["held one", "never"])
    assert model.entered.wait(PATIENCE)
    ahead.embed_query("known")  # at once: the model is busy
    model.go_on.set()
    wait_until_idle()
    assert model.queries == ["known", "held one"]


def test_a_failure_is_told_to_whoever_asks_and_not_remembered(ahead: Foresight, model: GatedEmbedder) -> None:
    model.broken = True
    ahead.look_ahead(["refunds", "refund "])
    wait_until_idle()
    assert model.queries == ["refunds"], "it goes on guessing with a model that fails"
    with pytest.raises(RuntimeError, match="the model stopped"):
        ahead.embed_query("refunds")
    model.broken = False
    assert ahead.embed_query("refunds").shape == (2,)


def test_long_queries_are_not_guessed(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.look_ahead(["x" * 201, "y" * 200])
    wait_until_idle()
    assert model.queries == ["y" * 200]


def test_the_oldest_are_forgotten_and_those_in_use_are_not(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.embed_query("in use")
    for number in range(300):
        ahead.embed_query(f"{number}")
        ahead.embed_query("in use")
    assert model.queries.count("in use") == 1
    ahead.embed_query("299")
    ahead.embed_query("0")
    assert (model.queries.count("299"), model.queries.count("0")) == (1, 2)


def test_closing_ends_guessing(ahead: Foresight, model: GatedEmbedder) -> None:
    ahead.look_ahead(["held one", "never"])
    assert model.entered.wait(PATIENCE)
    ahead.close()
    model.go_on.set()
    wait_until_idle()
    assert model.queries == ["held one"]
