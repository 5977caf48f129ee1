from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from index.errors import SuiteError
from index.query import Query
from index.suite.append import add_case, appended
from index.suite.case import Case
from index.suite.read import parse_suite

NEW = Case(Query("a: # 'b' \"c\"", ("x, y", "yes")), ("t1", "server/t2"), 2, "née\nline")
INDENTED = """\
# about
queries:   # the list
  # first part
  - query: one   # here
    expect: a

  # second
  - query: two
    expect: b   # there
# end

other: kept
"""
BLOCK = "- query: q\n  expect: t\n  note: |\n    text\n\n    more\n\n\n"
SUITES = {
    "empty": "",
    "comment": "# nothing yet",
    "null": "queries:\nother: 1\n",
    "empty-flow": "queries: []   # later\nother: 1\n",
    "empty-list": "[]",
    "top": "- query: q\n  expect: t",
    "indented": INDENTED,
    "wide": "queries:\r\n    -   query: q\r\n        expect: [t,\r\n          u]\r\n",
    "block": BLOCK,
    "flow-items": "- {query: q, expect: t}   # c\n",
    "flow": "[{query: q, expect: t}, {query: r, expect: u}]\n",
    "folded": "- query: >-\n    long\n    text\n  expect: t\n\n- query: >-\n    long\n    text 2\n  expect: t\n",
}


@pytest.mark.parametrize("name", SUITES)
def test_everything_else_in_a_yaml_suite_stays(name: str) -> None:
    text = SUITES[name]
    result = appended(text.encode(), NEW, "s.yaml").decode()
    after = parse_suite(result.encode(), "s.yaml")
    last = after.cases[-1]
    assert (last.query, last.expect, last.max_rank, last.note) == (NEW.query, NEW.expect, NEW.max_rank, NEW.note)
    assert len(after.cases) == len(parse_suite(text.encode(), "s.yaml").cases) + 1
    for line in text.splitlines():
        kept = line.replace("[]", "").rstrip(" ]")
        assert kept.split("   #")[0] in result and kept.split("#")[-1] in result
    assert result.count("\r\n") == (result.count("\n") if "\r\n" in text else 0)


def test_the_layout_is_that_of_the_other_cases() -> None:
    result = appended(INDENTED.encode(), Case(Query("three"), ("c",)), "s.yaml").decode()
    assert result == INDENTED.replace("# there\n", "# there\n  - query: three\n    expect: c\n")
    spaced = "- query: a\n  expect: t\n\n- query: b\n  expect: t\n"
    assert (
        appended(spaced.encode(), Case(Query("c"), ()), "s.yml").decode() == spaced + "\n- query: c\n  expect: none\n"
    )


def test_byte_order_mark_and_utf16_are_kept() -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        data = "- {query: é, expect: t}\n".encode(encoding)
        result = appended(data, Case(Query("ü"), ("t",)), "s.yaml")
        assert result.startswith(data)
        assert result.decode(encoding).endswith("- query: ü\n  expect: t\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", '[\n  {"query": "n", "expect": "none"}\n]\n'),
        ('[\n  {"query": "a", "expect": "b"}\n]\n', None),
        (
            '{"queries": [\n\t{"query": "a", "expect": "b"},\n\t{"query": "c", "expect": "b"}\n]}',
            '{"queries": [\n\t{"query": "a", "expect": "b"},\n\t{"query": "c", "expect": "b"},\n\t'
            '{"query": "n", "expect": "none"}\n]}',
        ),
    ],
)
def test_json(text: str, expected: str | None) -> None:
    result = appended(text.encode(), Case(Query("n"), ()), "s.json").decode()
    assert len(parse_suite(result.encode(), "s.json").cases) == len(parse_suite(text.encode(), "s.json").cases) + 1
    assert expected is None or result == expected


def test_json_lines_without_a_last_line_end() -> None:
    text = '{"query": "a", "expect": "b"}'
    assert appended(text.encode(), Case(Query("é"), ("t",)), "s.jsonl").decode() == (
        f'{text}\n{{"query": "é", "expect": "t"}}\n'
    )


def test_csv_follows_its_header() -> None:
    text = "expect,query,mood\r\na,b,good\r\n"
    result = appended(text.encode(), Case(Query('say "x", y'), ("t", "u")), "s.csv").decode()
    assert result == text + 't|u,"say ""x"", y",\r\n'
    with pytest.raises(SuiteError, match="no column keywords"):
        appended(text.encode(), NEW, "s.csv")
    with pytest.raises(SuiteError, match="cannot be written in CSV"):
        appended(b"query,expect\n", Case(Query("q"), ("a|b",)), "s.csv")


def test_add_case_writes_the_file_and_says_the_line(tmp_path: Path) -> None:
    path = tmp_path / "new.suite.yaml"
    assert add_case(path, Case(Query("first"), ("a",))) == 2
    assert add_case(path, Case(Query("second"), ("b",))) == 4
    assert yaml.safe_load(path.read_text("utf-8")) == {
        "queries": [{"query": "first", "expect": "a"}, {"query": "second", "expect": "b"}]
    }
    assert list(tmp_path.iterdir()) == [path]


def test_a_broken_suite_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "suite.yaml"
    path.write_text("- [")
    with pytest.raises(SuiteError):
        add_case(path, NEW)
    assert path.read_text() == "- ["


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(str.strip)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.lists(TEXTS, max_size=3), st.text(max_size=20), st.sampled_from(sorted(SUITES)))
def test_any_text_comes_back_exactly(query: str, words: list[str], note: str, name: str) -> None:
    case = Case(Query(query, tuple(words)), ("tool",), None, note.encode("utf-8", "ignore").decode())
    last = parse_suite(appended(SUITES[name].encode(), case, "s.yaml"), "s.yaml").cases[-1]
    assert (last.query, last.note) == (case.query, case.note)
