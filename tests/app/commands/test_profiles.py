from __future__ import annotations

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
