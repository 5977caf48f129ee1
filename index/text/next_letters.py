"""Which letter comes next, as far as the letters before tell: for work that is done ahead of somebody who types."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

LONGEST = 4
"""Letters that the next one is guessed from."""
_START = "\n"
"""Stands before the first letter of a text."""


class NextLetters:
    """A Markov chain over letters (C. E. Shannon, "Prediction and entropy of printed English", 1951).

    Args:
        likely: after which letters (`LONGEST` at most, "" among them) which others are likely, the likeliest first.

    """

    def __init__(self, likely: Mapping[str, str]) -> None:
        self._likely = likely

    @classmethod
    def read(cls, path: Path) -> NextLetters:
        """From a JSON object of such pairs. Raises OSError or ValueError for a file that is none."""
        return cls(json.loads(path.read_text("utf-8")))

    def after(self, text: str) -> str:
        """The likely letters after a text, the likeliest first."""
        known = (_START + text.lower())[-LONGEST:]
        while known not in self._likely:
            known = known[1:]
        return self._likely[known]


def learn(texts: Iterable[str], most: int, least: int) -> dict[str, str]:
    """What `NextLetters` takes: up to `most` letters each, and only what was met `least` times.

    What the same letters without the first of them tell as well is left out.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        line = _START + text.lower()
        for at in range(1, len(line)):
            for length in range(min(LONGEST, at) + 1):
                counts[line[at - length : at]][line[at]] += 1
    likely: dict[str, str] = {}
    chain = NextLetters(likely)
    for before in sorted(counts, key=lambda before: (len(before), before)):
        following = counts[before]
        if before and following.total() < least:
            continue
        letters = sorted(following, key=lambda letter: (-following[letter], letter))[:most]
        shorter = chain.after(before)[:most] if before else ""
        letters += [letter for letter in shorter if letter not in letters][: most - len(letters)]
        if "".join(letters) != shorter:
            likely[before] = "".join(letters)
    return likely
