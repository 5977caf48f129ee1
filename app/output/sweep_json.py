"""`sweep --json`."""

from __future__ import annotations

from typing import Any

from app.output.check_json import totals_data
from index.profile import Part
from index.suite.sweep import Sweep, SweepRow
from index.suite.sweep_grid import Arm


def sweep_data(sweep: Sweep) -> dict[str, Any]:
    """Every setting, best first; the choice of each half with what it reached on the other."""
    return {
        "metric": sweep.metric,
        "cases": {"first_half": sweep.cases[0], "second_half": sweep.cases[1]},
        "held_out": {
            "value": sweep.unseen,
            "choices": [
                {"chosen_on": ("first_half", "second_half")[held.chosen_on], **_setting(held.row)}
                | {"unseen": totals_data(held.unseen)}
                for held in sweep.held
            ],
        },
        "profiles": [_row(row) for row in sweep.profiles],
        "settings": [_row(row) for row in sweep.rows],
    }


def _row(row: SweepRow) -> dict[str, Any]:
    return {
        **_setting(row),
        "totals": totals_data(row.all),
        "first_half": totals_data(row.halves[0]),
        "second_half": totals_data(row.halves[1]),
    }


def _setting(row: SweepRow) -> dict[str, Any]:
    setting = row.setting
    return {
        "label": setting.label,
        "profile": setting.profile or None,
        "lexical": _arm(setting.lexical),
        "semantic": _arm(setting.semantic),
        "fusion": _part("method", setting.fusion),
    }


def _arm(arm: Arm | None) -> dict[str, Any] | None:
    return None if arm is None else {"profiles": list(arm.profiles), **_part("engine", arm.part)}


def _part(naming: str, part: Part) -> dict[str, Any]:
    return {naming: part.name, "options": dict(part.options)}
