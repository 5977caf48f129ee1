"""Where a tool stands, and the arithmetic between it and the first: what an author wants to know before all else."""

from __future__ import annotations

from collections.abc import Iterator

from index.explain.explanation import Explanation, Winner
from index.explain.figures import (
    closeness,
    fused_decimals,
    fused_shares,
    gap_between,
    in_reading_order,
    points,
    shown_gap,
    value_decimals,
)
from index.explain.fused import ArmShare, FusionExplanation
from index.explain.wording import ordinal, plain


def standing(found: Explanation) -> tuple[str, ...]:
    """The place; then the combined score, the first tool's, and what lies between."""
    return (_place(found.fusion, found.winner), *_together(found))


def way(arm: str) -> str:
    """What a reader calls an arm."""
    return "words" if arm == "lexical" else "meaning"


def _place(fusion: FusionExplanation, winner: Winner | None) -> str:
    name = plain(winner.name) if winner is not None else ""
    if fusion.rank is None:
        first = f"; `{name}` is first" if winner is not None else ""
        return f"It is not in the answer: an agent does not see it{first}."
    if fusion.rank == 1:
        return "It is first: an agent sees it before all others."
    if fusion.in_answer:
        return f"It is {ordinal(fusion.rank)} of the {fusion.answered} tools an agent is given, behind `{name}`."
    return f"It is {ordinal(fusion.rank)}, but an agent is only given the first {fusion.answered}: it is not seen."


def _together(found: Explanation) -> Iterator[str]:
    fusion = found.fusion
    if fusion.rank is None or not fusion.shares:
        return
    if fusion.method == "alone":
        yield _alone(found, fusion.shares[0])
    elif fusion.adds_up:
        yield from _sum(found)
    elif fusion.method == "quota":
        yield from _places(found)


def _alone(found: Explanation, share: ArmShare) -> str:
    show = points if share.arm == "lexical" else closeness
    own = show(share.value) + (" points" if share.arm == "lexical" else "")
    first = f"Only the ranking by {way(share.arm)} counts"
    if found.winner is None or found.gap is None:
        more = f", {show(found.lead)} more than the second" if found.lead else ""
        return f"{first}: it has {own}{more}."
    theirs = show(found.winner.fusion.score or 0.0)
    if not found.gap:
        return f"{first}: {own}, as much as the first; of equals the catalog's order decides."
    gap = gap_between(theirs, show(share.value))
    return f"{first}: it has {own}; the first, `{plain(found.winner.name)}`, has {theirs}: {gap} more."


def _sum(found: Explanation) -> Iterator[str]:
    fusion, winner = found.fusion, found.winner
    decimals = fused_decimals(*(winner.fusion, fusion) if winner is not None else (fusion,))
    parts = [_part(share, decimals) for share in in_reading_order(fusion) if share.share]
    own = f"Together: {' + '.join(parts)} = {fusion.score:.{decimals}f}"
    if winner is None or found.gap is None:
        yield f"{own}, {found.lead:.{decimals}f} more than the second." if found.lead else f"{own}."
        return
    if not found.gap:
        yield f"{own}, as much as `{plain(winner.name)}`: of equals the catalog's order decides."
        return
    theirs, mine = winner.fusion.score or 0.0, fusion.score or 0.0
    gap = shown_gap(theirs, mine, decimals)
    yield f"{own}; the first, `{plain(winner.name)}`, has {theirs:.{decimals}f}: {gap} more."
    shares = fused_shares(fusion, decimals), fused_shares(winner.fusion, decimals)
    differences = [_difference(share.arm, *shares, decimals) for share in in_reading_order(fusion)]
    if len(differences) == 2:
        yield f"It is {' and '.join(differences)}."


def _part(share: ArmShare, decimals: int) -> str:
    value = share.formula or f"{share.value:.{value_decimals(share, decimals)}f}"
    weight = f"{share.weight:g} x " if share.weight != 1 else ""
    return f"{weight}{value} by {way(share.arm)}"


def _difference(arm: str, own: dict[str, str], first: dict[str, str], decimals: int) -> str:
    mine, theirs = (float(shares.get(arm, "0")) for shares in (own, first))
    if mine == theirs:
        return f"level by {way(arm)}"
    return f"{shown_gap(mine, theirs, decimals)} {'ahead' if mine > theirs else 'behind'} by {way(arm)}"


def _places(found: Explanation) -> Iterator[str]:
    held = next((share for share in found.fusion.shares if share.place is not None), None)
    if held is None:
        return
    after = ", which come after those by meaning" if held.arm == "lexical" and len(found.fusion.shares) > 1 else ""
    own = f"It holds place {held.place} of the {held.taking} that go to {way(held.arm)}{after}"
    theirs = _held(found.winner)
    if theirs is None or found.winner is None:
        yield f"{own}."
        return
    name = plain(found.winner.name)
    if theirs.arm != held.arm or theirs.score is None or held.score is None:
        yield f"{own}; the first, `{name}`, holds place {theirs.place} by {way(theirs.arm)}."
        return
    show = points if held.arm == "lexical" else closeness
    mine, best = show(held.score), show(theirs.score)
    more = f"{gap_between(best, mine)} more" if best != mine else "hardly more"
    yield f"{own}, with {mine}; the first, `{name}`, has {best}: {more}."


def _held(winner: Winner | None) -> ArmShare | None:
    shares = winner.fusion.shares if winner is not None else ()
    return next((share for share in shares if share.place is not None), None)
