from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.app.commands.run import Run, runner
from tests.index.suite.words import write_tools

TOOLS = {
    "create_issue": "Create an issue in the tracker",
    "close_issue": "Close an issue that is done",
    "send_mail": "Send a mail to somebody",
    "list_mails": "List the mails of a folder",
}
SUITE = """\
queries:
  - query: create an issue
    keywords: [issue]
    expect: create_issue
    max_rank: 2
  - query: close it
    expect: [close_issue, list_mails]
  - query: send a mail
    expect: a/send_mail
  - query: order a pizza
    expect: none
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "catalog"
    write_tools(made / "a.json", TOOLS)
    (made / "suite.yaml").write_text(SUITE)
    return made


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "index.sqlite")


def test_json_has_the_shape_that_scripts_rely_on(folder: Path, run: Run) -> None:
    ran = run("check", folder, "--profile", "toolhive", "--profile", "workbench", "--json")
    assert (ran.code, ran.err) == (0, "")
    toolhive, workbench = ran.data["profiles"]
    assert toolhive["profile"] == "toolhive"
    assert {"hit@1", "hit@3", "hit@8", "mrr"} <= set(toolhive["totals"]["semantic"])
    assert workbench["totals"]["semantic"] is None
    assert [query["query"] for query in toolhive["queries"]] == [
        "create an issue",
        "close it",
        "send a mail",
        "order a pizza",
    ]
    first = toolhive["queries"][0]
    assert (first["keywords"], first["expect"], first["ranks"]["lexical"]) == (["issue"], "create_issue", 1)
    assert toolhive["queries"][1]["expect"] == ["close_issue", "list_mails"]
    assert toolhive["queries"][3]["expect"] == "none"
    fused = [query["ranks"]["fused"] for query in toolhive["queries"][:3]]
    assert toolhive["totals"]["fused"]["mrr"] == pytest.approx(sum(1 / rank for rank in fused) / 3)
    assert toolhive["totals"]["fused"]["hit@1"] == sum(rank == 1 for rank in fused) / 3


def test_ranks_count_in_the_full_ranking(folder: Path, run: Run) -> None:
    write_tools(folder / "many.json", {f"send_mail_{number:02}": "send a mail mail" for number in range(60)})
    (folder / "suite.yaml").write_text("- query: send a mail\n  expect: list_mails\n")
    for profile in ("triptych",):
        query = run("check", folder, "--profile", profile, "--json").data["profiles"][0]["queries"][0]
        assert query["ranks"]["semantic"] > 20
        assert query["ranks"]["fused"] > 20


def test_the_table_is_plain_and_aligned(folder: Path, run: Run) -> None:
    ran = run("check", folder, "--profile", "workbench")
    lines = ran.out.splitlines()
    assert lines[0] == "profile    arm      hit@1  hit@3  hit@8    MRR  worst  not found"
    assert lines[1].startswith("workbench  lexical  ") and len(lines[1]) == len(lines[0])
    assert "3 queries, 4 tools" in lines
    assert ran.code == 0


def test_a_tool_lower_than_its_max_rank_fails(folder: Path, run: Run) -> None:
    (folder / "suite.yaml").write_text("- query: create an issue\n  expect: send_mail\n  max_rank: 1\n")
    ran = run("check", folder, "--profile", "workbench")
    assert ran.code == 1
    assert "suite.yaml:1: create an issue: send_mail was not found; allowed is 1; first is create_issue" in ran.out


@pytest.mark.parametrize(("option", "least", "code"), [("--min-hit1", "0.5", 0), ("--min-mrr", "1", 1)])
def test_thresholds(folder: Path, run: Run, option: str, least: str, code: int) -> None:
    (folder / "suite.yaml").write_text(SUITE.replace("expect: a/send_mail", "expect: list_mails"))
    ran = run("check", folder, "--profile", "workbench", option, least, "--json")
    assert ran.code == code
    failures = ran.data["profiles"][0]["failures"]
    assert failures == [] if code == 0 else failures[0].startswith("mrr is 0.")


def test_an_unknown_tool_is_told_with_its_line_and_the_nearest_name_and_fails(folder: Path, run: Run) -> None:
    (folder / "suite.yaml").write_text(SUITE.replace("expect: create_issue", "expect: creat_issue"))
    ran = run("check", folder, "--profile", "workbench")
    assert ran.code == 1
    assert "suite.yaml:2: No tool is called creat_issue. Did you mean create_issue?" in ran.err
    assert "expects creat_issue, which the catalog does not have" in ran.out


@pytest.mark.parametrize("name", ["base.json", "base.yaml"])
def test_a_worse_description_turns_the_check_red_and_names_the_query(folder: Path, run: Run, name: str) -> None:
    baseline = folder / name
    (folder / "suite.yaml").write_text("- query: put it into the tracker\n  expect: create_issue\n")
    assert run("check", folder, "--profile", "workbench", "--save-baseline", baseline).code == 0
    assert run("check", folder, "--profile", "workbench", "--baseline", baseline).code == 0
    write_tools(folder / "a.json", {**TOOLS, "create_issue": "See the tracker guide of old", "send_mail": "Tracker"})
    ran = run("check", folder, "--profile", "workbench", "--baseline", baseline)
    assert ran.code == 1
    assert "regression: put it into the tracker: create_issue rank 1 -> rank 2; first is send_mail" in ran.out
    assert "the catalog changed since the baseline (4 tools then, 4 now)" in ran.err
    data = run("check", folder, "--profile", "workbench", "--baseline", baseline, "--json").data["profiles"][0]
    assert data["queries"][0]["change"] == {
        "kind": "worse",
        "before": {"lexical": 1, "semantic": None, "fused": 1},
    }
    assert data["baseline"]["worse"] == 1


def test_a_baseline_of_another_model_says_so_without_failing(folder: Path, run: Run, tmp_path: Path) -> None:
    baseline = tmp_path / "base.json"
    (folder / "suite.yaml").write_text("- query: create an issue\n  expect: create_issue\n")
    run("check", folder, "--profile", "search-brain", "--save-baseline", baseline)
    ran = run("check", folder, "--profile", "search-brain", "--baseline", baseline, "--no-semantic")
    assert ran.code == 0
    assert "the baseline was made with the model words, this run with no model" in ran.err


def test_junit_names_what_failed(folder: Path, run: Run, tmp_path: Path) -> None:
    (folder / "suite.yaml").write_text('- query: "create \\e[31m an issue"\n  expect: send_mail\n  max_rank: 1\n')
    report = tmp_path / "report.xml"
    ran = run("check", folder, "--profile", "workbench", "--junit", report, "--min-hit1", "0.1")
    root = ET.parse(report).getroot()
    assert ran.code == 1
    assert root.get("failures") == "2"
    assert [case.get("name") for case in root.iter("testcase")] == ["create \ufffd[31m an issue", "hit@1 at least 0.1"]


def test_without_a_suite_those_of_the_directory_run(folder: Path, run: Run) -> None:
    (folder / "mail.suite.jsonl").write_text('{"query": "list mails", "expect": "list_mails"}\n')
    queries = run("check", folder, "--profile", "workbench", "--json").data["profiles"][0]["queries"]
    assert [query["source"] for query in queries] == ["mail.suite.jsonl", *["suite.yaml"] * 4]


def test_a_suite_given_is_the_only_one(folder: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("query,expect\nsend,send_mail\n")
    ran = run("check", folder, "--suite", tmp_path / "other.csv", "--json", "--no-semantic")
    (profile,) = ran.data["profiles"]
    assert profile["profile"] == "triptych" and len(profile["queries"]) == 1
    assert profile["totals"]["semantic"] is None


@pytest.mark.parametrize(
    ("suite", "words"),
    [
        ("- [", "not valid YAML"),
        ("- query: a\n", "S002"),
        ("[]", "no cases"),
        (None, "no suite was found"),
    ],
)
def test_unusable_suites_are_wrong_use(folder: Path, run: Run, suite: str | None, words: str) -> None:
    if suite is None:
        (folder / "suite.yaml").unlink()
    else:
        (folder / "suite.yaml").write_text(suite)
    ran = run("check", folder, "--profile", "workbench")
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_wrong_use(folder: Path, run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "base.json").write_text("{}")
    for words, said in (
        (("check", folder, "--profile", "workbnch"), "did you mean workbench"),
        (("check", folder, "--suite", folder / "none.yaml"), "does not exist"),
        (("check", folder, "--min-hit1", "7"), "0<=x<=1"),
        (("check", folder, "--baseline", tmp_path / "base.json"), "no baseline"),
        (("check", empty, "--suite", folder / "suite.yaml"), "no tools"),
        (("check", folder, "--profile", "composio", "--no-semantic"), "vectors alone"),
        (("check", folder, "--save-baseline", tmp_path / "no" / "folder.json"), "cannot be written"),
    ):
        ran = run(*words)
        assert ran.code == 2, words
        assert said in ran.err, words


def test_a_model_that_cannot_answer_is_no_pass(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.index.suite.words import WordEmbedder

    def broken(self: WordEmbedder, text: str, adapter: float) -> object:
        raise RuntimeError("the model stopped")

    monkeypatch.setattr(WordEmbedder, "embed_query", broken)
    ran = run("check", folder, "--profile", "toolhive")
    assert ran.code == 2
    assert "semantic arm of toolhive could not answer: the model stopped; --no-semantic" in ran.err


def test_a_profile_file(folder: Path, run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\n[lexical]\nengine = "substring"\n[fusion]\nmethod = "alone"\n')
    ran = run("check", folder, "--profile", own, "--profile", "workbench", "--json")
    assert [profile["profile"] for profile in json.loads(ran.out)["profiles"]] == ["own", "workbench"]


def test_a_file_that_broke_since_it_was_read_is_not_checked_by_what_is_remembered_of_it(folder: Path, run: Run) -> None:
    assert run("check", folder).code == 0
    broken = (folder / "a.json").read_text("utf-8").replace('"create_issue"', "create_issue", 1)
    (folder / "a.json").write_text(broken, "utf-8")
    ran = run("check", folder)
    assert (ran.code, ran.out) == (2, "")
    assert "a.json:" in ran.err and "M001" in ran.err and "the last good version, 4 tools" in ran.err
    assert ran.err.splitlines()[-1].endswith("nothing was checked: the directory cannot be read as it is now")


def test_settings_that_cannot_be_read_are_not_passed_over(folder: Path, run: Run) -> None:
    (folder / "triptych.toml").write_text("profile = ", "utf-8")
    ran = run("check", folder)
    assert (ran.code, ran.out) == (2, "")
    assert "triptych.toml:1: C001" in ran.err


def test_a_profile_that_the_directorys_settings_name_wrongly_is_theirs(folder: Path, run: Run) -> None:
    (folder / "triptych.toml").write_text('profile = "toolhiv"', "utf-8")
    ran, told = run("check", folder), "triptych.toml: there is no profile 'toolhiv'; did you mean toolhive?"
    assert (ran.code, ran.err) == (2, f"triptych: {told}\n")
    assert run("check", folder, "--profile", "toolhib").err.startswith("triptych: there is no profile")


def test_a_manifest_with_one_entry_that_is_no_tool_is_checked_by_the_others(folder: Path, run: Run) -> None:
    tools = json.loads((folder / "a.json").read_text("utf-8"))
    listed = tools["tools"] if isinstance(tools, dict) else tools
    listed.append({"description": "has no name", "inputSchema": {}})
    (folder / "a.json").write_text(json.dumps(tools), "utf-8")
    assert "M005" in run("scan", folder).out
    ran = run("check", folder)
    assert (ran.code, ran.err) == (0, "")
