"""Advice from the comparison with the first tool: whether to win at all, and which words and texts to change."""

from __future__ import annotations

from collections.abc import Iterator

from index.explain.against import contest
from index.explain.explanation import Explanation
from index.explain.figures import closeness, points, total
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import FacetShare, SemanticExplanation
from index.explain.stems import stems
from index.explain.wording import listed, plain

_QUOTED = 60
_LEAST_COST = 0.001
_SAY = {
    "server and name": "A name that says the task, what is done and to what, is nearer.",
    "name and description": "Let the description say the task before all else, and drop what is beside it.",
    "sentence": "Write one sentence that says the task as a user would.",
}
_SAY_ELSE = "Let its text say the task as a user would, and drop what is beside it."


def whether_to_win(found: Explanation) -> Iterator[str]:
    """For a tool that is not first: being first is only right where the query is its task."""
    if found.fusion.rank == 1:
        return
    query = found.query.description.strip() or ", ".join(found.query.keywords).strip()
    text = " ".join(plain(query).split())
    shown = text if len(text) <= _QUOTED else text[:_QUOTED].rstrip() + "…"
    other = f"; else `{plain(found.winner.name)}` is rightly first" if found.winner is not None else ""
    yield f"Change this only if “{shown}” really is what the tool does{other}."


def words_behind(found: Explanation) -> Iterator[str]:
    """Words both tools have, but that give this one less."""
    compared = contest(found)
    if compared is None:
        return
    has = {share.word for share in compared.own.found}
    words = tuple(word for word in compared.behind if word in has)
    if not words:
        return
    named = set(stems(found.tool.name))
    outside = tuple(word for word in words if not set(stems(word)) <= named)
    longer = _words(compared.own) > _words(compared.other)
    ways = [f"put {listed(outside)} in its name"] if outside else []
    if longer:
        ways.append(f"make its text shorter ({_words(compared.own)} words; there {_words(compared.other)})")
    if ways:
        mine, theirs = (points(total(words, sums)) for sums in (compared.mine, compared.theirs))
        it = "it counts" if len(words) == 1 else "they count"
        yield (
            f"By words, {listed(words)} {'adds' if len(words) == 1 else 'add'} {mine} here and {theirs} in "
            f"`{plain(compared.winner.name)}`: {', or '.join(ways)}, so that {it} for more."
        )


def weak_part(found: Explanation) -> Iterator[str]:
    """The text that costs most closeness against the first tool, and what to write there."""
    own = found.semantic
    other = found.winner.semantic if found.winner is not None else None
    if not isinstance(own, SemanticExplanation) or other is None or found.winner is None:
        return
    theirs = {facet.kind: facet for facet in other.facets if facet.counts}
    pairs = [(facet, theirs[facet.kind]) for facet in own.facets if facet.counts and facet.kind in theirs]
    if not pairs:
        return
    mine, first = max(pairs, key=lambda pair: pair[1].share - pair[0].share)
    cost = first.share - mine.share
    if cost < _LEAST_COST:
        return
    costs = f", which costs {closeness(cost)}" if len(pairs) > 1 else ""
    loses = "loses most to" if len(pairs) > 1 else "loses to"
    yield (
        f"By meaning, {_weak(mine)} {loses} `{plain(found.winner.name)}`: closeness {closeness(mine.cosine)} "
        f"against {closeness(first.cosine)}{costs}. {_SAY.get(mine.kind, _SAY_ELSE)}"
    )


def _weak(facet: FacetShare) -> str:
    if facet.kind == "sentence":
        return "its nearest sentence"
    return f"its {facet.kind} (`{plain(facet.text)}`)" if facet.kind == "server and name" else f"its {facet.kind}"


def _words(lexical: LexicalExplanation) -> int:
    return sum(length for _, length in lexical.lengths)
