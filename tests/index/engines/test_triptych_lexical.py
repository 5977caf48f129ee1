"""The words of the default profile: what is looked up, what each word adds, and the scripts it reads."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.triptych_lexical import TriptychLexical
from index.engines.triptych_terms import SPLIT
from index.profile import Part, load_profiles
from index.query import Query
from index.ranking import Ranking
from index.registry import build_lexical
from index.store.store import Store
from index.text.query_words import query_words
from index.tool import Parameter
from tests.index.catalog import Row, catalog, corpus, names, tool

PROFILE = load_profiles(Path(__file__).parents[3] / "assets" / "profiles")["triptych"]

TOOLS: list[Row] = [
    ("jira_create_issue", "Create an issue in a project and return its key.", "jira"),
    ("jira_search_issues", "Find issues by a JQL expression.", "jira"),
    ("gmail_send_email", "Send a message to one or more addresses.", "gmail"),
    ("createCalendarEvent", "Put an appointment into the calendar.", "calendar"),
    ("github_list_prs", "Show what waits for review on GitHub.", "github"),
    ("confluence_search", "Search the pages of the team's space.", "confluence"),
    ("天気予報", "東京の天気を調べる", "weather"),
    ("погода", "Показывает прогноз погоды в городе", "weather"),
    ("réserver", "Réserver une table au café", "restaurant"),
]


def _engine(**options: Any) -> TriptychLexical:
    part = PROFILE.lexical
    assert part is not None
    engine = build_lexical(replace(part, options=MappingProxyType({**part.options, **options})), source="test")
    assert isinstance(engine, TriptychLexical)
    return engine


@pytest.fixture(scope="module")
def store() -> Store:
    made = catalog(TOOLS)
    corpus(made).ensure(SPLIT)
    return made


def _rank(store: Store, text: str, *keywords: str, depth: int | None = None, **options: Any) -> Ranking:
    return _engine(**options).rank(corpus(store), Query(text, keywords), depth)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("create a jira issue", "jira_create_issue"),
        ("create jria issue", "jira_create_issue"),
        ("send emial", "gmail_send_email"),
        ("search confluance", "confluence_search"),
        ("calendar event", "createCalendarEvent"),
        ("createCalendarEvent", "createCalendarEvent"),
        ("pull requests", "github_list_prs"),
        ("GitHub", "github_list_prs"),
        ("confl", "confluence_search"),
        ("東京の天気", "天気予報"),
        ("天", "天気予報"),
        ("прогноз погоды", "погода"),
        ("reserver une table", "réserver"),
        ("RÉSERVER", "réserver"),
    ],
)
def test_finds_what_is_meant(store: Store, text: str, first: str) -> None:
    assert names(store, _rank(store, text).ids)[:1] == [first]


def test_says_how_words_were_read(store: Store) -> None:
    ranking = _rank(store, "please send the emial to confl")
    kinds = {(rewrite.word, rewrite.kind): rewrite.to for rewrite in ranking.rewrites}
    assert kinds[("emial", "corrected")] == ("email",)
    assert kinds[("confl", "prefix")] == ("confl*",)
    assert "please" in {dropped.word for dropped in ranking.dropped}


def test_pieces_of_a_word_are_not_widened(store: Store) -> None:
    """ "hub" of GitHub must not be read as the beginning of HubSpot."""
    with_hubspot = catalog([*TOOLS, ("hubspot_create_contact", "Add a contact.", "hubspot")])
    corpus(with_hubspot).ensure(SPLIT)
    assert names(with_hubspot, _rank(with_hubspot, "GitHub").ids) == ["github_list_prs"]


def test_a_query_of_stop_words_keeps_them(store: Store) -> None:
    assert names(store, _rank(store, "what is in the").ids)


def test_keywords_add_to_the_description(store: Store) -> None:
    alone, both = _rank(store, "issue"), _rank(store, "issue", "issue")
    assert both.scores == pytest.approx(2 * alone.scores)
    assert both.input == "description + keywords"
    assert _rank(store, "issue", "issue", keyword=0.0).scores == pytest.approx(alone.scores)


def test_parameters_are_searched() -> None:
    made = catalog([replace(tool("run"), parameters=(Parameter("cronExpression", "when to start"),)), tool("stop")])
    corpus(made).ensure(SPLIT)
    assert names(made, _rank(made, "cron").ids) == ["run"]
    assert not len(_rank(made, "cron", parameters=0.0, name=1.0).ids) or _rank(made, "cron").scores[0] > 0


def test_the_score_is_the_sum_of_its_parts_times_the_name_factor(store: Store) -> None:
    engine, query = _engine(), Query("create an emial event for the jira issue", ("issue",))
    ranking = engine.rank(corpus(store), query, None)
    parts = engine.parts(corpus(store), query_words(query, engine._stop_words))
    sql = f"SELECT -{engine.bm25} FROM {SPLIT.name} WHERE {SPLIT.name} MATCH ? AND +rowid = ?"
    factors = engine.name_factors(corpus(store), parts, ranking.ids)
    for at, tool_id in enumerate(ranking.ids.tolist()):
        rows = [(part.weight, store.connection().execute(sql, (part.match, tool_id)).fetchone()) for part in parts]
        total = sum(weight * row[0] for weight, row in rows if row is not None)
        assert ranking.scores[at] == pytest.approx(total * factors[at], rel=1e-9)


def test_depth_cuts_but_knows_every_rank(store: Store) -> None:
    whole, cut = _rank(store, "issue email event"), _rank(store, "issue email event", depth=2)
    assert cut.ids.tolist() == whole.ids[:2].tolist()
    assert cut.total == whole.total == len(whole)
    assert [cut.rank_of(tool_id) for tool_id in whole.ids.tolist()] == list(range(1, len(whole) + 1))


def test_the_order_of_indexing_changes_nothing() -> None:
    rows = [replace(tool(f"tool_{n}", "list the open issues", "s"), place=tool("x", source=f"{n}.json").place)
            for n in range(12)]  # fmt: skip
    shuffled = rows[:]
    random.Random(3).shuffle(shuffled)
    found = []
    for order in (rows, shuffled):
        made = catalog(order)
        corpus(made).ensure(SPLIT)
        found.append(names(made, _rank(made, "open issue").ids))
    assert found[0] == found[1] == sorted((f"tool_{n}" for n in range(12)), key=lambda name: f"{name[5:]}.json")


@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=3))
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_query(text: str, keywords: list[str]) -> None:
    ranking = _ENGINE.rank(corpus(_STORE), Query(text, tuple(keywords)), None)
    assert np.all(np.diff(ranking.scores) <= 0)
    assert len(set(ranking.ids.tolist())) == ranking.total


_ENGINE = _engine()
_STORE = catalog(TOOLS)
corpus(_STORE).ensure(SPLIT)


def test_wrong_options_are_errors() -> None:
    with pytest.raises(Exception, match="did you mean 'synonym'"):
        build_lexical(Part("triptych", MappingProxyType({"synonim": 1.0})), source="test")
