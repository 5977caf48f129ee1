"""An explanation as plain text: the sentences first, then the arithmetic behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.output.cells import table
from app.output.together import together_rows
from index.explain.explanation import Explanation
from index.explain.figures import closeness, facet_shares, points, word_sums
from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.occlusion import WordEffect
from index.explain.rivals import Rival
from index.explain.semantic import SemanticExplanation
from index.ranking import Unavailable
from index.visible import visible_line

_MOST_EFFECTS = 8
_TEXT_CELLS = 60
_ORIGINS = {"description": "task", "keywords": "keyword", "description + keywords": "both"}


def explain_lines(found: Explanation, effects: Sequence[WordEffect] | None, rivals: Sequence[Rival]) -> Iterator[str]:
    """Everything about one tool."""
    place = f"{visible_line(found.tool.place.source)}:{found.tool.place.line}"
    yield f"{visible_line(found.tool.name)} · {visible_line(found.tool.server)} · {place} · profile {found.profile}"
    yield ""
    yield from map(visible_line, found.standing)
    yield ""
    yield "What to change"
    yield from (f"- {visible_line(line)}" for line in found.advice)
    yield ""
    yield "Why"
    yield from (f"- {visible_line(line)}" for line in found.sentences)
    yield from _section("Together", _fused(found))
    yield from _section("By words", _lexical(found.lexical))
    yield from _section("By meaning", _semantic(found.semantic))
    if effects:
        yield from _section("Words that raise (+) or lower (-) the closeness", _effects(effects))
    yield from _section("Rivals: tools easily taken for this one", _rivals(rivals))


def word_rows(lexical: LexicalExplanation) -> list[list[str]]:
    """A row a word: word, from, found in, how many tools have it, rarity, what it adds."""
    sums = word_sums(lexical)
    return [
        [
            visible_line(share.word, 24),
            came_from(share),
            found_in(share),
            f"{share.df:,} of {lexical.tools:,}",
            "" if share.idf is None else f"{share.idf:.2f}",
            adds if lexical.exact else "",
        ]
        for share, adds in zip(lexical.telling, sums.parts, strict=True)
    ]


def came_from(share: WordShare) -> str:
    """Which input it came from, and how often it counts for that."""
    place = _ORIGINS.get(share.origin, "task")
    return f"{place}, twice" if share.weight == 2 else place


def found_in(share: WordShare) -> str:
    """Which fields have it, how often, and by which rule if not literally."""
    fields = ", ".join(
        field.field + (f" {field.hits} times" if field.hits > 1 else "") for field in share.fields if field.hits
    )
    notes = []
    if share.how not in ("exact", "phrase"):
        to = ", ".join(map(visible_line, share.stands_for[:3]))
        notes.append(f"{share.how}: {to}" if to else share.how)
    if share.forms:
        notes.append(f"as {', '.join(map(visible_line, share.forms))}")
    if share.weight not in (1, 2):
        notes.append(f"counts {share.weight:g} times")
    return (fields or "nowhere") + (f" ({'; '.join(notes)})" if notes else "")


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    told = list(lines)
    if told:
        yield ""
        yield title
        yield from (f"  {line}".rstrip() for line in told)


def _lexical(lexical: LexicalExplanation | Unavailable | None) -> Iterator[str]:
    if lexical is None:
        return
    if isinstance(lexical, Unavailable):
        yield visible_line(lexical.reason)
        return
    sums = word_sums(lexical)
    if lexical.words:
        rows = [["word", "from", "found in", "in tools", "rarity", "points"], *word_rows(lexical)]
        if lexical.exact:
            rows.append(["", "", "", "", "sum", sums.total])
        yield from table(rows, numbers=frozenset({3, 4, 5}))
    for factor, value in zip(lexical.factors, sums.factors, strict=True):
        yield f"x {value}  {factor.name}: {factor.why}"
    for entry in lexical.dropped:
        yield f"{visible_line(entry.word, 24)}: dropped ({entry.why})"
    if lexical.score is not None:
        yield f"score {points(lexical.score)}, rank {lexical.rank} of {lexical.total:,}"
    yield f"{lexical.method}"
    if lexical.average_length is not None:
        words = ", ".join(f"{name} {length}" for name, length in lexical.lengths)
        yield f"words in this tool: {words}; the average tool has {lexical.average_length:.1f}"


def _semantic(semantic: SemanticExplanation | Unavailable | None) -> Iterator[str]:
    if semantic is None:
        return
    if isinstance(semantic, Unavailable):
        yield visible_line(semantic.reason)
        return
    if semantic.score is not None and semantic.distance is not None:
        limit = "" if semantic.max_distance is None else f" (beyond {semantic.max_distance:g} a tool is left out)"
        yield (
            f"closeness {closeness(semantic.score)}, distance {closeness(semantic.distance)}{limit}, "
            f"rank {semantic.rank} of {semantic.total:,}"
        )
    else:
        yield "nothing to compare"
    shares = iter(facet_shares(semantic))
    rows = [
        [
            facet.kind,
            closeness(facet.cosine),
            f"x {facet.weight:g}" if facet.counts else "",
            next(shares) if facet.counts else "not counted",
            visible_line(facet.text, _TEXT_CELLS),
        ]
        for facet in semantic.facets
    ]
    if rows:
        yield from table([["text", "closeness", "weight", "adds", ""], *rows], numbers=frozenset({1, 3}))


def _effects(effects: Sequence[WordEffect]) -> Iterator[str]:
    strongest = sorted(effects, key=lambda effect: -abs(effect.effect))[:_MOST_EFFECTS]
    rows = [[f"{effect.effect:+.4f}", visible_line(effect.word, 24), effect.field] for effect in strongest]
    yield from table(rows, numbers=frozenset({0}))


def _fused(found: Explanation) -> Iterator[str]:
    fusion = found.fusion
    yield f"{fusion.method}: {fusion.about}"
    if fusion.method != "alone" and fusion.rank is not None:
        yield from table(together_rows(found))
    else:
        yield from (f"{share.arm}: {share.why}" for share in fusion.shares)
    if fusion.rank is not None:
        yield f"rank {fusion.rank}; the answer has {fusion.answered}"
    yield from map(visible_line, fusion.notes)


def _rivals(rivals: Sequence[Rival]) -> Iterator[str]:
    rows = [
        [
            visible_line(rival.tool.name, 40),
            visible_line(rival.tool.server, 20),
            "" if rival.cosine is None else f"{rival.cosine:.3f}",
            ", ".join(visible_line(word.word, 20) for word in rival.shared[:5]),
            f"wins {len(rival.wins)} of its queries" if rival.wins else "",
        ]
        for rival in rivals
    ]
    if rows:
        yield from table([["tool", "server", "closeness", "rare words both have", ""], *rows], numbers=frozenset({2}))
