"""The ranking by meaning in the explain pane: how close each of the tool's texts is, down to the score."""

from __future__ import annotations

from textual.content import Content

from app.explorer.panes.explain_blocks import QUIET, Cell, paragraph, row, title
from index.explain.figures import closeness, facet_shares
from index.explain.semantic import FacetShare, SemanticExplanation
from index.explain.wording import ordinal
from index.ranking import Unavailable
from index.visible import visible_line

_KIND, _SUM = 22, 24
_OTHERS = 2
"""Sentences that do not count of which more is said than how many they are."""


def meaning_block(semantic: SemanticExplanation | Unavailable | None, width: int) -> list[Content]:
    """Nothing where the profile does not rank by meaning."""
    if semantic is None:
        return []
    if isinstance(semantic, Unavailable):
        return title("By meaning", visible_line(semantic.reason), width)
    if semantic.score is None or semantic.distance is None:
        return title("By meaning", "no vector yet" if semantic.waiting else "nothing to compare", width)
    place = f", {ordinal(semantic.rank)} of {semantic.total:,}" if semantic.rank else ""
    out = "" if semantic.is_hit else " (left out)"
    limit = ""
    if semantic.max_distance is not None:
        limit = f"; distance {closeness(semantic.distance)} of at most {semantic.max_distance:g}"
    lines = title("By meaning", f"closeness {closeness(semantic.score)}{place}{out}{limit}", width)
    return lines + _table(semantic, width) if len(semantic.facets) > 1 else lines


def _table(semantic: SemanticExplanation, width: int) -> list[Content]:
    lines = row([Cell("text", _KIND, QUIET), Cell("closeness x weight = adds", max(_SUM + 2, width - _KIND), QUIET)])
    adds = iter(facet_shares(semantic))
    for facet in semantic.facets:
        if facet.counts:
            kind = "nearest sentence" if facet.kind == "sentence" else facet.kind
            shown = f"{closeness(facet.cosine)} x {facet.weight:g}"
            lines += row([Cell(kind, _KIND), Cell(f"{shown:<12}= {next(adds)}", _SUM)])
            if facet.kind != "name and description":
                lines += paragraph(visible_line(facet.text), width)
    lines += row([Cell("sum", _KIND, QUIET), Cell(f"{'':<12}= {closeness(semantic.score or 0.0)}", _SUM, "bold")])
    return lines + _others([facet for facet in semantic.facets if not facet.counts], width)


def _others(others: list[FacetShare], width: int) -> list[Content]:
    """Texts that do not count: only the nearest of a kind does."""
    if not others:
        return []
    nearest = sorted(others, key=lambda facet: -facet.cosine)
    told = paragraph("Not counted, since only the nearest sentence counts:", width, indent=0)
    for facet in nearest[:_OTHERS]:
        told += paragraph(f"{closeness(facet.cosine)}  {visible_line(facet.text)}", width)
    if len(nearest) > _OTHERS:
        told += paragraph(f"and {len(nearest) - _OTHERS} farther", width)
    return told
