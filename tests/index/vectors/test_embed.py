"""Every text is embedded once; what is there is never mixed with another model's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from index.embedder import Vector
from index.profile import parse_profile
from index.ranking import Unavailable
from index.store.store import Store
from index.vectors.embed import SpaceKey, SpaceWork, Step, prune
from index.vectors.facets import find_space, open_space
from index.vectors.space import VectorSpace, vector_key
from index.vectors.spaces import semantic_engines
from index.workspace import Workspace
from tests.index.disk import ids_by_name, write
from tests.index.hashed import DIMENSIONS, HashedEmbedder


def _profile(name: str, text: str) -> str:
    return (
        f'name = "{name}"\n[lexical]\nengine = "fts5"\n[semantic]\nengine = "cosine"\ntext = "{text}"\n'
        '[fusion]\nmethod = "rrf"\n'
    )


ONE, OTHER = "{name}: {description}", "{description}"
PROFILES = {
    name: parse_profile(_profile(name, text), source=name)
    for name, text in (("first", ONE), ("same", ONE), ("other", OTHER))
}
TOOLS = {"send": "Send a mail", "read": "Read a mail", "post": "Read a mail"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    write(root, "mail.json", TOOLS)
    return root


@pytest.fixture
def model() -> HashedEmbedder:
    return HashedEmbedder()


@pytest.fixture
def workspace(root: Path, model: HashedEmbedder, tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(root, index_path=tmp_path / "index.sqlite", profiles=PROFILES, embedder=model)
    workspace.sync()
    yield workspace
    workspace.close()


def _space(workspace: Workspace, name: str) -> VectorSpace:
    space = workspace.space(name)
    assert isinstance(space, VectorSpace)
    return space


def test_profiles_that_embed_the_same_share_the_work_and_equal_texts_are_embedded_once(
    workspace: Workspace, model: HashedEmbedder
) -> None:
    report = workspace.embed()
    assert report.missing == {ONE: 0, OTHER: 0}
    assert sorted(model.embedded) == sorted(
        ["send: Send a mail", "read: Read a mail", "post: Read a mail", "Send a mail", "Read a mail"]
    )
    assert report.embedded == 5


def test_the_snapshot_has_every_tools_vector_in_catalog_order(workspace: Workspace, model: HashedEmbedder) -> None:
    workspace.embed([OTHER])
    space = _space(workspace, OTHER)
    ids = ids_by_name(workspace)
    assert space.order.tolist() == space.tool_ids.tolist() == [ids["send"], ids["read"], ids["post"]]
    assert (space.missing, space.revision) == (0, workspace.store.generation())
    for text, row, key in zip(TOOLS.values(), space.matrix, space.keys, strict=True):
        assert np.array_equal(row, model.embed_query(text))
        assert key == vector_key("hashed", text)


def test_running_again_embeds_nothing_and_a_new_run_of_the_program_neither(
    workspace: Workspace, root: Path, model: HashedEmbedder
) -> None:
    workspace.embed()
    model.embedded.clear()
    assert workspace.embed().embedded == 0
    again = Workspace(root, index_path=workspace.store.path, profiles=PROFILES, embedder=model)
    again.sync()
    assert again.embed().embedded == 0
    assert _space(again, ONE).missing == 0
    assert model.embedded == []
    again.close()


def test_only_changed_texts_are_embedded_and_undoing_a_change_costs_nothing(
    workspace: Workspace, root: Path, model: HashedEmbedder
) -> None:
    workspace.embed([OTHER])
    model.embedded.clear()
    write(root, "mail.json", TOOLS | {"send": "Send mails"})
    workspace.sync()
    assert _space(workspace, OTHER).missing == 1
    workspace.embed([OTHER])
    assert model.embedded == ["Send mails"]
    write(root, "mail.json", TOOLS)
    workspace.sync()
    (root / "mail.json").rename(root / "post.json")
    workspace.sync()
    workspace.embed([OTHER])
    assert model.embedded == ["Send mails"]
    assert _space(workspace, OTHER).missing == 0


def test_a_snapshot_made_from_the_previous_one_equals_one_read_anew(
    workspace: Workspace, root: Path, model: HashedEmbedder
) -> None:
    for step in range(6):
        write(root, f"{step % 3}.json", {f"tool_{step}": f"Text {step}", "send": f"Send {step % 2}", "bare": ""})
        if step == 4:
            (root / "0.json").unlink()
        workspace.sync()
        workspace.embed([ONE], cancelled=lambda step=step: step % 2 == 0)  # type: ignore[misc]
        followed = _space(workspace, ONE)
        anew = Workspace(root, index_path=workspace.store.path, profiles=PROFILES, embedder=model)
        fresh = _space(anew, ONE)
        anew.close()
        for field in ("matrix", "tool_ids", "kinds", "order"):
            assert np.array_equal(getattr(followed, field), getattr(fresh, field)), field
        assert (followed.keys, followed.missing, followed.revision) == (fresh.keys, fresh.missing, fresh.revision)


def test_another_model_gets_its_own_vectors_and_the_first_ones_stay(
    workspace: Workspace, root: Path, model: HashedEmbedder
) -> None:
    workspace.embed([OTHER])
    second = HashedEmbedder("second")
    other = Workspace(root, index_path=workspace.store.path, profiles=PROFILES, embedder=second)
    assert isinstance(other.space(OTHER), Unavailable)
    other.embed([OTHER])
    assert sorted(second.embedded) == ["Read a mail", "Send a mail"]
    assert np.array_equal(_space(other, OTHER).matrix[0], second.embed_query("Send a mail"))
    other.close()
    model.embedded.clear()
    again = Workspace(root, index_path=workspace.store.path, profiles=PROFILES, embedder=model)
    assert np.array_equal(_space(again, OTHER).matrix[0], model.embed_query("Send a mail"))
    assert again.embed([OTHER]).embedded == 0
    again.close()


def test_other_code_makes_facets_anew_but_keeps_vectors(
    workspace: Workspace, model: HashedEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.embed([OTHER])
    model.embedded.clear()
    monkeypatch.setattr("index.vectors.spaces.definition", lambda: "newer code")
    monkeypatch.setattr("index.workspace.definition", lambda: "newer code")
    assert find_space(workspace.store.connection(), OTHER, "hashed", "newer code") is None
    assert workspace.embed([OTHER]).missing == {OTHER: 0}
    assert model.embedded == []


def test_a_model_that_stops_is_reported_and_the_rest_is_done_later(workspace: Workspace, model: HashedEmbedder) -> None:
    model.failing = True
    report = workspace.embed([OTHER])
    assert (report.error, report.missing) == ("the model stopped", {OTHER: 3})
    answer = workspace.space(OTHER)
    assert answer == Unavailable(OTHER, "vectors are being built: 0 of 3 tools")
    model.failing = False
    assert workspace.embed([OTHER]).missing == {OTHER: 0}


def test_cancelling_keeps_what_is_done(workspace: Workspace, root: Path, model: HashedEmbedder) -> None:
    write(root, "many.json", {f"tool_{number}": f"Does thing {number}" for number in range(200)})
    workspace.sync()
    report = workspace.embed([OTHER], cancelled=lambda: True)
    assert report.cancelled
    assert 0 < report.embedded < 200
    done = report.embedded
    assert workspace.embed([OTHER]).embedded == 202 - done
    assert len(model.embedded) == len(set(model.embedded)) == 202


def test_what_the_user_looks_at_comes_first(workspace: Workspace, root: Path, model: HashedEmbedder) -> None:
    write(root, "many.json", {f"tool_{number}": f"Does thing {number}" for number in range(100)})
    workspace.sync()
    ids = ids_by_name(workspace)
    workspace.embed([OTHER], first=[ids["tool_77"], ids["tool_33"]])
    assert set(model.embedded[:2]) == {"Does thing 33", "Does thing 77"}


def test_progress_counts_tools_and_ends_complete(workspace: Workspace) -> None:
    steps: list[Step] = []
    workspace.embed([OTHER], progress=steps.append)
    assert (steps[-1].done, steps[-1].total) == (3, 3)
    assert [step.done for step in steps] == sorted(step.done for step in steps)


def test_a_tool_changed_while_its_text_was_embedded_is_embedded_again(
    workspace: Workspace, root: Path, model: HashedEmbedder
) -> None:
    real = model.embed_passages

    def change_meanwhile(texts: list[str], adapter: float = 0.0) -> object:
        write(root, "mail.json", TOOLS | {"send": "Send mails"})
        Workspace.sync(workspace)
        return real(texts, adapter)

    model.embed_passages = change_meanwhile  # type: ignore[method-assign,assignment]
    workspace.embed([OTHER])
    model.embed_passages = real  # type: ignore[method-assign]
    workspace.embed([OTHER])
    space = _space(workspace, OTHER)
    assert np.array_equal(space.matrix[0], model.embed_query("Send mails"))
    assert space.missing == 0


def test_vectors_of_another_length_are_made_again(workspace: Workspace, model: HashedEmbedder) -> None:
    workspace.embed([OTHER])
    with workspace.store.transaction() as connection:
        key = vector_key("hashed", TOOLS["send"])
        connection.execute("UPDATE vectors SET vector = x'00000000' WHERE key = ?", (key,))
    workspace.spaces.forget()
    assert _space(workspace, OTHER).missing == 1
    workspace.embed([OTHER])
    assert _space(workspace, OTHER).matrix.shape == (3, DIMENSIONS)


def test_without_a_model_the_arm_is_switched_off(root: Path) -> None:
    workspace = Workspace(root, profiles=PROFILES)
    workspace.sync()
    assert workspace.space(ONE) == Unavailable(ONE, "switched off")
    assert workspace.embed().embedded == 0
    workspace.close()


def _vectors(store: Store) -> int:
    return int(store.connection().execute("SELECT count(*) FROM vectors").fetchone()[0])


def test_what_was_found_whole_is_not_looked_through_again(workspace: Workspace, model: HashedEmbedder) -> None:
    sound: set[SpaceKey] = set()
    engine = semantic_engines(workspace.profiles)[OTHER]

    def looks() -> int:
        """How often all facets of the space are looked through for their vectors in one round."""
        seen: list[str] = []
        connection = workspace.store.connection()
        connection.set_trace_callback(lambda sql: seen.append(sql) if "LEFT JOIN vectors" in sql else None)
        for _ in SpaceWork(workspace.store, OTHER, engine, model, "definition", sound=sound).steps():
            pass
        connection.set_trace_callback(None)
        return len(seen)

    steps = SpaceWork(workspace.store, OTHER, engine, model, "definition", sound=sound).steps()
    next(steps)
    del steps
    assert not sound  # left in the middle
    assert [looks(), looks()] == [1, 0]
    workspace.store.rebuild("a test")
    workspace.sync()
    assert [looks(), looks()] == [1, 0]


class WideEmbedder(HashedEmbedder):
    """Vectors of one page each."""

    dimensions = 1024

    def _vector(self, text: str) -> Vector:
        return np.tile(super()._vector(text), self.dimensions // DIMENSIONS)


def _resident_pages(path: Path) -> int:
    """How many pages of a file are mapped into this process and resident, where the system tells."""
    maps = Path("/proc/self/smaps")
    mappings = maps.read_text().split(f" {path}\n")[1:] if maps.exists() else []
    return sum(int(rest.partition("Rss:")[2].split()[0]) for rest in mappings) // 4


def test_pages_of_vectors_do_not_stay_mapped_once_they_are_read(tmp_path: Path) -> None:
    write(tmp_path / "root", "mail.json", {f"send_{number}": f"Send mail {number}" for number in range(1000)})
    path = tmp_path / "index.sqlite"

    def opened() -> Workspace:
        return Workspace(tmp_path / "root", index_path=path, profiles=PROFILES, embedder=WideEmbedder())

    made = opened()
    made.sync()
    made.embed([OTHER])
    made.close()
    workspace = opened()
    before = _resident_pages(path)
    assert _space(workspace, OTHER).matrix.shape == (1000, WideEmbedder.dimensions)
    assert _resident_pages(path) < before + 500
    assert workspace.embed([OTHER]).embedded == 0  # it looks whether each is there
    assert _resident_pages(path) < before + 500
    workspace.close()


def test_spaces_that_no_profile_has_any_more_go_but_the_newest(workspace: Workspace) -> None:
    workspace.embed([OTHER])
    with workspace.store.transaction() as connection:
        tool = connection.execute("SELECT id FROM tools").fetchone()[0]
        for number in range(5):
            space = open_space(connection, f"old {number}", "model", "definition")
            connection.execute("INSERT INTO facets VALUES (?, ?, 0, 0, ?)", (space, tool, f"key {number}".encode()))
            connection.execute("INSERT INTO vectors(key, vector) VALUES (?, x'00')", (f"key {number}".encode(),))
    assert prune(workspace.store, [ONE, OTHER], keep=0) == 2
    rows = workspace.store.connection().execute("SELECT name FROM spaces WHERE name LIKE 'old%' ORDER BY name")
    assert [row[0] for row in rows] == ["old 2", "old 3", "old 4"]
    keys = {row[0] for row in workspace.store.connection().execute("SELECT key FROM vectors")}
    assert {b"key 2", b"key 3", b"key 4"} <= keys
    assert not {b"key 0", b"key 1"} & keys
    assert workspace.embed([OTHER]).embedded == 0


def test_unused_vectors_are_pruned_oldest_first_and_used_ones_of_any_model_stay(
    workspace: Workspace, root: Path
) -> None:
    workspace.embed([OTHER])
    second = HashedEmbedder("second")
    other = Workspace(root, index_path=workspace.store.path, profiles=PROFILES, embedder=second)
    other.embed([OTHER])
    other.close()
    assert _vectors(workspace.store) == 4
    with workspace.store.transaction() as connection:
        unused = [(b"a",), (b"b",), (b"c",), (b"d",)]
        connection.executemany("INSERT INTO vectors(key, vector) VALUES (?, x'00')", unused)
    assert prune(workspace.store, [OTHER], keep=1) == 3
    keys = {row[0] for row in workspace.store.connection().execute("SELECT key FROM vectors")}
    assert b"d" in keys
    assert not {b"a", b"b", b"c"} & keys
    assert len(keys) == 5
    assert workspace.embed([OTHER]).embedded == 0
