"""The vectors of the default profile: which texts, which weights, and queries an English model cannot read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.engines.triptych_semantic import NAME, SENTENCE, WHOLE, SemanticOptions, TriptychSemantic, opening_of
from index.profile import load_profiles
from index.query import Query
from index.ranking import Ranking, Unavailable
from index.registry import build_semantic
from index.vectors.space import VectorSpace
from tests.index.catalog import tool

PROFILE = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")["triptych"]


def _engine() -> TriptychSemantic:
    assert PROFILE.semantic is not None
    engine = build_semantic(PROFILE.semantic, source="test")
    assert isinstance(engine, TriptychSemantic)
    return engine


def _texts(*args: str) -> list[tuple[int, str]]:
    return [(facet.kind, facet.text) for facet in _engine().facets(tool(*args))]


def test_a_tool_stands_for_server_name_and_sentences() -> None:
    assert _texts("search_pages", "Find pages. Needs a token!", "notion-remote") == [
        (WHOLE, "notion remote search pages: Find pages. Needs a token!"),
        (NAME, "notion remote search pages"),
        (SENTENCE, "Find pages."),
        (SENTENCE, "Needs a token!"),
    ]


@pytest.mark.parametrize(
    ("name", "server", "called"),
    [
        ("github_listIssues", "github", "github list Issues"),
        ("listIssues", "tools", "list Issues"),
        ("weather.current", "", "weather current"),
    ],
)
def test_a_server_that_adds_nothing_is_not_named(name: str, server: str, called: str) -> None:
    assert _texts(name, "", server)[1] == (NAME, called)


def test_an_undescribed_tool_stands_for_its_name() -> None:
    assert {text for _, text in _texts("ping")} == {"ping"}
    assert _texts("", "") == []


def test_sentences_are_bounded() -> None:
    many = " ".join(f"Sentence number {number}." for number in range(40))
    assert sum(kind == SENTENCE for kind, _ in _texts("x", many)) == 6


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Reads. " + "x" * 13, "Reads. " + "x" * 13),  # twice ten characters are not too many
        ("Reads. Me.\n\nArgs: path", "Reads. Me."),
        ("Reads. No more than this.", "Reads."),
        ("Reads the whole file. Args: path", "Reads the whole file."),  # one sentence in any case
        ("\n  Reads.\n\n  Writes.\n" + "." * 30, "Reads."),
        ("no end " * 9, ("no end " * 9).strip()),
        ("-\n" * 20, "-\n" * 20),
    ],
)
def test_a_long_description_is_embedded_up_to_the_sentence_that_still_fits(text: str, kept: str) -> None:
    assert opening_of(text, 10) == kept
    assert opening_of(text, 0) == text


def test_a_long_description_keeps_the_vectors_of_its_sentences() -> None:
    long = "Find pages. " + " ".join(f"Argument {number} is a number of some kind." for number in range(20))
    texts = _texts("search", long, "wiki")
    assert texts[0] == (WHOLE, "wiki search: " + long[:122])
    assert len(texts) == 2 + 6


@pytest.mark.parametrize("options", [SemanticOptions(opening=-1), SemanticOptions(sentences=0)])
def test_lengths_that_make_no_sense_are_refused(options: SemanticOptions) -> None:
    with pytest.raises(ValueError, match="must be at least"):
        TriptychSemantic(options)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        (Query("open a ticket", ("jira", "bug")), "open a ticket jira bug"),
        (Query("", ("jira", "bug")), "jira bug"),
        (Query("run browser_navigate now"), "run browser navigate now"),
        (Query("  "), ""),
        (Query("🎉 !?", ("→",)), ""),
        (Query("🎉", ("party",)), "🎉 party"),
    ],
)
def test_description_and_keywords_are_embedded_together(query: Query, text: str) -> None:
    assert _engine().query_text(query) == text


def test_without_keywords_they_only_stand_in_for_an_empty_description() -> None:
    engine = TriptychSemantic(SemanticOptions(keywords=False))
    assert engine.query_text(Query("open a ticket", ("jira",))) == "open a ticket"
    assert engine.query_text(Query("", ("jira",))) == "jira"


def _space() -> VectorSpace:
    """Tools 7 and 3 (in this order): each a whole and a name; 7 has two sentences, 3 none."""
    rows = [(WHOLE, 7, (1, 0)), (WHOLE, 3, (0, 1)), (NAME, 7, (0, 1)), (NAME, 3, (0, 1)),
            (SENTENCE, 7, (0, 1)), (SENTENCE, 7, (0.6, 0.8))]  # fmt: skip
    return VectorSpace(
        np.array([vector for _, _, vector in rows], np.float32),
        np.array([tool_id for _, tool_id, _ in rows], np.int64),
        np.array([kind for kind, _, _ in rows], np.int16),
        tuple(bytes([number]) for number in range(len(rows))),
        np.array([7, 3], np.int64),
    )


def test_weights_and_the_nearest_sentence_by_hand() -> None:
    engine = TriptychSemantic(SemanticOptions(whole=0.5, name=0.2, sentence=0.3))
    ranking = engine.rank(_space(), np.array([1, 0], np.float32), Query("q"))
    assert isinstance(ranking, Ranking)
    assert ranking.ids.tolist() == [7, 3]
    assert ranking.scores == pytest.approx([0.5 * 1 + 0.3 * 0.6, 0.0], abs=1e-6)


def test_how_much_the_adapter_counts_is_an_option() -> None:
    assert TriptychSemantic(SemanticOptions()).adapter == 0.0
    assert TriptychSemantic(SemanticOptions(adapter=0.7)).adapter == 0.7


def test_ties_and_depth_follow_the_catalog() -> None:
    engine = TriptychSemantic(SemanticOptions(whole=0.0, name=1.0, sentence=0.0))
    ranking = engine.rank(_space(), np.array([0, 1], np.float32), Query("q"), 1)
    assert isinstance(ranking, Ranking)
    assert ranking.ids.tolist() == [7]
    assert (ranking.total, ranking.rank_of(3)) == (2, 2)


def test_a_space_without_vectors_gives_no_hits() -> None:
    ranking = _engine().rank(VectorSpace.empty(2), np.array([0, 1], np.float32), Query("q"))
    assert isinstance(ranking, Ranking)
    assert len(ranking) == 0


@pytest.mark.parametrize("text", ["查询天气", "погода в городе", "สภาพอากาศ"])
def test_says_that_an_english_model_cannot_read_it(text: str) -> None:
    answer = _engine().rank(_space(), np.array([1, 0], np.float32), Query(text))
    assert isinstance(answer, Unavailable)
    assert "English model" in answer.reason
    told_otherwise = TriptychSemantic(SemanticOptions(latin_only=False))
    assert isinstance(told_otherwise.rank(_space(), np.array([1, 0], np.float32), Query(text)), Ranking)


@pytest.mark.parametrize("text", ["créer un ticket", "天気 API", "weather in 東京", "12:30", ""])
def test_latin_queries_are_ranked(text: str) -> None:
    assert isinstance(_engine().rank(_space(), np.array([1, 0], np.float32), Query(text)), Ranking)
