"""The per-word scorer as a plain scan of every tool: slow, and the standard the postings are held to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial

from index.engines.workbench_words import Words

Entry = tuple[str, str, str]
Tokens = tuple[str, list[str], list[str], list[str]]


def osa(first: str, second: str) -> int:
    """Optimal string alignment distance: insert, delete, replace, or swap two neighbours once."""
    rows = [[i + j if i * j == 0 else 0 for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            same = first[i - 1] == second[j - 1]
            best = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (not same))
            if i > 1 and j > 1 and first[i - 1] == second[j - 2] and first[i - 2] == second[j - 1]:
                best = min(best, rows[i - 2][j - 2] + 1)
            rows[i][j] = best
    return rows[-1][-1]


class Scan:
    """All tools, tokenised once; every query looks at each of them."""

    def __init__(self, words: Words, tools: Sequence[Entry]) -> None:
        tokens = words.tokens
        self.words = words
        self.tools = [(name, tokens(name), tokens(server), tokens(text)) for name, text, server in tools]
        self.counts = Counter(word for _, *fields in self.tools for field in fields for word in field)
        self.known = {*self.counts, *words.synonyms}
        self.average = sum(len(text) for *_, text in self.tools) / len(self.tools) or 1.0

    def search(self, query: str) -> list[tuple[str, float]]:
        """(name, score) of each tool hit, best first, ties by name."""
        stems = list(dict.fromkeys(self.words.tokens(query)))
        rows = []
        parts = []
        for forms in map(self._forms, stems):
            quality = cache(partial(self._quality, forms))
            parts.append([self._part(quality, tool) for tool in self.tools])
        for number, (name, name_words, _, _) in enumerate(self.tools):
            mine = [row[number] for row in parts]
            score = 0.0
            for row, (part, _) in zip(parts, mine, strict=True):
                hit = sum(1 for other, _ in row if other)
                score += part * math.log(1 + (len(self.tools) - hit + 0.5) / (hit + 0.5))
            if not score:
                continue
            covered = sum(1 for part, _ in mine if part) / len(stems)
            in_name = sum(1 for _, places in mine if places) / len(stems)
            matched = len(set().union(*(places for _, places in mine)))
            score *= (0.25 + 0.75 * covered**2) * (1 + in_name**2)
            score *= 0.8 + 0.2 * (matched / len(name_words) if name_words else 0)
            score *= 2 if query.strip().lower() == name.lower() else 1
            rows.append((name, math.floor(score * 100 + 0.5) / 100))
        return sorted(rows, key=lambda row: (-row[1], row[0]))

    def _forms(self, word: str) -> list[tuple[str, float]]:
        prefix = len(word) >= 3 and any(known.startswith(word) for known in self.known)
        edits = 2 if len(word) >= 8 else 1 if len(word) >= 4 else 0
        if word in self.known or prefix or not edits:
            return [(word, 1.0)]
        near = [(osa(word, known), -self.counts[known], known) for known in self.known]
        near = sorted(entry for entry in near if entry[0] <= edits)
        return [(known, 0.7) for distance, _, known in near if distance == near[0][0]][:2]

    def _quality(self, forms: list[tuple[str, float]], word: str) -> float:
        best = 0.0
        for form, factor in forms:
            if word == form:
                best = max(best, 1.0 * factor)
            elif word in self.words.synonyms.get(form, ()):
                best = max(best, 0.8 * factor)
            elif len(form) >= 3 and word.startswith(form):
                best = max(best, 0.7 * factor)
        return best

    def _part(
        self, quality: Callable[[str], float], tool: tuple[str, list[str], list[str], list[str]]
    ) -> tuple[float, set[int]]:
        _, name, server, text = tool
        in_name = [quality(word) for word in name]
        in_text = [quality(word) for word in text]
        part = 3 * max(in_name, default=0.0) + 2 * max((quality(word) for word in server), default=0.0)
        count = sum(1 for one in in_text if one)
        if count:
            damping = 1.2 * (0.25 + 0.75 * len(text) / self.average)
            part += max(in_text) * count * 2.2 / (count + damping)
        return part, {place for place, one in enumerate(in_name) if one}
