"""Whether the screen and the rankings are as a script expects; if not, what was seen instead."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from app.explorer.session import Session
from app.sessions.nodes import nearest
from app.sessions.script import ARMS, Expect, ExpectText
from index.suite.names import names_in
from index.visible import visible_line

_FIRST = 3
_NEAR = 50


def unmet_rank(expect: Expect, session: Session, known: set[str]) -> str:
    """What is wrong, "" if nothing is. `known` holds every name the catalog had so far, and learns those of now."""
    names = names_in(session.workspace.corpus().connection)
    known.update(names.ids)
    if session.view is None:
        return f"{expect.tool}: nothing is ranked"
    column = session.view.columns[ARMS.index(expect.arm)]
    if expect.tool not in known:
        return f"no tool is called {expect.tool}; {nearest(expect.tool, known) if known else 'there are none'}"
    if column.absent or column.unavailable:
        return f"{expect.tool} in {expect.arm}: {column.unavailable or column.absent}"
    ranks = [rank for number in names.find(expect.tool) if (rank := column.ranking.rank_of(number)) is not None]
    seen = min(ranks, default=None)
    if expect.missing:
        met, wanted = seen is None, "missing"
    elif expect.max_rank is not None:
        met, wanted = seen is not None and seen <= expect.max_rank, f"at rank {expect.max_rank} or better"
    else:
        met, wanted = seen == expect.rank, f"at rank {expect.rank}"
    if met:
        return ""
    first = [visible_line(names.labels.get(int(number), "?")) for number in column.ranking.ids[:_FIRST]]
    lead = f"; first: {', '.join(first)}" if first else "; no tool was found at all"
    stands = "missing" if seen is None else f"at rank {seen}"
    return f"expected {expect.tool} {wanted} in {expect.arm}, seen {stands}{lead}"


def unmet_text(expect: ExpectText, lines: Sequence[str]) -> str:
    """What is wrong, "" if nothing is."""
    for text in expect.texts:
        found = next((line for line in lines if text in line), None)
        if expect.absent and found is not None:
            return f"expected not to see {text!r}, seen in {found.strip()!r}"
        if not expect.absent and found is None:
            near = process.extractOne(text, lines, scorer=fuzz.partial_ratio, score_cutoff=_NEAR)
            hint = f"; nearest: {near[0].strip()!r}" if near is not None else ""
            return f"expected to see {text!r}, which is not on the screen{hint}"
    return ""
