"""The stems of one full-text table: to correct misspelt words by, and what a prefix begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from index.corpus import Corpus
from index.per_revision import PerRevision
from index.store.fts import FtsTable

_EDITS = ((8, 2), (4, 1))
"""From which length on how many edits are forgiven; a swapped pair counts as one."""
_LAST = "\U0010ffff"
"""Sorts behind every other character."""


class Stems:
    """The stems of a catalog with the number of tools each is in."""

    def __init__(self, rows: Sequence[tuple[str, int]]) -> None:
        self._tools = dict(rows)
        self._by_length: dict[int, list[str]] = defaultdict(list)
        for stem in self._tools:
            self._by_length[len(stem)].append(stem)

    def common(self, least: int) -> list[str]:
        """The stems that at least so many tools have, the most frequent first, then by alphabet."""
        found = [stem for stem, tools in self._tools.items() if tools >= least]
        return sorted(found, key=lambda stem: (-self._tools[stem], stem))

    def nearest(self, word: str, stem: str, most: int) -> tuple[str, ...]:
        """The stems fewest edits away from the word or its own stem, the most frequent first, then by alphabet."""
        from rapidfuzz import process  # only words that the catalog does not have need it
        from rapidfuzz.distance import OSA

        edits = next((allowed for length, allowed in _EDITS if len(word) >= length), 0)
        found: dict[str, int] = {}
        for form in dict.fromkeys((word, stem)):
            for length in range(max(3, len(form) - edits), len(form) + edits + 1) if edits else ():
                bucket = self._by_length.get(length, [])
                for other, distance, _ in process.extract_iter(form, bucket, scorer=OSA.distance, score_cutoff=edits):
                    if not any(map(str.isdigit, other)):
                        found[other] = min(int(distance), found.get(other, edits))
        least = min(found.values(), default=0)
        near = [other for other, distance in found.items() if distance == least]
        return tuple(sorted(near, key=lambda other: (-self._tools[other], other))[:most])


def stems_of(table: FtsTable) -> PerRevision[Stems]:
    """The stems of a table, read once for each state of the catalog."""

    def read(corpus: Corpus) -> Stems:
        name = _listed(table, corpus)
        return Stems(corpus.connection.execute(f"SELECT term, doc FROM {name} ORDER BY term").fetchall())

    return PerRevision(read)


def stems_beginning(table: FtsTable, corpus: Corpus, prefix: str, most: int) -> list[str]:
    """The first `most` stems of a table that begin so, by alphabet. Costs less than all stems."""
    rows = corpus.connection.execute(
        f"SELECT term FROM {_listed(table, corpus)} WHERE term >= ? AND term < ? ORDER BY term LIMIT ?",
        (prefix, prefix + _LAST, most),
    )
    return [row[0] for row in rows]


def _listed(table: FtsTable, corpus: Corpus) -> str:
    """The table of a full-text table's stems, made for the connection when it is first wanted."""
    name = f"temp.{table.name}_stems"
    corpus.connection.execute(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS {name} USING fts5vocab('main', '{table.name}', 'row')"
    )
    return name
