from __future__ import annotations

import pytest

from app.sessions.likeness import alike

KEPT = '<g class="screen-79a1c22dd7-r1">1 jira_create_issue 0.549 L3 S1</g> 3.89'


@pytest.mark.parametrize(
    "now",
    [
        KEPT,
        KEPT.replace("79a1c22dd7", "54121f348a"),
        KEPT.replace("0.549", "0.550"),
        KEPT.replace("79a1c22dd7", "54121f348a").replace("0.549", "0.548"),
    ],
)
def test_what_another_processor_makes_of_it_is_alike(now: str) -> None:
    assert alike(KEPT, now)
    assert alike(now, KEPT)


@pytest.mark.parametrize(
    "now",
    [
        KEPT.replace("0.549", "0.551"),
        KEPT.replace("3.89", "3.90"),
        KEPT.replace("L3", "L4"),
        KEPT.replace("create", "update"),
        KEPT.replace("r1", "r2"),
        KEPT.replace("0.549", ""),
        KEPT.replace("0.549", "0.5490"),
        KEPT + "\n",
    ],
)
def test_what_a_person_sees_is_not_alike(now: str) -> None:
    assert not alike(KEPT, now)
    assert not alike(now, KEPT)
