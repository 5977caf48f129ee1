"""Leaving words out: exact differences, in slices, from the cache the second time."""

from __future__ import annotations

from itertools import chain

import pytest

from index.explain.occlusion import VectorCache, effects, variants
from index.profile import Part
from index.query import Query
from index.registry import build_semantic
from tests.index.catalog import tool
from tests.index.explain.cases import HashEmbedder

TOOL = tool("jira_create_issue", "Create an issue. Refund nothing.")
QUERY = Query("create issue", ("jira",))
COSINE = build_semantic(Part("cosine", {"text": "{name} {description}", "query": "all"}), source="t")
TRIPTYCH = build_semantic(Part("triptych"), source="t")


def test_every_word_is_left_out_once_in_the_order_of_the_text() -> None:
    found = [(entry.field, entry.word) for entry in variants(QUERY, TOOL)]
    assert found == [
        ("query", "create"),
        ("query", "issue"),
        ("keyword 1", "jira"),
        ("name", "jira"),
        ("name", "create"),
        ("name", "issue"),
        ("description", "Create"),
        ("description", "an"),
        ("description", "issue"),
        ("description", "Refund"),
        ("description", "nothing"),
    ]
    texts = {entry.word: entry.tool.description for entry in variants(QUERY, TOOL) if entry.field == "description"}
    assert texts["issue"] == "Create an . Refund nothing."
    assert [entry.tool.name for entry in variants(QUERY, TOOL)][4] == "jira_issue"


def test_the_places_are_those_of_the_words() -> None:
    for entry in variants(QUERY, TOOL):
        text = {"query": QUERY.description, "keyword 1": "jira", "name": TOOL.name, "description": TOOL.description}
        assert text[entry.field][entry.start : entry.end] == entry.word


def test_an_effect_is_the_cosine_with_the_word_less_the_cosine_without_it() -> None:
    embedder = HashEmbedder()
    found = list(chain(*effects(COSINE, VectorCache(embedder), QUERY, TOOL)))
    query = embedder.embed_query("create issue jira")
    base = float(embedder.embed_passages([f"{TOOL.name} {TOOL.description}"])[0] @ query)
    less = float(embedder.embed_passages([f"{TOOL.name} Create an issue. nothing."])[0] @ query)
    refund = next(entry for entry in found if entry.word == "Refund")
    assert refund.effect == pytest.approx(base - less, abs=1e-6)
    assert refund.effect < 0
    assert next(entry for entry in found if (entry.field, entry.word) == ("name", "jira")).effect > 0


def test_the_default_engine_scores_the_variants_itself() -> None:
    found = list(chain(*effects(TRIPTYCH, VectorCache(HashEmbedder()), QUERY, TOOL)))
    assert {entry.field for entry in found} == {"query", "keyword 1", "name", "description"}
    assert all(-1 <= entry.effect <= 1 for entry in found)


def test_moving_back_embeds_nothing() -> None:
    embedder = HashEmbedder()
    cache = VectorCache(embedder)
    first = list(chain(*effects(COSINE, cache, QUERY, TOOL)))
    asked = len(embedder.embedded)
    assert list(chain(*effects(COSINE, cache, QUERY, TOOL))) == first
    assert len(embedder.embedded) == asked


def test_stopping_early_embeds_no_more() -> None:
    embedder = HashEmbedder()
    slices = effects(COSINE, VectorCache(embedder), QUERY, TOOL)
    next(slices)
    asked = len(embedder.embedded)
    slices.close()  # type: ignore[attr-defined]
    assert len(embedder.embedded) == asked < len(variants(QUERY, TOOL))


def test_nothing_to_embed_gives_nothing() -> None:
    assert list(effects(COSINE, VectorCache(HashEmbedder()), Query(""), TOOL)) == []


def test_of_a_very_long_description_only_what_a_model_reads_is_embedded_again() -> None:
    embedder = HashEmbedder()
    long = tool("jira_create_issue", "Create an issue " + "and so on " * 100_000)
    found = list(chain(*effects(COSINE, VectorCache(embedder), QUERY, long)))
    assert [effect.word for effect in found][6:9] == ["Create", "an", "issue"]
    assert max(map(len, embedder.embedded)) < 11_000
