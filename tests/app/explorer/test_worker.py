"""The search thread: latest request wins, faults are values, ending is prompt."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from textual.message import Message

from app.explorer.messages import CatalogRead, RowsLoaded, SearchFailed, ToolLoaded, ViewMade, WordsRanked
from app.explorer.state import FUSED, LEXICAL, SEMANTIC, Asked
from app.explorer.worker import Worker
from index.corpus import Corpus
from index.embedder import Vector
from index.query import Query
from index.searcher import Searcher
from index.workspace import Workspace
from tests.app.explorer.catalogs import WordEmbedder
from tests.app.explorer.conftest import MakeWorkspace

PATIENCE = 20


class HeldEmbedder(WordEmbedder):
    """Answers queries only when told to."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.go_on = threading.Event()
        self.asked: list[str] = []

    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        if text.startswith("slow"):
            self.asked.append(text)
            self.entered.set()
            assert self.go_on.wait(PATIENCE)
        return super().embed_query(text)


class BrokenEmbedder(WordEmbedder):
    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        raise RuntimeError("the model has died")


class FaultyEmbedder(WordEmbedder):
    def embed_query(self, text: str, adapter: float = 0.0) -> Vector:
        raise ZeroDivisionError("a fault nobody thought of")


class Desk:
    """A started worker and what it posts."""

    def __init__(self, workspace: Workspace) -> None:
        self.posted: queue.Queue[Message] = queue.Queue()
        self.worker = Worker(workspace, self.posted.put, lambda: 0.0)
        self.worker.start()

    def next(self) -> Message:
        return self.posted.get(timeout=PATIENCE)

    def words(self) -> WordsRanked:
        message = self.next()
        assert isinstance(message, WordsRanked), message
        return message

    def view(self) -> ViewMade:
        """The next view; the words that were shown before it, where the model was slow, are passed over."""
        message = self.next()
        while isinstance(message, WordsRanked):
            message = self.next()
        assert isinstance(message, ViewMade), message
        return message


@pytest.fixture
def desks() -> Iterator[list[Desk]]:
    opened: list[Desk] = []
    yield opened
    for desk in opened:
        desk.worker.stop()


def ask(generation: int, text: str, *keywords: str) -> Asked:
    return Asked(generation, Query(text, keywords), "toolhive")


def test_requests_that_wait_are_replaced_by_the_latest(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    embedder = HeldEmbedder()
    desk = Desk(make_workspace(embedder=embedder))
    desks.append(desk)
    desk.worker.search(ask(1, "slow first"))
    assert embedder.entered.wait(PATIENCE)
    for generation in range(2, 9):
        desk.worker.search(ask(generation, f"slow {generation}"))
    embedder.go_on.set()
    generations = [desk.view().view.asked.generation]
    if generations[-1] == 1:
        generations.append(desk.view().view.asked.generation)
    assert generations[-1] == 8
    assert embedder.asked in (["slow first", "slow 8"], ["slow 8"])
    desk.worker.read_catalog()
    assert isinstance(desk.next(), CatalogRead), "the answered request was taken up again"


def names_of(words: WordsRanked) -> list[str]:
    return [words.facts[number].name for number in words.column.ranking.ids.tolist()]


def test_a_slow_model_keeps_no_words_waiting(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    embedder = HeldEmbedder()
    desk = Desk(make_workspace(embedder=embedder))
    desks.append(desk)
    desk.worker.search(ask(1, "slow refund"))
    first = desk.words()
    assert (first.generation, names_of(first)[0]) == (1, "create_refund")
    desk.worker.search(ask(2, "slow message"))
    second = desk.words()
    assert second.generation == 2
    assert names_of(second) != names_of(first)
    assert embedder.asked == ["slow refund"], "the second was not to be embedded before the first was done"
    desk.worker.search(Asked(3, Query("slow refund"), "substring"))  # of another profile: not these words
    with pytest.raises(queue.Empty):
        desk.posted.get(timeout=0.3)
    desk.worker.search(ask(4, "slow message"))
    assert desk.words().generation == 4
    embedder.go_on.set()
    assert desk.view().view.asked.generation == 1
    last = desk.view().view
    assert last.asked.generation == 4
    assert last.columns[LEXICAL].ranking.ids.tolist() == second.column.ranking.ids.tolist()


def test_ending_does_not_wait_for_a_slow_model_to_type_more(make_workspace: MakeWorkspace) -> None:
    embedder = HeldEmbedder()
    desk = Desk(make_workspace(embedder=embedder))
    desk.worker.search(ask(1, "slow refund"))
    desk.words()
    stopper = threading.Thread(target=desk.worker.stop)
    stopper.start()
    embedder.go_on.set()
    stopper.join(PATIENCE)
    assert not stopper.is_alive()


def test_a_dead_model_leaves_the_words(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    desk = Desk(make_workspace(embedder=BrokenEmbedder()))
    desks.append(desk)
    desk.worker.search(ask(1, "refund a payment"))
    view = desk.view().view
    assert view.columns[SEMANTIC].unavailable == "the model has died"
    assert len(view.columns[LEXICAL].ranking)
    assert len(view.columns[FUSED].ranking)


def test_a_fault_in_an_engine_is_reported_and_the_next_search_goes_on(
    make_workspace: MakeWorkspace, desks: list[Desk]
) -> None:
    desk = Desk(make_workspace(embedder=FaultyEmbedder()))
    desks.append(desk)
    desk.worker.search(ask(1, "refund"))
    failed = desk.next()
    assert isinstance(failed, SearchFailed)
    assert failed.generation == 1
    assert "a fault nobody thought of" in failed.reason
    desk.worker.search(Asked(2, Query("refund"), "substring"))
    assert desk.view().view.asked.generation == 2


def test_an_unknown_profile_is_a_message(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    desk = Desk(make_workspace())
    desks.append(desk)
    desk.worker.search(Asked(1, Query("refund"), "tolhive"))
    failed = desk.next()
    assert isinstance(failed, SearchFailed)
    assert "toolhive" in failed.reason


def test_missing_vectors_are_an_alert_never_no_results(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    desk = Desk(make_workspace(embed=False))
    desks.append(desk)
    desk.worker.search(ask(1, "refund"))
    semantic = desk.view().view.columns[SEMANTIC]
    assert semantic.unavailable or semantic.alert == "0 of 27 tools embedded"


def test_facts_carry_ranks_scores_and_movement(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    desk = Desk(make_workspace())
    desks.append(desk)
    desk.worker.search(ask(1, "issue", "issue"))
    first = desk.view().view
    ids = [column.ranking.ids for column in first.columns]
    for column, held in enumerate(ids):
        for rank, number in enumerate(held.tolist(), 1):
            facts = first.facts[number]
            assert facts.ranks[column] == rank
            assert facts.scores[column] == first.columns[column].ranking.scores[rank - 1]
            assert facts.moves is None
    turned = (ids[0][::-1].copy(), ids[1], ids[2][1:])
    desk.worker.search(Asked(2, first.asked.query, "toolhive", None, turned))
    second = desk.view().view
    count = len(ids[0])
    for rank, number in enumerate(ids[0].tolist(), 1):
        moves = second.facts[number].moves
        assert moves is not None
        assert moves[LEXICAL] == (count - rank + 1) - rank
    newcomer = second.facts[int(ids[2][0])].moves
    assert newcomer is not None
    assert newcomer[FUSED] is None


def test_tools_rows_and_the_catalog_are_loaded_on_request(make_workspace: MakeWorkspace, desks: list[Desk]) -> None:
    desk = Desk(make_workspace())
    desks.append(desk)
    desk.worker.search(ask(1, "refund"))
    view = desk.view().view
    number = int(view.columns[SEMANTIC].ranking.ids[-1])
    desk.worker.load_rows(view, (number, 10_000))
    rows = desk.next()
    assert isinstance(rows, RowsLoaded)
    assert list(rows.facts) == [number]
    desk.worker.load_tool(number)
    loaded = desk.next()
    assert isinstance(loaded, ToolLoaded)
    assert loaded.tool is not None
    assert loaded.tool.name == rows.facts[number].name
    desk.worker.load_tool(10_000)
    gone = desk.next()
    assert isinstance(gone, ToolLoaded)
    assert gone.tool is None
    desk.worker.read_catalog()
    read = desk.next()
    assert isinstance(read, CatalogRead)
    assert (read.facts.tools, read.facts.files, read.facts.problems) == (27, 6, 0)


def test_stopping_ends_the_thread(make_workspace: MakeWorkspace) -> None:
    desk = Desk(make_workspace())
    desk.worker.stop()
    assert "triptych-search" not in [thread.name for thread in threading.enumerate()]
    desk.worker.stop()


ENDLESS = "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT running() FROM n"


def test_what_is_done_for_later_gives_way_to_everything(
    make_workspace: MakeWorkspace, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = threading.Event()

    def prepare(_searcher: Searcher, corpus: Corpus) -> bool:
        corpus.connection.create_function("running", 0, running.set)
        for _ in corpus.connection.execute(ENDLESS):
            pass
        return False

    monkeypatch.setattr(Searcher, "prepare", prepare)
    desk = Desk(make_workspace())
    desks.append(desk)
    desk.worker.search(ask(1, "refund"))
    view = desk.view().view
    number = int(view.columns[FUSED].ranking.ids[0])
    requests: tuple[tuple[Callable[[], None], type[Message]], ...] = (
        (desk.worker.read_catalog, CatalogRead),
        (lambda: desk.worker.load_tool(number), ToolLoaded),
        (lambda: desk.worker.load_rows(view, (number,)), RowsLoaded),
        (lambda: desk.worker.search(ask(2, "mail")), ViewMade),
    )
    for request, answer in requests:
        running.clear()
        assert running.wait(PATIENCE), "it does not go on"
        request()
        assert isinstance(desk.next(), answer)
    running.clear()
    assert running.wait(PATIENCE)
    desk.worker.stop()  # waits for the thread
    assert "triptych-search" not in [thread.name for thread in threading.enumerate()]


def test_nothing_is_begun_for_later_once_it_is_to_stop(
    make_workspace: MakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, stopped, prepared = make_workspace(), threading.Event(), list[int]()
    desk, look = Desk(workspace), workspace.corpus
    stop = threading.Thread(target=desk.worker.stop)

    def corpus() -> Corpus:
        if desk.worker._prepare is not None and not stopped.is_set():  # the next step is about to begin
            with desk.worker._wake:
                stop.start()
                desk.worker._wake.wait_for(lambda: desk.worker._stopping, PATIENCE)
            stopped.set()
        return look()

    def prepare(_searcher: Searcher, _corpus: Corpus) -> bool:
        prepared.append(1)
        return False

    monkeypatch.setattr(workspace, "corpus", corpus)
    monkeypatch.setattr(Searcher, "prepare", prepare)
    desk.worker.search(ask(1, "refund"))
    desk.view()
    assert stopped.wait(PATIENCE)
    stop.join()
    assert not prepared


def test_nothing_is_done_for_later_between_two_keys(
    make_workspace: MakeWorkspace, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[int] = []

    def prepare(_searcher: Searcher, _corpus: Corpus) -> bool:
        prepared.append(1)
        return False

    monkeypatch.setattr(Searcher, "prepare", prepare)
    monkeypatch.setattr("app.explorer.worker.REST", PATIENCE)
    desk = Desk(make_workspace())
    desks.append(desk)
    for generation in range(1, 4):
        desk.worker.search(ask(generation, "refund"))
        desk.view()
    desk.worker.read_catalog()
    assert isinstance(desk.next(), CatalogRead)
    assert not prepared


def test_nothing_is_done_for_later_in_a_catalog_that_has_changed(
    make_workspace: MakeWorkspace, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, looked, prepared = make_workspace(), threading.Event(), list[int]()
    desk, look = Desk(workspace), workspace.corpus
    desks.append(desk)

    def corpus() -> Corpus:
        now = look()
        if desk.worker._prepare is None:
            return now
        looked.set()
        return replace(now, revision=now.revision + 1)

    def prepare(_searcher: Searcher, _corpus: Corpus) -> bool:
        prepared.append(1)
        return False

    monkeypatch.setattr(workspace, "corpus", corpus)
    monkeypatch.setattr(Searcher, "prepare", prepare)
    monkeypatch.setattr("app.explorer.worker.REST", 0.0)
    desk.worker.search(ask(1, "refund"))
    desk.view()
    assert looked.wait(PATIENCE)
    desk.worker.read_catalog()
    assert isinstance(desk.next(), CatalogRead)
    assert not prepared


def test_what_fails_for_later_is_left(
    make_workspace: MakeWorkspace, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: queue.Queue[None] = queue.Queue()

    def prepare(_searcher: Searcher, _corpus: Corpus) -> bool:
        tried.put(None)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Searcher, "prepare", prepare)
    desk = Desk(make_workspace())
    desks.append(desk)
    for generation in (1, 2):
        desk.worker.search(ask(generation, "refund"))
        assert desk.view().view.asked.generation == generation
        tried.get(timeout=PATIENCE)
    desk.worker.read_catalog()
    assert isinstance(desk.next(), CatalogRead)
    assert tried.empty()
