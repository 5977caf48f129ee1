"""JUnit XML of a check: what continuous integration shows beside unit tests."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from index.suite.change import Comparison
from index.suite.outcome import ARMS, CaseOutcome, SuiteOutcome, rank_text

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """`text` with the characters XML 1.0 cannot hold, not even escaped, replaced by U+FFFD."""
    return _ILLEGAL.sub("\ufffd", text)


def junit_xml(
    outcomes: Sequence[SuiteOutcome],
    comparisons: Sequence[Comparison] = (),
    thresholds: Sequence[tuple[str, str, str]] = (),
) -> bytes:
    """The document, UTF-8: a suite a profile, a test case a query, and one a threshold.

    Args:
        outcomes: one a profile.
        comparisons: against a baseline, matched by profile.
        thresholds: (profile, what was demanded, why it failed or "").

    """
    root = ET.Element("testsuites", name="triptych check")
    regressed = {c.profile: {id(change.now): change.words for change in c.regressions} for c in comparisons}
    totals = [0, 0]
    for outcome in outcomes:
        suite = ET.SubElement(root, "testsuite", name=xml_text(outcome.profile))
        failures = 0
        for case in outcome.cases:
            reasons = [case.failure, regressed.get(outcome.profile, {}).get(id(case), "")]
            failures += _case(suite, outcome, case, [reason for reason in reasons if reason])
        for _, demand, failure in (row for row in thresholds if row[0] == outcome.profile):
            element = ET.SubElement(suite, "testcase", classname=xml_text(outcome.profile), name=xml_text(demand))
            if failure:
                ET.SubElement(element, "failure", message=xml_text(failure), type="threshold")
                failures += 1
        tests = len(suite)
        totals = [totals[0] + tests, totals[1] + failures]
        suite.attrib.update(tests=str(tests), failures=str(failures), errors="0", skipped="0")
    root.attrib.update(tests=str(totals[0]), failures=str(totals[1]), errors="0")
    ET.indent(root)
    text = ET.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _case(suite: ET.Element, outcome: SuiteOutcome, case: CaseOutcome, reasons: list[str]) -> bool:
    place = {"file": xml_text(case.case.source), "line": str(case.case.line)} if case.case.source else {}
    names = {"classname": xml_text(outcome.profile), "name": xml_text(case.case.label)}
    element = ET.SubElement(suite, "testcase", {**names, **place})
    if reasons:
        failure = ET.SubElement(element, "failure", message=xml_text("; ".join(reasons)), type="rank")
        lines = [f"{arm}: {rank_text(case.rank(arm))}" for arm in ARMS if arm in outcome.arms]
        if case.thief:
            lines.append(f"first: {case.thief}")
        failure.text = xml_text("\n".join(lines))
    return bool(reasons)
