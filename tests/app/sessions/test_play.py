"""Scripts played in the real explorer: words rank for real, vectors are those of hashed words."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.sessions.errors import ScriptError
from tests.app.sessions.conftest import Play

KITCHEN = '{"tools": [{"name": "brew_coffee", "description": "Brew espresso"}]}'
SEARCH = "  - task: create an issue\n  - keywords: issue\n"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_session_that_meets_its_expectations(play: Play) -> None:
    done = play(
        SEARCH
        + "  - expect: {tool: jira_create_issue, arm: semantic, rank: 1}\n"
        + "  - expect: {tool: jira/jira_create_issue, arm: lexical, max_rank: 5}\n"
        + "  - expect: {tool: gmail_send, arm: lexical, missing: true}\n"
        + "  - expect_text: [create_issue, profile toolhive]\n"
        + "  - expect_no_text: profile workbench\n"
    )
    assert done.failures == ()
    assert (done.steps, done.expectations) == (7, 5)
    assert "27 tools · 6 files" in done.text.splitlines()[0]
    assert done.text.splitlines()[0].startswith(" triptych  mcp ")


def test_each_unmet_expectation_says_its_line_and_what_was_seen(play: Play) -> None:
    done = play(
        SEARCH
        + "  - expect: {tool: jira_create_issue, arm: semantic, rank: 2}\n"
        + "  - expect: {tool: gmail_send, arm: lexical, max_rank: 3}\n"
        + "  - expect: {tool: create_isue, rank: 1}\n"
        + "  - expect: {tool: jira_create_issue, missing: true}\n"
        + "  - expect_text: profile tolhive\n"
        + "  - expect_no_text: profile toolhive\n"
        + "  - expect: {tool: jira_create_issue, arm: semantic, rank: 1}\n"
    )
    assert [failure.line for failure in done.failures] == [6, 7, 8, 9, 10, 11]
    said = [failure.message for failure in done.failures]
    assert said[0].startswith(
        "expected jira_create_issue at rank 2 in semantic, seen at rank 1; first: jira_create_issue, "
    )
    assert said[1].startswith("expected gmail_send at rank 3 or better in lexical, seen missing; first: ")
    assert said[2] == "no tool is called create_isue; did you mean create_issue?"
    assert said[3].startswith("expected jira_create_issue missing in fused, seen at rank 1; first: ")
    assert said[4].startswith("expected to see 'profile tolhive', which is not on the screen; nearest: 'Task ")
    assert said[5].startswith("expected not to see 'profile toolhive', seen in 'Task ")


def test_files_change_in_a_copy_and_the_screen_follows(play: Play, tools: Path) -> None:
    before = contents(tools)
    done = play(
        SEARCH
        + "  - expect: {tool: jira_get_issue, arm: lexical, max_rank: 9}\n"
        + '  - edit: {file: jira.json, replace: "Get one issue by its key, with", with: "Fetch"}\n'
        + "  - edit: {file: jira.json, replace: jira_get_issue, with: jira_fetch}\n"
        + "  - expect: {tool: jira_get_issue, arm: lexical, missing: true}\n"
        + "  - expect: {tool: jira_fetch, arm: lexical, missing: true}\n"
        + "  - task: brew some espresso\n"
        + "  - keywords: espresso\n"
        + "  - expect_no_text: brew_coffee\n"
        + f"  - write: {{file: kitchen.json, text: '{KITCHEN}'}}\n"
        + "  - expect: {tool: kitchen/brew_coffee, arm: lexical, rank: 1}\n"
        + "  - expect: {tool: kitchen/brew_coffee, arm: semantic, rank: 1}\n"
        + "  - rename: {file: kitchen.json, to: bar.json}\n"
        + "  - expect: {tool: bar/brew_coffee, rank: 1}\n"
        + "  - delete: bar.json\n"
        + "  - expect: {tool: brew_coffee, missing: true}\n"
    )
    assert done.failures == ()
    assert contents(tools) == before


def test_in_place_changes_the_files_themselves(play: Play, tools: Path) -> None:
    play("  - edit: {file: mail.json, replace: Send an email, with: Mail}\n", "in_place: true\n")
    assert "Mail to one or more people." in (tools / "mail.json").read_text("utf-8")


def test_keys_that_save_do_so_in_the_copy(play: Play, tools: Path) -> None:
    suite = tools / "suite.yaml"
    suite.write_text("- query: pay\n  expect: create_refund\n", "utf-8")
    done = play(SEARCH + "  - press: [down, a]\n  - expect_text: Added to suite.yaml\n")
    assert done.failures == ()
    assert suite.read_text("utf-8") == "- query: pay\n  expect: create_refund\n"


def test_typing_keys_profiles_sizes_and_clicks(play: Play) -> None:
    done = play(
        "  - type: merge a pull\n"
        "  - press: [space, r, e, backspace, e, q]\n"
        "  - expect_text: merge a pull req\n"
        "  - press: down\n"
        "  - type: uest\n"
        "  - expect_text: merge a pull request\n"
        "  - profile: workbench\n"
        "  - expect_text: profile workbench\n"
        "  - expect: {tool: merge_pull_request, arm: lexical, rank: 1}\n"
        "  - resize: 90x24\n"
        "  - press: down\n"
        "  - click: Fused\n"
        "  - click: merge a pull\n"
        "  - press: question_mark\n"
        '  - expect_text: "?merge a pull request"\n',
        size=(130, 30),
    )
    assert done.failures == ()
    lines = done.text.splitlines()
    assert len(lines) == 24
    assert max(map(len, lines)) <= 90


def test_a_text_is_typed_into_a_draft_once(play: Play) -> None:
    done = play(SEARCH + "  - press: [down, e]\n  - type: ' Zap'\n  - expect_text: Zap\n")
    assert done.failures == ()
    assert done.text.count("Zap") == 1


def test_a_query_and_a_theme_to_begin_with(play: Play) -> None:
    plain = play("  - wait: idle\n", "query: refund a payment\nkeywords: [customer payment, refund]\n")
    light = play(
        "  - wait: idle\n", "query: refund a payment\nkeywords: customer payment, refund\ntheme: triptych-light\n"
    )
    assert "Keywords  customer payment, refund" in plain.text
    assert plain.text == light.text
    assert plain.svg != light.svg


def test_what_a_step_made_the_explorer_say_stays_until_the_next(play: Play) -> None:
    done = play(
        SEARCH
        + "  - press: [down, y]\n  - wait: idle\n  - expect_text: Copied\n  - press: up\n  - expect_no_text: Copied\n"
    )
    assert done.failures == ()


@pytest.mark.parametrize(
    ("steps", "head", "line", "says"),
    [
        ("  - profile: toolhve\n", "", 4, "did you mean toolhive?"),
        ("  - wait: idle\n", "theme: triptych-drak\n", 3, "did you mean triptych-dark?"),
        ("  - click: nowhere to be seen\n", "", 4, "is not on the screen"),
        ("  - click: {x: 500, y: 1}\n", "", 4, "is not on the screen"),
        ("  - press: ctrl+q\n  - press: down\n", "", 5, "the explorer was left before this step"),
        ("  - press: f1\n  - task: x\n", "", 5, "another screen is up"),
        ("  - edit: {file: jira.json, replace: nothing like it, with: x}\n", "", 4, "not there"),
    ],
)
def test_steps_that_cannot_be_done(play: Play, steps: str, head: str, line: int, says: str) -> None:
    with pytest.raises(ScriptError) as caught:
        play(steps, head)
    assert caught.value.line == line
    assert says in caught.value.message


def test_leaving_at_the_end_leaves_no_screen(play: Play) -> None:
    done = play("  - press: ctrl+q\n")
    assert (done.steps, done.svg, done.text) == (1, "", "")


def test_snapshots_are_beside_the_script_and_the_same_every_time(play: Play, tmp_path: Path) -> None:
    steps = SEARCH + "  - press: [down, x]\n  - snapshot: one.svg\n  - press: c\n  - snapshot: deep/two.txt\n"
    first, second = play(steps), play(steps)
    assert first == second
    assert [picture.path for picture in first.snapshots] == [tmp_path / "one.svg", tmp_path / "deep/two.txt"]
    assert first.snapshots[0].text != first.svg
    assert first.snapshots[1].text == first.text


def test_pictures_name_no_host_and_no_path(play: Play, tmp_path: Path) -> None:
    done = play(SEARCH + "  - press: [down, x]\n")
    assert done.svg.replace("http://www.w3.org/2000/svg", "").count("http") == 0
    assert "@font-face" not in done.svg
    assert "triptych-play" not in done.svg
    assert str(tmp_path) not in done.svg


def test_a_wait_that_takes_too_long_says_for_what(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.sessions.idle.busy_with", lambda _app: "the rankings")
    done = play("  - wait: idle\n", "timeout: 0.2\n")
    assert [(failure.line, failure.message) for failure in done.failures] == [(5, "waited 0.2 s for the rankings")]
