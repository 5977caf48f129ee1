"""What the recorder writes is what the reader reads."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from app.sessions.read_script import read_script
from app.sessions.script import Edit, Keywords, Press, Task, Type, Write
from app.sessions.write_script import COMMENT, relative, script_text
from tests.app.sessions.catalog import write_script

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=60)
FILE = st.sampled_from(["a.json", "deep/b: c.yaml", "#x", "{y}", "ünï.json"])
KEY = st.sampled_from(["down", "x", "#", "?", "1", "y", "n", ":", "'", "-"])
ENTRIES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["type", "task", "keywords"]), TEXT),
        st.tuples(st.just("press"), st.lists(KEY, min_size=1)),
        st.tuples(st.just("edit"), st.fixed_dictionaries({"file": FILE, "replace": TEXT.filter(bool), "with": TEXT})),
        st.tuples(st.just("write"), st.fixed_dictionaries({"file": FILE, "text": TEXT})),
        st.tuples(st.just(COMMENT), TEXT),
    ),
    max_size=6,
)  # fmt: skip


def action(kind: str, value: object) -> object:
    match kind, value:
        case "type", str(text):
            return Type(text)
        case "task", str(text):
            return Task(text)
        case "keywords", str(text):
            return Keywords(text)
        case "press", list(keys):
            return Press(tuple(keys))
        case "edit", dict(parts):
            return Edit(parts["file"], parts["replace"], parts["with"])
        case "write", dict(parts):
            return Write(parts["file"], parts["text"])
    raise AssertionError(kind)


@settings(max_examples=150, deadline=None)
@given(ENTRIES)
def test_steps_come_back_as_they_were(entries: list[tuple[str, object]]) -> None:
    with TemporaryDirectory() as folder:
        script = read_script(write_script(Path(folder), script_text({"size": "80x24"}, entries)))
    assert [step.action for step in script.steps] == [action(*entry) for entry in entries if entry[0] != COMMENT]


def test_a_script_looks_as_a_person_writes_it() -> None:
    entries = [
        ("type", "create issue"),
        ("press", ["down", "x"]),
        (COMMENT, "note\nof two lines"),
        ("edit", {"file": "a.json", "replace": "Open", "with": "Create"}),
        ("edit", {"file": "a.json", "replace": "one\ntwo", "with": "x"}),
        ("expect", {"tool": "a/b", "arm": "fused", "rank": 1}),
    ]
    text = script_text({"directory": "mcp", "semantic": False}, entries)
    assert text.splitlines() == [
        "directory: mcp",
        "semantic: false",
        "steps:",
        "  - type: create issue",
        "  - press: [down, x]",
        "  # note↵of two lines",
        "  - edit: {file: a.json, replace: Open, with: Create}",
        "  - edit:",
        *text.splitlines()[8:-1],
        "  - expect: {tool: a/b, arm: fused, rank: 1}",
    ]
    assert len(yaml.safe_load(text)["steps"]) == 5


def test_paths_are_relative_to_the_script(tmp_path: Path) -> None:
    assert relative(tmp_path / "mcp", tmp_path / "ci") == "../mcp"
