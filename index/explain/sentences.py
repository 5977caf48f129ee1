"""An explanation in plain words, for a reader who has never heard of bm25."""

from __future__ import annotations

from collections.abc import Iterator

from index.explain.explanation import Explanation, Missing, Winner
from index.explain.fused import FusionExplanation
from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.semantic import SemanticExplanation
from index.explain.wording import are, listed, number, ordinal, tools
from index.ranking import Unavailable

_SMALL_SHARE = 0.02
_FAR_APART = 0.1
_SOURCES = {
    "keywords": " (only the keywords count here)",
    "description (no usable keyword)": " (the task's, as no keyword can be used)",
}


def sentences(found: Explanation) -> tuple[str, ...]:
    """Where it stands, which words did it, what the winner has, how the two rankings were joined."""
    return (
        _standing(found.fusion, found.winner),
        *_missing(found.missing),
        *_words(found.lexical),
        *_against_winner(found),
        *_meaning(found),
        *_fusion(found.fusion),
    )


def _standing(fusion: FusionExplanation, winner: Winner | None) -> str:
    ahead = f", behind `{winner.name}`" if winner is not None else ""
    if fusion.rank is None:
        first = f"; `{winner.name}` is first" if winner is not None else ""
        return f"It is not in the answer: an agent does not see it{first}."
    if fusion.rank == 1:
        return "It is first: an agent sees it before all others."
    if fusion.in_answer:
        return f"It is {ordinal(fusion.rank)} of the {fusion.answered} tools an agent is given{ahead}."
    return f"It is {ordinal(fusion.rank)}, but an agent is only given the first {fusion.answered}: it is not seen."


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
        yield f"The {which} ({ordinal(place.rank)}) goes to `{place.name}` with {number(place.score)}{short}."


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
    if not lexical.exact or whole <= 0:
        return
    sums: dict[str, float] = {}
    for share in lexical.found:
        sums[share.word] = sums.get(share.word, 0.0) + share.contribution
    if len(sums) < 2:
        return
    best = max(sums, key=sums.__getitem__)
    df = next(share.df for share in lexical.found if share.word == best)
    yield f"`{best}` gives most: {sums[best] / whole:.0%} of its word score, being in {tools(df, lexical.tools)}."


def _against_winner(found: Explanation) -> Iterator[str]:
    winner, lexical = found.winner, found.lexical
    if winner is None or winner.lexical is None or not isinstance(lexical, LexicalExplanation) or not lexical.exact:
        return
    theirs, own = winner.lexical.product, lexical.product
    if theirs <= own + _SMALL_SHARE * abs(theirs):
        if own > theirs:
            yield f"By words alone it beats `{winner.name}` ({number(own)} to {number(theirs)})."
        return
    pairs = list(zip(winner.lexical.words, lexical.words, strict=False))
    if not pairs:
        return
    their, mine = max(pairs, key=lambda pair: pair[0].contribution - pair[1].contribution)
    if their.contribution > mine.contribution:
        yield _difference(winner, their, mine, lexical)


def _difference(winner: Winner, their: WordShare, mine: WordShare, lexical: LexicalExplanation) -> str:
    first = f"`{their.word}` is the word that separates it from `{winner.name}`"
    if not mine.is_found:
        return f"{first}, which says it: it is in {tools(their.df, lexical.tools)}, but not in this one."
    their_words = sum(length for _, length in winner.lexical.lengths) if winner.lexical else 0
    own_words = sum(length for _, length in lexical.lengths)
    if their.hits > mine.hits:
        return f"{first}: it stands there {their.hits} times, here {mine.hits}."
    names = [share.fields[0].hits if share.fields[0].field == "name" else 0 for share in (their, mine)]
    if names[0] > names[1]:
        return f"{first}: there it is in the name, which counts more."
    if own_words > their_words:
        return f"{first}: both say it, but it counts more there, among {their_words} words instead of {own_words}."
    return f"{first}: it adds {number(their.contribution)} there and {number(mine.contribution)} here."


def _meaning(found: Explanation) -> Iterator[str]:
    semantic = found.semantic
    if isinstance(semantic, Unavailable):
        yield f"By meaning: not ranked, {semantic.reason}."
        return
    if semantic is None or semantic.score is None or semantic.rank is None or not semantic.is_hit:
        return
    other = found.winner.semantic if found.winner is not None else None
    against = ""
    if other is not None and other.score is not None:
        against = f"; `{found.winner.name}` has {number(other.score)}" if found.winner is not None else ""
    yield (
        f"By meaning: {ordinal(semantic.rank)} of {semantic.total:,}, closeness {number(semantic.score)} of 1{against}."
    )
    yield from _weakest_part(semantic)


def _weakest_part(semantic: SemanticExplanation) -> Iterator[str]:
    """Which of several texts is nearest, so that an author knows which one to keep."""
    counting = [facet for facet in semantic.facets if facet.counts]
    if len(counting) < 2:
        return
    best, worst = (choose(counting, key=lambda facet: facet.cosine) for choose in (max, min))
    if best.cosine > worst.cosine + _FAR_APART:
        yield (
            f"Of its texts the {best.kind} is nearest to the query ({number(best.cosine)}), "
            f"the {worst.kind} farthest ({number(worst.cosine)})."
        )


def _fusion(fusion: FusionExplanation) -> Iterator[str]:
    if fusion.method == "alone" or not fusion.shares or fusion.rank is None:
        return
    if fusion.adds_up:
        parts = " + ".join(f"{number(share.share)} by {_way(share.arm)}" for share in fusion.shares)
        yield f"Together: {parts} = {number(fusion.score or 0.0)}."
        return
    for share in fusion.shares:
        if share.place is not None:
            yield f"It holds place {share.place} of the {share.taking} that go to {_way(share.arm)}."


def _way(arm: str) -> str:
    return "words" if arm == "lexical" else "meaning"


def _arm(arm: str) -> str:
    return {"lexical": "By words", "semantic": "By meaning"}.get(arm, "Together")
