"""The arithmetic of an explanation, as the pane shows it beside the sentences."""

from __future__ import annotations

from textual.content import Content

from app.explorer.cells import bar, fit, fit_end, fit_right
from app.output.explain_text import found_in
from index.explain.explanation import Explanation
from index.explain.fused import FusionExplanation
from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.semantic import SemanticExplanation
from index.explain.wording import number, ordinal
from index.ranking import Unavailable
from index.visible import visible_line

QUIET = "$foreground-muted"
_BAR = 8
_ORIGINS = {"description": "task", "keywords": "keyword", "description + keywords": "both"}


def numbers(found: Explanation, width: int) -> Content:
    """Words, meaning, fusion: one block below the other, at most `width` cells."""
    blocks = (_words(found.lexical, width), _meaning(found.semantic, width), _together(found.fusion, width))
    return Content("\n\n").join([Content("\n").join(block) for block in blocks if block])


def _words(lexical: LexicalExplanation | Unavailable | None, width: int) -> list[Content]:
    if lexical is None:
        return []
    if isinstance(lexical, Unavailable):
        return [_title("By words", visible_line(lexical.reason), width)]
    score = (
        "not a hit"
        if lexical.score is None
        else f"{number(lexical.score)}, {ordinal(lexical.rank or 0)} of {lexical.total:,}"
    )
    lines = [_title("By words", score, width)]
    if lexical.words:
        bars = _BAR if width >= 70 else 0
        room = max(8, width - 13 - 8 - 11 - 7 - bars)
        head = f"{'word':<13}{'from':<8}{fit_end('found in', room)}{fit_right('in tools', 11)}{fit_right('adds', 7)}"
        lines.append(Content.styled(head, QUIET))
        top = max(share.contribution for share in lexical.words)
        lines += [_word(share, lexical, top, room, bars) for share in lexical.telling]
    for factor in lexical.factors:
        lines.append(Content.assemble((f"x {factor.value:.2f}  ", ""), (f"{factor.name}: {factor.why}", QUIET)))
    for entry in lexical.dropped:
        if entry.why != "already there":
            lines.append(Content.styled(f"{fit(visible_line(entry.word), 13)}left out: {entry.why}", QUIET))
    return lines


def _word(share: WordShare, lexical: LexicalExplanation, top: float, room: int, bars: int) -> Content:
    word = visible_line(share.word) + (f" x{share.weight:g}" if share.weight != 1 else "")
    style = "" if share.is_found else "$text-warning"
    adds = f"{share.contribution:.2f}" if lexical.exact else ""
    return Content.assemble(
        (fit(word, 12) + " ", f"bold {style}".strip()),
        (fit_end(_ORIGINS.get(share.origin, "task"), 8), QUIET),
        (fit_end(found_in(share), room), style),
        (fit_right(f"{share.df:,} of {lexical.tools:,}", 11), QUIET),
        (fit_right(adds, 7), style),
        (f" {bar(share.contribution / top, bars - 1)}" if bars and top > 0 else "", "$primary-muted"),
    )


def _meaning(semantic: SemanticExplanation | Unavailable | None, width: int) -> list[Content]:
    if semantic is None:
        return []
    if isinstance(semantic, Unavailable):
        return [_title("By meaning", visible_line(semantic.reason), width)]
    if semantic.score is None or semantic.distance is None:
        return [_title("By meaning", "no vector yet" if semantic.waiting else "nothing to compare", width)]
    place = f"{ordinal(semantic.rank)} of {semantic.total:,}" if semantic.rank else ""
    limit = f", limit {semantic.max_distance:g}" if semantic.max_distance is not None else ""
    out = "" if semantic.is_hit else " (left out)"
    lines = [
        _title("By meaning", f"{semantic.score:.3f}, {place}{out}; distance {semantic.distance:.3f}{limit}", width)
    ]
    if len(semantic.facets) > 1:
        for facet in semantic.facets:
            sum_text = f"{facet.cosine:.3f} x {facet.weight:g}" + (f" = {facet.share:.3f}" if facet.counts else "")
            lines.append(
                Content.assemble(
                    (fit(facet.kind, 21), "" if facet.counts else QUIET),
                    (fit(sum_text, 23), "" if facet.counts else QUIET),
                    (fit_end(visible_line(facet.text), max(4, width - 44)), QUIET),
                )
            )
    return lines


def _together(fusion: FusionExplanation, width: int) -> list[Content]:
    if fusion.method == "alone":
        return []
    place = "not ranked" if fusion.rank is None else f"{ordinal(fusion.rank)}, {fusion.answered} are answered"
    score = f"{number(fusion.score)}, " if fusion.score is not None and fusion.adds_up else ""
    lines = [_title("Together", f"{score}{place}", width)]
    for share in fusion.shares:
        way = "words" if share.arm == "lexical" else "meaning"
        adds = f" = {number(share.share)}" if fusion.adds_up and share.share else ""
        lines.append(Content.assemble((f"by {way:<10}", QUIET), fit_end(f"{share.why}{adds}", max(4, width - 13))))
    return lines


def _title(text: str, value: str, width: int) -> Content:
    return Content.assemble((text, "bold $accent"), "  ", fit_end(value, max(4, width - len(text) - 2)))
