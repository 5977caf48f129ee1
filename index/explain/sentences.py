"""An explanation in plain words, for a reader who has never heard of bm25."""

from __future__ import annotations

from collections.abc import Iterator

from index.explain.against import against_winner
from index.explain.explanation import Explanation, Missing
from index.explain.figures import by_word, closeness
from index.explain.lexical import LexicalExplanation
from index.explain.semantic import NO_ADAPTER, FacetShare, SemanticExplanation
from index.explain.wording import are, listed, number, ordinal, plain, tools
from index.ranking import Unavailable

_FAR_APART = 0.1
_QUOTED = 60
_SOURCES = {
    "keywords": " (only the keywords count here)",
    "description (no usable keyword)": " (the task's, as no keyword can be used)",
}


def sentences(found: Explanation) -> tuple[str, ...]:
    """What keeps it out, which words did it, what the winner has, by words and by meaning."""
    return (*_missing(found.missing), *_words(found.lexical), *against_winner(found), *_meaning(found))


def _missing(missing: Missing | None) -> Iterator[str]:
    if missing is None:
        return
    for reason in missing.reasons:
        if reason.code not in ("cut", "no-word"):  # said in other words anyway
            yield f"{_arm(reason.arm)}: {reason.text}."
    for place in missing.last:
        which = "last place" if place.arm == "fused" else f"last {place.arm} place"
        short = ""
        if place.margin is not None:
            short = f", {number(place.margin)} more than this tool" if place.margin > 0 else ", the same as this tool"
        yield f"The {which} ({ordinal(place.rank)}) goes to `{plain(place.name)}` with {number(place.score)}{short}."


def _words(lexical: LexicalExplanation | Unavailable | None) -> Iterator[str]:
    if not isinstance(lexical, LexicalExplanation):
        return
    if not lexical.words:
        yield "By words: no word of the query is searched for."
        return
    if lexical.engine == "substring":
        there = "stands" if lexical.found else "does not stand"
        yield f"By words: the whole query {there} in its name or description, letter for letter."
        return
    found = tuple(dict.fromkeys(share.word for share in lexical.found))
    lacking = tuple(dict.fromkeys(share.word for share in lexical.lacking))
    count = len(found) + len(lacking)
    if count == 1:
        text = f"the one word searched for, {listed(found or lacking)}, is {'' if found else 'not '}in its text"
    elif not lacking:
        text = f"all {count} words searched for are in its text: {listed(found)}"
    elif not found:
        text = f"none of the {count} words searched for is in its text: {listed(lacking)}"
    else:
        text = f"{len(found)} of the {count} words searched for {are(found)} in its text; "
        text += f"{listed(lacking)} {are(lacking)} not"
    yield f"By words{_SOURCES.get(lexical.input, '')}: {text}."
    yield from _heaviest(lexical)
    yield from _widened(lexical)
    noise = [entry.word for entry in lexical.dropped if entry.why == "noise"]
    if noise:
        yield f"{listed(noise)} {are(noise)} on this engine's list of words to leave out."


def _widened(lexical: LexicalExplanation) -> Iterator[str]:
    """Words that count although the tool does not say them as they were typed."""
    literal = {share.word for share in lexical.found if share.how in ("exact", "phrase")}
    for share in lexical.words:
        if share.how == "corrected" and share.stands_for:
            yield f"No tool says `{share.word}`: it was read as {listed(share.stands_for, 'or')}."
        elif share.how == "synonym" and share.is_found and share.word not in literal:
            yield f"`{share.word}` counts by its synonym {listed(share.stands_for)}, which is in its text."


def _heaviest(lexical: LexicalExplanation) -> Iterator[str]:
    """The word that gives most of the score."""
    whole = lexical.sum
    sums = {word: value for word, value in by_word(lexical).items() if value}
    if not lexical.exact or whole <= 0 or len(sums) < 2:
        return
    best = max(sums, key=sums.__getitem__)
    df = next(share.df for share in lexical.found if share.word == best)
    yield f"`{best}` gives most of its points, {sums[best] / whole:.0%}: only {tools(df, lexical.tools)} have it."


def _meaning(found: Explanation) -> Iterator[str]:
    semantic = found.semantic
    if isinstance(semantic, Unavailable):
        yield f"By meaning: not ranked, {semantic.reason}."
        return
    if semantic is None or semantic.score is None or semantic.rank is None or not semantic.is_hit:
        return
    other = found.winner.semantic if found.winner is not None else None
    against = ""
    if found.winner is not None and other is not None and other.score is not None:
        against = f"; `{plain(found.winner.name)}` has {closeness(other.score)}"
    yield (
        f"By meaning it is {ordinal(semantic.rank)} of {semantic.total:,}, with a closeness of "
        f"{closeness(semantic.score)}{against} (1 would be the same meaning)."
    )
    yield from _adapted(semantic)
    yield from _cut(semantic)
    yield from _nearest_part(semantic)


def _adapted(semantic: SemanticExplanation) -> Iterator[str]:
    """What the adapter did to this tool, or that it could not do anything."""
    if NO_ADAPTER in semantic.notes:
        yield "The adapters that this profile uses were learned for another model: nothing was embedded with them."
    if semantic.unadapted is None or semantic.score is None:
        return
    before, now = closeness(semantic.unadapted), closeness(semantic.score)
    moved = "raised" if semantic.score > semantic.unadapted else "lowered"
    did = "left that as it was" if before == now else f"{moved} that from {before} to {now}"
    yield f"The adapters, which draw requests and the tools that serve them to each other, {did}."


def _cut(semantic: SemanticExplanation) -> Iterator[str]:
    """That a long description is not embedded whole, so that an author puts the task first."""
    if semantic.opening is not None:
        yield (
            f"Its description is long: only its opening, {semantic.opening:,} characters, is embedded with the name. "
            "The rest counts by its words and its sentences."
        )


def _nearest_part(semantic: SemanticExplanation) -> Iterator[str]:
    """Which of several texts is nearest, so that an author knows which one to keep."""
    counting = [facet for facet in semantic.facets if facet.counts]
    if len(counting) < 2:
        return
    best, worst = (choose(counting, key=lambda facet: facet.cosine) for choose in (max, min))
    if best.cosine > worst.cosine + _FAR_APART:
        yield (
            f"Nearest to the query is {_its(best)} ({closeness(best.cosine)}), "
            f"farthest {_its(worst)} ({closeness(worst.cosine)})."
        )


def _its(facet: FacetShare) -> str:
    if facet.kind != "sentence":
        return f"its {facet.kind}"
    text = " ".join(facet.text.split())
    return f"its sentence \u201c{plain(text if len(text) <= _QUOTED else text[:_QUOTED].rstrip() + '…')}\u201d"


def _arm(arm: str) -> str:
    return {"lexical": "By words", "semantic": "By meaning"}.get(arm, "Together")
