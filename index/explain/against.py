"""A tool's words against those of the first tool: which give more, which less, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from index.explain.explanation import Explanation, Winner
from index.explain.figures import by_word, points, total
from index.explain.lexical import LexicalExplanation, WordShare
from index.explain.wording import listed, plain, tools

_CLEARLY = 1.05
_MOST = 4


@dataclass(frozen=True, slots=True)
class WordContest:
    """Words by which the first tool gets clearly more (`behind`) or this one (`ahead`), the most telling first.

    `mine` and `theirs` are points by word, before factors.
    """

    winner: Winner
    own: LexicalExplanation
    other: LexicalExplanation
    mine: dict[str, float]
    theirs: dict[str, float]
    behind: tuple[str, ...]
    ahead: tuple[str, ...]


def contest(found: Explanation) -> WordContest | None:
    """None where there is no first tool to compare with, or an engine that does not say how it scores."""
    winner, own = found.winner, found.lexical
    if winner is None or winner.lexical is None or not isinstance(own, LexicalExplanation):
        return None
    if not (own.exact and winner.lexical.exact) or own.engine == "substring":
        return None
    mine, theirs = by_word(own), by_word(winner.lexical)
    by_gap = sorted(mine, key=lambda word: (-abs(theirs.get(word, 0.0) - mine[word]), word))
    return WordContest(
        winner,
        own,
        winner.lexical,
        mine,
        theirs,
        tuple(word for word in by_gap if theirs.get(word, 0.0) > mine[word] * _CLEARLY)[:_MOST],
        tuple(word for word in by_gap if mine[word] > theirs.get(word, 0.0) * _CLEARLY)[:_MOST],
    )


def against_winner(found: Explanation) -> Iterator[str]:
    """The points of both, the words on which one loses and wins, and what the first tool does better."""
    compared = contest(found)
    if compared is None or not compared.own.words:
        return
    name, own, other = plain(compared.winner.name), compared.own.product, compared.other.product
    place = " alone" if found.fusion.method != "alone" else ""
    verb = "more than" if own > other else "as many as" if own == other else "fewer than"
    yield f"By words{place} it has {points(own)} points, {verb} `{name}` with {points(other)}."
    if compared.behind:
        yield _gets(compared)
    if own < other:
        yield from _separates(compared)
    yield from _factors(compared)


def _gets(compared: WordContest) -> str:
    name = plain(compared.winner.name)
    text = f"For {listed(compared.behind)} it gets {_points(compared.behind, compared.mine)}"
    text += f", `{name}` {points(total(compared.behind, compared.theirs))}"
    if compared.ahead:
        mine, theirs = (points(total(compared.ahead, sums)) for sums in (compared.mine, compared.theirs))
        text += f"; for {listed(compared.ahead)} it gets more, {mine} against {theirs}"
    return f"{text}."


def _points(words: tuple[str, ...], sums: dict[str, float]) -> str:
    value = total(words, sums)
    return f"{points(value)} points" if value else "none"


def _separates(compared: WordContest) -> Iterator[str]:
    """The share by which the first tool gains most."""
    pairs = list(zip(compared.other.words, compared.own.words, strict=False))
    if not pairs:
        return
    their, mine = max(pairs, key=lambda pair: pair[0].contribution - pair[1].contribution)
    if their.contribution > mine.contribution:
        yield _difference(compared, their, mine)


def _difference(compared: WordContest, their: WordShare, mine: WordShare) -> str:
    first = f"`{their.word}` is the word that separates it from `{plain(compared.winner.name)}`"
    if not mine.is_found:
        return f"{first}, which says it: it is in {tools(their.df, compared.own.tools)}, but not in this one."
    their_words, own_words = (sum(n for _, n in one.lengths) for one in (compared.other, compared.own))
    if their.hits > mine.hits:
        return f"{first}: it stands there {their.hits} times, here {mine.hits}."
    names = [share.fields[0].hits if share.fields[0].field == "name" else 0 for share in (their, mine)]
    if names[0] > names[1]:
        return f"{first}: there it is in the name, which counts more."
    if own_words > their_words:
        return f"{first}: both say it, but it counts more there, among {their_words} words instead of {own_words}."
    return f"{first}: it adds {points(their.contribution)} there and {points(mine.contribution)} here."


def _factors(compared: WordContest) -> Iterator[str]:
    """What multiplies the points, where that is clearly more for the first tool."""
    for mine, theirs in zip(compared.own.factors, compared.other.factors, strict=False):
        if mine.name == theirs.name and theirs.value > mine.value * _CLEARLY:
            yield (
                f"Its points are multiplied by {mine.value:.2f} for {mine.name}, those of "
                f"`{plain(compared.winner.name)}` by {theirs.value:.2f}."
            )
