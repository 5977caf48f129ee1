from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from index.suite.baseline import Baseline
from index.suite.change import compare_to_baseline
from index.suite.junit import junit_xml, xml_text
from tests.index.suite.outcomes import nothing, outcome, suite_outcome


def test_counts_and_reasons() -> None:
    before = Baseline.of((suite_outcome(outcome("fell", 1)),))
    now = suite_outcome(
        outcome("good", 1, max_rank=1),
        outcome("low", 4, max_rank=3),
        outcome("fell", 2, thief="x<y"),
        nothing("pizza", answered=True),
    )
    rows = (("toolhive", "hit@1 at least 0.5", "hit@1 is 0.25, demanded 0.5"), ("other", "mrr", "not ours"))
    root = ET.fromstring(junit_xml([now], [compare_to_baseline(now, before)], rows))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures")) == ("5", "3") == (root.get("tests"), root.get("failures"))
    failures = {case.get("name"): failure.get("message") for case in suite for failure in case}
    assert failures == {
        "low": "tool stands at rank 4; allowed is 3",
        "fell": "fell: tool rank 1 -> rank 2; first is x<y",
        "hit@1 at least 0.5": "hit@1 is 0.25, demanded 0.5",
    }
    assert suite[0].get("file") == "s.yaml" and suite[0].get("line") == "2"


@given(st.text(st.characters(exclude_categories=[]), max_size=40))
def test_any_text_gives_valid_xml(text: str) -> None:
    root = ET.fromstring(junit_xml([suite_outcome(outcome(text, 2, text, max_rank=1, thief=text))]))
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.get("message") == f"{xml_text(text)} stands at rank 2; allowed is 1"


def test_control_characters_and_lone_surrogates_are_replaced() -> None:
    assert xml_text("a\x00\x1b[31m\ud800\ufffe\U0001f600\n") == "a\ufffd\ufffd[31m\ufffd\ufffd\U0001f600\n"
