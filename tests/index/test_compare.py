from __future__ import annotations

from pathlib import Path

import pytest

from index.compare import Cell, Comparison, compare
from index.profile import Profile, load_profiles
from index.query import Query
from index.ranking import Rewrite, Unavailable
from index.searcher import Searcher
from index.store.store import Store
from tests.index.catalog import SpyEmbedder, catalog, corpus, space

PROFILES = load_profiles(Path(__file__).parents[2] / "assets" / "profiles")
TOOLS = [
    ("jira_create_issue", "Create an issue", "jira"),
    ("gmail_send", "Send an email", "mail"),
    ("run_query", "Execute SQL", "sql"),
    *[(f"filler_{number:02}", "An email filler", "filler") for number in range(12)],
]


@pytest.fixture(scope="module")
def store() -> Store:
    return catalog(TOOLS)


def _searchers(store: Store, names: list[str], embedder: SpyEmbedder | None = None) -> list[Searcher]:
    vectors = {name: (1.0, number / 10) for number, (name, _, _) in enumerate(TOOLS)}

    def make(profile: Profile) -> Searcher:
        searcher = Searcher(profile, embedder, lambda _name: snapshot or Unavailable("cosine", "off"))
        snapshot = space(store, searcher.semantic, vectors) if searcher.semantic and embedder else None
        return searcher

    return [make(PROFILES[name]) for name in names]


def _cells(comparison: Comparison, name: str) -> tuple[Cell | None, ...]:
    (row,) = [row for row in comparison.rows if row.tool.name == name]
    return row.cells


def test_cells_are_ranks_in_each_profiles_answer(store: Store) -> None:
    found = compare(_searchers(store, ["workbench", "substring", "toolhive"]), corpus(store), Query("create issue"))
    assert _cells(found, "jira_create_issue") == (Cell(1, True), None, Cell(1, True))
    assert [row.tool.name for row in found.rows] == ["jira_create_issue"]


def test_a_rank_beyond_the_answer_is_marked(store: Store) -> None:
    found = compare(_searchers(store, ["workbench"]), corpus(store), Query("email"), tool_ids=[15])
    # 13 tools say email; gmail_send first, then the fillers by name: filler_11 is the last of them.
    assert _cells(found, "filler_11") == (Cell(13, False),)
    assert len(found.rows) == 11


def test_a_tool_asked_for_has_a_row_without_any_rank(store: Store) -> None:
    found = compare(_searchers(store, ["substring", "toolhive"]), corpus(store), Query("create issue"), tool_ids=[3])
    assert _cells(found, "run_query") == (None, None)
    assert found.rows[-1].tool.name == "run_query"


def test_each_text_is_embedded_once(store: Store) -> None:
    embedder = SpyEmbedder()
    names = ["toolhive", "search-brain", "composio"]
    compare(_searchers(store, names, embedder), corpus(store), Query("send mail"))
    assert embedder.queries == ["send mail"]
    embedder.queries.clear()
    compare(_searchers(store, names, embedder), corpus(store), Query("send mail", ("now",)))
    assert embedder.queries == ["send mail", "send mail now"]  # toolhive never embeds keywords


def test_sharing_a_vector_does_not_change_any_answer(store: Store) -> None:
    searchers = _searchers(store, ["toolhive", "search-brain", "composio"], SpyEmbedder())
    query = Query("send mail", ("email",))
    found = compare(searchers, corpus(store), query)
    for searcher, column in zip(searchers, found.columns, strict=True):
        alone = searcher.search(corpus(store), query)
        assert column.answer.fused.ids.tolist() == alone.fused.ids.tolist()


def test_words_are_told_by_profile(store: Store) -> None:
    found = compare(_searchers(store, ["toolhive", "workbench"]), corpus(store), Query("send emial data"))
    toolhive, workbench = found.columns
    assert [entry.word for entry in toolhive.dropped] == ["data"]
    assert Rewrite("emial", "corrected", ("email",)) in workbench.rewrites


def test_rows_are_in_order_of_the_best_rank_and_sortable_by_column(store: Store) -> None:
    found = compare(_searchers(store, ["workbench", "substring"]), corpus(store), Query("email"))
    best = [min(cell.rank for cell in row.cells if cell) for row in found.rows]
    assert best == sorted(best)
    by_substring = [row.cells[1].rank for row in found.sorted_by(1) if row.cells[1] is not None]
    assert by_substring == sorted(by_substring)


def test_a_failing_model_is_a_column_without_ranks_not_an_error(store: Store) -> None:
    embedder = SpyEmbedder()
    embedder.broken = True
    found = compare(_searchers(store, ["composio", "workbench"], embedder), corpus(store), Query("email"))
    assert found.columns[0].answer.semantic == Unavailable("cosine", "the model stopped")
    assert found.columns[0].found.tools == ()
    assert found.columns[1].found.tools
