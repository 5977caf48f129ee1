from __future__ import annotations

from pathlib import Path

from tests.app.commands.running import triptych


def test_json_gives_every_profile_with_its_options() -> None:
    profiles = {entry["name"]: entry for entry in triptych("profiles", "--json").data["profiles"]}
    assert profiles["toolhive"]["limit"] == 8
    assert "data" in profiles["toolhive"]["lexical"]["options"]["noise"]
    assert profiles["toolhive"]["semantic"]["options"]["max_distance"] == 1.0
    assert profiles["search-brain"]["fusion"] == {"method": "rrf", "options": {"k": 60, "per_arm": 20}}
    assert (profiles["workbench"]["limit"], profiles["workbench"]["max_limit"]) == (10, 50)
    assert profiles["composio"]["approximate"] is True
    assert profiles["composio"]["answer"] == "full"
    assert profiles["substring"]["semantic"] is None


def test_text_lists_the_default_first_and_marks_what_is_approximate() -> None:
    lines = triptych("profiles").out.splitlines()
    assert lines[1].startswith("triptych ")
    assert [line for line in lines if line.startswith("composio") and "(approximate)" in line]


def test_a_directorys_own_profiles_come_last_and_what_is_wrong_with_them_is_told(tmp_path: Path) -> None:
    mine = '[profiles.mine]\nabout = "words"\nlexical = { engine = "fts5" }\nfusion = { method = "alone" }\n'
    (tmp_path / "triptych.toml").write_text(mine + "[profiles.none]\n")
    outcome = triptych("profiles", tmp_path)
    assert outcome.code == 0
    assert outcome.out.splitlines()[-1].split()[:4] == ["mine", "fts5", "-", "alone"]
    assert outcome.err.startswith("triptych: triptych.toml:5: C001: The profile none was left out")
    assert triptych("profiles", tmp_path, "--json").data["profiles"][-1]["name"] == "mine"
    assert "mine" not in triptych("profiles").out
