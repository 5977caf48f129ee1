from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import SuiteError
from index.query import Query
from index.suite.case import Case
from index.suite.discover import find_suites, is_suite, load_found
from index.suite.read import load_suite, parse_suite

YAML = """\
# a comment
queries:
  - query: create issue
    keywords: [jira ticket, yes, 2024]
    expect: create_issue
    max_rank: 3
    note: "hello: there"
  - {query: send, expect: [a, b]}

  - query: order a pizza
    expect: none
  - keywords: only words
    expect: files/read
"""
CASES = (
    Case(Query("create issue", ("jira ticket", "yes", "2024")), ("create_issue",), 3, "hello: there", "s.yaml", 3),
    Case(Query("send"), ("a", "b"), None, "", "s.yaml", 8),
    Case(Query("order a pizza"), (), None, "", "s.yaml", 10),
    Case(Query("", ("only words",)), ("files/read",), None, "", "s.yaml", 12),
)


def test_reads_yaml_with_the_line_of_every_case() -> None:
    suite = parse_suite(YAML.encode(), "s.yaml")
    assert suite.cases == CASES
    assert suite.problems == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_reads_byte_order_marks_and_utf16(encoding: str) -> None:
    assert parse_suite("- {query: né, expect: ö}".encode(encoding), "s.yaml").cases[0].expect == ("ö",)


def test_reads_json_lines_as_metatool_has_them() -> None:
    text = '{"query": "who is on the roster?", "expect": "sports"}\n\n{"query": "b", "expect": ["x", "none"]}\n'
    suite = parse_suite(text.encode(), "queries.jsonl")
    assert [(case.query.description, case.expect, case.line) for case in suite.cases] == [
        ("who is on the roster?", ("sports",), 1),
        ("b", ("x", "none"), 3),
    ]


def test_reads_json_with_lines() -> None:
    text = '{"queries": [\n {"query": "a", "expect": "none"},\n {"query": "b", "expect": null, "max_rank": 2}]}'
    suite = parse_suite(text.encode(), "a.suite.json")
    assert [(case.expects_none, case.max_rank, case.line) for case in suite.cases] == [(True, None, 2), (True, 2, 3)]


def test_reads_csv_with_quotes_newlines_and_several_values() -> None:
    text = 'query,keywords,expect,max_rank\r\n"a, ""b""\r\nc",x|y z,t1; t2,4\r\nd,,none,\r\n'
    first, second = parse_suite(text.encode(), "s.csv").cases
    assert first == Case(Query('a, "b"\r\nc', ("x", "y z")), ("t1", "t2"), 4, "", "s.csv", 2)
    assert (second.expect, second.line) == ((), 4)


@pytest.mark.parametrize(
    ("text", "source", "line"),
    [
        ("queries:\n  - query: 'open\n", "s.yaml", 3),
        ("hello: 3", "s.yaml", None),
        ("just words", "s.yaml", None),
        ('{"query": "a", "expect": "b"}\n{"query"', "s.jsonl", 2),
        ('{"queries": [\n{"a" 3}]}', "s.json", 2),
        ("query,note\na,b\n", "s.csv", None),
        ("query,expect\na,b\na,b,c\n", "s.csv", 3),
        ('query,expect\na,"b\n', "s.csv", 2),
        ("x", "s.txt", None),
    ],
)
def test_says_where_a_suite_is_broken(text: str, source: str, line: int | None) -> None:
    with pytest.raises(SuiteError) as caught:
        parse_suite(text.encode(), source)
    assert caught.value.source == source
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("entry", "code", "line", "words"),
    [
        ("query: a", "S002", 2, "which tool it expects"),
        ("expect: a", "S002", 2, "no query"),
        ("query: '  '\n  expect: a", "S002", 2, "no query"),
        ("query: {a: b}\n  expect: a", "S002", 2, "no query"),
        ("query: a\n  expect: ''", "S002", 3, "which tool"),
        ("query: a\n  expect: {a: b}", "S002", 3, "which tool"),
        ("query: a\n  expect: b\n  max_rank: 0", "S002", 4, "whole number"),
        ("query: a\n  expect: b\n  max_rank: two", "S002", 4, "whole number"),
        ("query: a\n  expect: b\n  max_rnak: 3", "S004", 4, "Did you mean max_rank?"),
    ],
)
def test_reports_a_case_with_its_line(entry: str, code: str, line: int, words: str) -> None:
    suite = parse_suite(f"# comment\n- {entry}\n- query: good\n  expect: tool\n".encode(), "s.yaml")
    (problem,) = suite.problems
    assert (problem.code, problem.line, problem.source) == (code, line, "s.yaml")
    assert words in problem.message
    assert suite.cases[-1].query.description == "good"
    assert len(suite.cases) == (1 if code == "S002" else 2)


def test_reports_entries_that_are_no_mappings_and_repeated_queries() -> None:
    suite = parse_suite(b"- words\n- {query: a, expect: b}\n- {query: a, expect: c}\n", "s.yaml")
    assert [(problem.code, problem.line) for problem in suite.problems] == [("S002", 1), ("S005", 3)]
    assert len(suite.cases) == 2


def test_a_missing_file_is_a_suite_error(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="cannot be opened"):
        load_suite(tmp_path / "none.yaml")


def test_finds_the_suites_of_a_directory(tmp_path: Path) -> None:
    for name in ("suite.yaml", "mail.suite.yml", "deep/er/suite.jsonl", "suites/anything.csv", "suites/baseline.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('{"query": "a", "expect": "b"}\n' if name.endswith("l") else "query,expect\na,b\n")
    for name in ("tools.yaml", "suite.md", ".git/suite.yaml", "node_modules/suite.yaml", "suitecase.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("- {query: a, expect: b}\n")
    assert find_suites(tmp_path) == ("deep/er/suite.jsonl", "mail.suite.yml", "suite.yaml", "suites/anything.csv")
    assert not is_suite("suites/baseline.json")
    (tmp_path / "triptych.toml").write_text('ignore = ["deep/", "mail.*"]\n')
    assert find_suites(tmp_path) == ("suite.yaml", "suites/anything.csv")


def test_one_broken_suite_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.suite.yaml").write_text("- [")
    (tmp_path / "b.suite.yaml").write_text("- {query: q, expect: t}")
    suite = load_found(tmp_path)
    assert [case.source for case in suite.cases] == ["b.suite.yaml"]
    assert [(problem.code, problem.source) for problem in suite.problems] == [("S001", "a.suite.yaml")]
