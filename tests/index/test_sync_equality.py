"""Whatever happens to a directory, the index that followed it ranks exactly as one made afresh."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.assets import PROFILES, asset
from index.profile import load_profiles
from index.query import Query
from index.ranking import Ranking
from index.workspace import Workspace
from tests.index.disk import check_full_text, manifest
from tests.index.hashed import HashedEmbedder

QUERIES = (Query("send the mail"), Query("create issue", ("ticket",)), Query("get_mail"), Query("user repository", ()))
SOURCES = ("a.json", "b.json", "in/a.json", "in/c.json")
PROFILES_BY_NAME = load_profiles(asset(PROFILES))

_texts = st.sampled_from(["", "send the mail", "Create an issue or a ticket", "get user", "mail mail user repository"])
_names = st.sampled_from(["send_mail", "createIssue", "get_mail", "get_user", "list"])
_tools = st.dictionaries(_names, _texts, max_size=5)
_writes = st.tuples(st.just("write"), st.sampled_from(SOURCES), _tools)
_others = st.tuples(
    st.sampled_from(["delete", "break", "rename", "copy", "folder", "reverse"]),
    st.sampled_from(SOURCES),
    st.sampled_from([*SOURCES, "new/d.json"]),
)


@dataclass
class World:
    """A directory, and what of it should be in the index: the last version of each file that could be read."""

    directory: Path
    good: dict[str, str] = field(default_factory=dict)

    def apply(self, action: str, source: str, extra: object) -> None:
        path = self.directory / source
        if action == "write":
            assert isinstance(extra, dict)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(manifest(extra))
            self.good[source] = path.read_text()
        elif not path.exists():
            return
        elif action == "delete":
            path.unlink()
            self.good.pop(source, None)
        elif action == "break":
            path.write_text(path.read_text()[:-3])
        elif action == "reverse":
            if path.read_text() == self.good.get(source):
                tools = reversed(json.loads(path.read_text())["tools"])
                self.apply("write", source, {tool["name"]: tool["description"] for tool in tools})
        elif action == "folder":
            self._rename_folder(path.parent)
        else:
            self._to(path, source, str(extra), keep=action == "copy")

    def _to(self, path: Path, source: str, target: str, *, keep: bool) -> None:
        aim = self.directory / target
        if aim.exists():
            return
        aim.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text()
        if keep:
            aim.write_text(text)
            if text == self.good.get(source):
                self.good[target] = text
            return
        path.rename(aim)
        if source in self.good:
            self.good[target] = self.good.pop(source)

    def _rename_folder(self, folder: Path) -> None:
        aim = self.directory / ("out" if folder.name == "in" else "in")
        if folder == self.directory or aim.exists():
            return
        folder.rename(aim)
        prefix = f"{folder.name}/"
        for source in [source for source in self.good if source.startswith(prefix)]:
            self.good[f"{aim.name}/{source.removeprefix(prefix)}"] = self.good.pop(source)


def rankings(workspace: Workspace) -> dict[str, list[tuple[object, ...]]]:
    """Every arm of every profile for every query: (source, pointer, score) in order."""
    connection = workspace.store.connection()
    places = {
        row[0]: row[1:]
        for row in connection.execute(
            "SELECT t.id, m.path, t.pointer FROM tools t JOIN manifests m ON m.id = t.manifest_id"
        )
    }
    answers: dict[str, list[tuple[object, ...]]] = {}
    for name in workspace.profiles:
        searcher = workspace.searcher(name)
        for query in QUERIES:
            answer = searcher.search(workspace.corpus(), query)
            for arm, ranking in (("lexical", answer.lexical), ("semantic", answer.semantic), ("fused", answer.fused)):
                if isinstance(ranking, Ranking):
                    hits = zip(ranking.ids.tolist(), ranking.scores.tolist(), strict=True)
                    answers[f"{name} {arm} {query}"] = [(*places[tool_id], score) for tool_id, score in hits]
    return answers


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(_writes, _writes, _others), min_size=1, max_size=12), st.booleans())
def test_an_index_that_followed_every_change_equals_a_fresh_one(
    actions: list[tuple[str, str, object]], early: bool
) -> None:
    with tempfile.TemporaryDirectory() as name:
        live, fresh = Path(name) / "live", Path(name) / "fresh"
        live.mkdir()
        world = World(live)
        workspace = Workspace(live, profiles=PROFILES_BY_NAME, embedder=HashedEmbedder())
        if early:  # full-text tables there before the first tool, kept true by triggers
            for table in workspace.store.tables:
                workspace.store.ensure(table)
        for action in actions:
            world.apply(*action)
            workspace.sync()
        workspace.embed()
        for source, text in world.good.items():
            path = fresh / source
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        fresh.mkdir(exist_ok=True)
        anew = Workspace(fresh, profiles=PROFILES_BY_NAME, embedder=HashedEmbedder())
        anew.sync()
        anew.embed()
        assert rankings(workspace) == rankings(anew)
        assert check_full_text(workspace.store) > 0
        workspace.close()
        anew.close()
