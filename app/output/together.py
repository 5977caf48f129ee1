"""How the rankings became one, as a table: what each gives this tool and the first one."""

from __future__ import annotations

from index.explain.explanation import Explanation
from index.explain.figures import fused_decimals, fused_shares, in_reading_order, value_decimals
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.standing import way
from index.visible import visible_line

HEAD = "this tool"


def together_rows(found: Explanation) -> list[list[str]]:
    """Heading, a row an arm, and their sum where there is one; the second column of numbers is the first tool's."""
    winner = found.winner
    fusions = (winner.fusion, found.fusion) if winner is not None else (found.fusion,)
    decimals = fused_decimals(*fusions)
    cells = [_cells(fusion, decimals) for fusion in reversed(fusions)]
    rows = [["", HEAD, *([visible_line(winner.name)] if winner is not None else [])]]
    rows += [[f"by {way(share.arm)}", *(cell.get(share.arm, "") for cell in cells)] for share in _arms(found.fusion)]
    if found.fusion.adds_up:
        rows.append(["sum", *(_score(fusion, decimals) for fusion in reversed(fusions))])
    return rows


def _arms(fusion: FusionExplanation) -> list[ArmShare]:
    return list(in_reading_order(fusion))


def _cells(fusion: FusionExplanation, decimals: int) -> dict[str, str]:
    if not fusion.adds_up:
        return {share.arm: share.why for share in fusion.shares}
    shown = fused_shares(fusion, decimals)
    return {share.arm: _product(share, shown[share.arm], decimals) for share in fusion.shares}


def _product(share: ArmShare, adds: str, decimals: int) -> str:
    if share.rank is None or not share.share:
        return share.why
    if share.formula:
        return f"{share.formula} = {adds}"
    if share.weight == 1:
        return adds
    return f"{share.value:.{value_decimals(share, decimals)}f} x {share.weight:g} = {adds}"


def _score(fusion: FusionExplanation, decimals: int) -> str:
    return "" if fusion.score is None else f"{fusion.score:.{decimals}f}"
