"""What a lexical engine's score is made of, word by word."""

from __future__ import annotations

import math
from dataclasses import dataclass

from index.ranking import Dropped


@dataclass(frozen=True, slots=True)
class FieldHits:
    """One query word in one field of the tool.

    `hits` is how often it stands there, `length` how many words the field has, both as the engine counts them. `weight`
    is what the engine multiplies the field by. Where an engine scores each field by itself, `part` is the field's share
    before the word's rarity (or after it, where `idf` is the field's own), `quality` how good the match is (1 exact),
    `how` and `matched` by which rule and which of the field's words.
    """

    field: str
    hits: int
    length: int
    weight: float = 1.0
    part: float | None = None
    df: int | None = None
    idf: float | None = None
    quality: float | None = None
    how: str = ""
    matched: str = ""


@dataclass(frozen=True, slots=True)
class WordShare:
    """One query word and what it adds to the tool's score. An engine may read a word in several ways: one share each.

    `origin` says which text it came from. `how` is "exact", "phrase", "prefix", "synonym", "corrected", or "unknown"
    where the engine can do nothing with it; `stands_for` are the words it was widened or corrected to. `tokens` are
    the stems the index stores. `df` counts the tools it hits, `idf` is its rarity (None where each field has its own).
    `weight` is what the engine multiplies the word by. `contribution` is in points of the score; for a tool that is
    no hit, what the word would add. `forms` are how the tool's own text spells it, where that differs.
    """

    word: str
    origin: str
    tokens: tuple[str, ...]
    df: int
    idf: float | None
    fields: tuple[FieldHits, ...]
    contribution: float
    how: str = "exact"
    stands_for: tuple[str, ...] = ()
    weight: float = 1.0
    forms: tuple[str, ...] = ()

    @property
    def hits(self) -> int:
        """How often it stands anywhere in the tool."""
        return sum(field.hits for field in self.fields)

    @property
    def is_found(self) -> bool:
        return self.hits > 0


@dataclass(frozen=True, slots=True)
class Factor:
    """Something the sum of the words is multiplied by, and why it has that value."""

    name: str
    value: float
    why: str


@dataclass(frozen=True, slots=True)
class LexicalExplanation:
    """A tool's lexical score: the sum of the words' contributions, times the factors, rounded to `decimals` if given.

    `score` and `rank` are those shown, None for a tool that is no hit. `tools` counts the catalog, `lengths` are the
    fields' words, `average_length` how many words the tools have on average, None where the engine does not ask.
    `method` says in a line how the engine scores; `every_word` that all words must match. With `exact` false the
    engine cannot be taken apart, and `words` only say what stands where.
    """

    engine: str
    rank: int | None
    score: float | None
    total: int
    input: str
    words: tuple[WordShare, ...]
    method: str
    tools: int = 0
    dropped: tuple[Dropped, ...] = ()
    factors: tuple[Factor, ...] = ()
    decimals: int | None = None
    lengths: tuple[tuple[str, int], ...] = ()
    average_length: float | None = None
    every_word: bool = False
    exact: bool = True
    notes: tuple[str, ...] = ()

    @property
    def sum(self) -> float:
        """Of the contributions, added in the engine's order."""
        return sum(share.contribution for share in self.words)

    @property
    def product(self) -> float:
        """The sum times the factors, rounded as the engine rounds: the score of a hit.

        The factors after the first are multiplied with each other before, as the only engine with factors does, so
        that a score on the edge of rounding comes out the same.
        """
        value = self.sum
        if self.factors:
            value = value * self.factors[0].value * math.prod(factor.value for factor in self.factors[1:])
        if self.decimals is None:
            return value
        scale = 10.0**self.decimals
        return math.floor(value * scale + 0.5) / scale

    @property
    def found(self) -> tuple[WordShare, ...]:
        """The words, and what they were widened to, that stand in the tool's text."""
        return tuple(share for share in self.words if share.is_found)

    @property
    def lacking(self) -> tuple[WordShare, ...]:
        """The words that do not, by nothing they were widened to either: each as it was typed."""
        known = {share.word for share in self.found}
        return tuple({share.word: share for share in reversed(self.words) if share.word not in known}.values())[::-1]

    @property
    def telling(self) -> tuple[WordShare, ...]:
        """Those worth a line: what is found, and of words not found the first reading."""
        lacking = {id(share) for share in self.lacking}
        return tuple(share for share in self.words if share.is_found or id(share) in lacking)
