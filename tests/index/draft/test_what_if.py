from __future__ import annotations

import itertools
import json
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.corpus import Corpus
from index.draft.catalog import edited
from index.draft.draft import Draft, Field
from index.draft.save import save_draft
from index.draft.what_if import HELD_SECONDS, WhatIf
from index.embedder import Vector
from index.errors import StoreError
from index.profile import Profile, load_profiles
from index.query import Query
from index.ranking import Answer, Ranking, Unavailable
from index.searcher import Searcher
from index.suite.case import Case, Suite
from index.suite.outcome import SuiteOutcome
from index.suite.runner import SuiteRunner
from index.vectors.space import VectorSpace
from index.workspace import Workspace
from tests.index.suite.words import WordEmbedder, write_tools

DESCRIPTION, NAME = Field("description"), Field("name")
TOOLS = {
    "create_issue": "Create an issue in the tracker. It returns the key of the issue.",
    "close_issue": "Close an issue that is done",
    "send_mail": "Send a mail to somebody",
    "list_mails": "List the mails of a folder",
    "read_file": "",
    "close_tab": "Close the tab of the browser",
}
QUERIES = (
    Query("close the ticket", ("close", "ticket")),
    Query("create an issue in the tracker", ("issue",)),
    Query("send a mail"),
    Query("", ("tab", "browser")),
    Query("zzz"),
)


def bundled() -> dict[str, Profile]:
    return load_profiles(Path(__file__).parents[3] / "assets" / "profiles")


def opened(directory: Path) -> Workspace:
    """The tools of `a.json`, and of a file that comes first in catalog order but was read last: ids disagree."""
    workspace = Workspace(directory, profiles=bundled(), embedder=WordEmbedder())
    workspace.sync()
    write_tools(directory / "0.json", {"open_tab": "Open a tab", "close_window": "Close the ticket window"})
    workspace.sync()
    workspace.embed()
    return workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    write_tools(tmp_path / "a.json", TOOLS)
    made = opened(tmp_path)
    yield made
    made.close()


def draft_of(workspace: Workspace, name: str, text: str, field: Field = DESCRIPTION) -> Draft:
    (tool_id,) = workspace.find_tool(name)
    tool = workspace.tools([tool_id])[tool_id]
    return Draft.begin(tool).edited(tool, field, text)


def plain(workspace: Workspace, answer: Answer) -> list[object]:
    """Everything that matters of an answer; scores as exact numbers."""
    parts: list[object] = []
    for ranking in (answer.lexical, answer.semantic, answer.fused):
        if isinstance(ranking, Ranking):
            parts.append(
                (ranking.ids.tolist(), ranking.scores.tolist(), ranking.total, ranking.match, ranking.answered)
            )
        else:
            parts.append(ranking)
    return parts


def without(workspace: Workspace, profile: str, query: Query) -> list[object]:
    return plain(workspace, workspace.searcher(profile).search(workspace.corpus(), query))


def dump(connection: sqlite3.Connection) -> list[object]:
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return [(table, connection.execute(f"SELECT * FROM [{table}]").fetchall()) for table in tables]


WORDS = st.lists(
    st.sampled_from(
        ["close", "ticket", "issue", "mail", "the", "tab", "browser", "create", "é", '"', "closeTicket", "."]
    ),
    max_size=8,
).map(" ".join)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edits=st.dictionaries(
        st.tuples(st.sampled_from(sorted(TOOLS)), st.sampled_from([NAME, DESCRIPTION])), WORDS, min_size=1, max_size=3
    )
)
def test_ranks_exactly_as_after_saving(
    tmp_path_factory: pytest.TempPathFactory, edits: dict[tuple[str, Field], str]
) -> None:
    directory = tmp_path_factory.mktemp("saved")
    write_tools(directory / "a.json", TOOLS)
    workspace = opened(directory)
    drafts = tuple(
        draft_of(workspace, name, text or "x" if field == NAME else text, field)
        for (name, field), text in edits.items()
    )
    merged = {draft.key: draft for draft in drafts}
    for draft in drafts:
        both = dict(merged[draft.key].edits) | dict(draft.edits)
        merged[draft.key] = Draft(draft.key, draft.original, tuple(both.items()))
    chosen = tuple(merged.values())
    what_if = WhatIf(workspace)
    profiles = list(workspace.profiles)
    foreseen = [plain(workspace, what_if.answer(chosen, profile, query)) for profile in profiles for query in QUERIES]
    for draft in chosen:
        if draft.edits:
            save_draft(directory, draft)
    workspace.sync()
    workspace.embed()
    assert foreseen == [without(workspace, profile, query) for profile in profiles for query in QUERIES]
    workspace.close()


@pytest.mark.parametrize("profile", ["composio", "search-brain", "toolhive", "triptych"])
def test_vectors_with_drafts_in_them_are_not_kept(workspace: Workspace, profile: str) -> None:
    made: list[weakref.ref[Vector]] = []

    def within(searcher: Searcher, _corpus: Corpus, _answer: Answer) -> None:
        assert searcher.semantic is not None
        space = searcher.space_of(searcher.semantic.space)
        assert isinstance(space, VectorSpace)
        made.append(weakref.ref(space.matrix))

    what_if = WhatIf(workspace)
    draft = draft_of(workspace, "send_mail", "close the ticket of the browser tab")
    what_if.answer((draft,), profile, QUERIES[0], within=within)
    assert len(made) == 1
    assert made[0]() is None


def test_nothing_is_touched(workspace: Workspace) -> None:
    before = [without(workspace, profile, query) for profile in workspace.profiles for query in QUERIES]
    content = dump(workspace.store.connection())
    what_if = WhatIf(workspace)
    draft = draft_of(workspace, "send_mail", "close the ticket of the browser tab")
    for profile in workspace.profiles:
        for query in QUERIES:
            what_if.answer((draft,), profile, query)
    assert dump(workspace.store.connection()) == content
    assert [without(workspace, profile, query) for profile in workspace.profiles for query in QUERIES] == before
    searcher = workspace.searcher("workbench")
    assert plain(workspace, searcher.search(workspace.corpus(), QUERIES[0])) == without(
        workspace, "workbench", QUERIES[0]
    )


def test_an_edit_shows_in_every_arm(workspace: Workspace) -> None:
    query = Query("rotate the keys", ("rotate", "keys"))
    draft = draft_of(workspace, "read_file", "Rotate the keys")
    answer = WhatIf(workspace).answer((draft,), "toolhive", query)
    (tool_id,) = workspace.find_tool("read_file")
    for ranking in (answer.lexical, answer.semantic, answer.fused):
        assert isinstance(ranking, Ranking)
        assert ranking.rank_of(tool_id) == 1
    assert answer.generation < 0


def test_each_keystroke_is_ranked_anew(workspace: Workspace) -> None:
    what_if = WhatIf(workspace)
    for text in ("Close", "Close the ticket", "Send", "Close the ticket of the issue"):
        drafts = (draft_of(workspace, "send_mail", text),) if text != "Send" else ()
        for profile in workspace.profiles:
            for query in QUERIES:
                fresh = WhatIf(workspace).answer(drafts, profile, query)
                assert plain(workspace, what_if.answer(drafts, profile, query)) == plain(workspace, fresh), profile


def test_the_lock_is_held_for_a_moment_only(workspace: Workspace) -> None:
    seconds = itertools.count(0, HELD_SECONDS * 0.6)
    connection = workspace.store.connection()
    rests: list[bool] = []
    what_if = WhatIf(
        workspace, clock=lambda: next(seconds), rest=lambda _seconds: rests.append(connection.in_transaction)
    )
    many = Suite(tuple(Case(Query(f"close {number}"), ("close_issue",)) for number in range(12)))
    effect = what_if.suite_effect((draft_of(workspace, "send_mail", "Close"),), "toolhive", many)
    assert effect is not None and len(effect.after) == 12
    assert rests == [False] * 5, "two queries in each of six transactions"


def test_explanations_can_look_at_the_drafts(workspace: Workspace) -> None:
    seen: list[str] = []
    draft = draft_of(workspace, "send_mail", "Other words")
    WhatIf(workspace).answer(
        (draft,),
        "toolhive",
        QUERIES[0],
        within=lambda _searcher, corpus, _answer: seen.extend(
            row[0] for row in corpus.connection.execute("SELECT description FROM tools WHERE name = 'send_mail'")
        ),
    )
    assert seen == ["Other words"]


def test_only_new_texts_are_embedded(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = workspace.embedder
    assert isinstance(embedder, WordEmbedder)
    texts: list[str] = []
    original = embedder.embed_passages

    def spy(given: list[str], adapter: float = 0.0) -> object:
        texts.extend(given)
        return original(given, adapter)

    engine = workspace.searcher("triptych").semantic
    (tool_id,) = workspace.find_tool("create_issue")
    tool = workspace.tools([tool_id])[tool_id]
    assert engine is not None
    before = {facet.text for facet in engine.facets(tool)}
    monkeypatch.setattr(embedder, "embed_passages", spy)
    what_if = WhatIf(workspace)
    draft = draft_of(workspace, "create_issue", "Create an issue in the tracker. New sentence.")
    for query in QUERIES:
        what_if.answer((draft,), "triptych", query)
    new = replace(tool, description="Create an issue in the tracker. New sentence.")
    assert sorted(texts) == sorted({facet.text for facet in engine.facets(new)} - before)
    assert texts
    assert before & {facet.text for facet in engine.facets(new)}  # the name's vector, at least, is there already


def test_a_model_that_fails_leaves_the_words(workspace: Workspace) -> None:
    embedder = workspace.embedder
    assert isinstance(embedder, WordEmbedder)
    draft = draft_of(workspace, "send_mail", "never seen before")
    embedder.broken = True
    answer = WhatIf(workspace).answer((draft,), "toolhive", QUERIES[0])
    assert isinstance(answer.semantic, Unavailable) and answer.semantic.reason == "the model stopped"
    assert isinstance(answer.lexical, Ranking) and len(answer.lexical)


def test_drafts_of_tools_that_are_gone_change_nothing(tmp_path: Path, workspace: Workspace) -> None:
    draft = draft_of(workspace, "send_mail", "close the ticket")
    what_if = WhatIf(workspace)
    what_if.answer((draft,), "toolhive", QUERIES[0])
    write_tools(tmp_path / "a.json", {name: text for name, text in TOOLS.items() if name != "send_mail"})
    workspace.sync()
    workspace.embed()
    answer = what_if.answer((draft,), "toolhive", QUERIES[0])
    assert plain(workspace, answer) == without(workspace, "toolhive", QUERIES[0])


def test_a_locked_index_is_an_error_with_words(workspace: Workspace) -> None:
    draft = draft_of(workspace, "send_mail", "close")
    WhatIf(workspace).answer((draft,), "toolhive", QUERIES[0])
    workspace.store.connection().execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(workspace.store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="cannot be ranked"):
        WhatIf(workspace).answer((draft,), "toolhive", QUERIES[0])
    other.close()


SUITE = Suite(
    (
        Case(QUERIES[0], ("close_issue",)),
        Case(QUERIES[1], ("create_issue",)),
        Case(QUERIES[2], ("send_mail",)),
        Case(Query("order a pizza"), ()),
    )
)


def test_the_effect_on_a_suite_is_that_of_saving(tmp_path: Path, workspace: Workspace) -> None:
    draft = draft_of(workspace, "close_tab", "Close the ticket")
    effect = WhatIf(workspace).suite_effect((draft,), "fts4", SUITE)
    assert effect is not None
    before = SuiteRunner(workspace).run(SUITE, "fts4")
    save_draft(tmp_path, draft)
    workspace.sync()
    workspace.embed()
    after = SuiteRunner(workspace).run(SUITE, "fts4")
    assert isinstance(before, SuiteOutcome) and isinstance(after, SuiteOutcome)
    assert effect.before == before.cases
    assert effect.after == after.cases
    assert [case.words for case in effect.worse] == ["`close the ticket [close, ticket]` 2 -> 3"]
    assert (len(effect.better), effect.unchanged) == (0, 3)
    assert effect.summary == "0 better, 1 worse: `close the ticket [close, ticket]` 2 -> 3"


def test_a_renamed_tool_is_still_the_one_the_suite_means(workspace: Workspace) -> None:
    draft = draft_of(workspace, "close_issue", "close_ticket", NAME)
    effect = WhatIf(workspace).suite_effect((draft,), "workbench", SUITE)
    assert effect is not None
    assert effect.after[0].fused == 1


def test_an_effect_can_be_cancelled_and_tells_its_progress(workspace: Workspace) -> None:
    draft = draft_of(workspace, "close_issue", "Other")
    seen: list[tuple[int, int]] = []
    what_if = WhatIf(workspace)
    done = what_if.suite_effect((draft,), "workbench", SUITE, progress=lambda *step: seen.append(step))
    assert done is not None and seen[-1] == (4, 4)
    assert what_if.suite_effect((draft,), "workbench", SUITE, cancelled=lambda: True) is None


def test_the_overlay_is_what_a_snapshot_would_be(tmp_path: Path, workspace: Workspace) -> None:
    drafts = (
        draft_of(workspace, "create_issue", "One. Two three. Four five."),
        draft_of(workspace, "read_file", "Read it"),
    )
    what_if = WhatIf(workspace)
    searcher = workspace.searcher("triptych")
    assert searcher.semantic is not None and workspace.embedder is not None
    foreseen = what_if._space(edited(workspace.store, drafts), searcher.semantic, workspace.embedder)
    for draft in drafts:
        save_draft(tmp_path, draft)
    workspace.sync()
    workspace.embed()
    saved = workspace.space(searcher.semantic.space)
    assert not isinstance(saved, Unavailable) and not isinstance(foreseen, Unavailable)
    assert foreseen.keys == saved.keys
    for name in ("matrix", "tool_ids", "kinds", "order"):
        assert np.array_equal(getattr(foreseen, name), getattr(saved, name)), name
    assert foreseen.missing == saved.missing == 0
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["tools"][0]["description"].startswith("One.")


def test_a_sync_gets_its_turn_while_effects_are_worked_out(workspace: Workspace) -> None:
    draft = draft_of(workspace, "close_issue", "Other words")
    many = Suite(
        tuple(Case(Query(f"close the ticket {number}", ("close",)), ("close_issue",)) for number in range(150))
    )
    started, stop = threading.Event(), threading.Event()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            what_if = WhatIf(workspace)
            while not stop.is_set():
                what_if.suite_effect((draft,), "fts4", many, cancelled=stop.is_set, progress=lambda *_: started.set())
        except BaseException as error:
            failures.append(error)
            started.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(60)
    for number in range(20):
        with workspace.store.transaction() as connection:
            connection.execute("UPDATE tools SET title = ? WHERE name = 'send_mail'", (f"Title {number}",))
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    stop.set()
    thread.join()
    assert failures == []
    (row,) = workspace.store.connection().execute("SELECT title, description FROM tools WHERE name = 'send_mail'")
    assert row == ("Title 19", TOOLS["send_mail"])
