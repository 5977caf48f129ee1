"""What FTS5 knows of a term in one row: hits, lengths, document frequency, and its share of bm25."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from index.corpus import Corpus
from index.explain.lexical import FieldHits
from index.explain.tokens import fts5_tokens
from index.store.fts import FtsTable

K1, B = 1.2, 0.75
_LEAST_IDF = 1e-6
METHOD = "bm25: a word adds rarity x hits x 2.2 / (hits + 1.2 x (0.25 + 0.75 x words / average words))"


@dataclass(frozen=True, slots=True)
class Term:
    """A literal term: `text` as it is quoted, `prefix` when it stands for all words that begin so."""

    text: str
    prefix: bool = False

    @property
    def match(self) -> str:
        """The FTS5 expression."""
        return '"' + self.text.replace('"', '""') + '"' + ("*" if self.prefix else "")


@dataclass(frozen=True, slots=True)
class TermReading:
    """`share` is the term's part of the row's bm25, negated: higher is better. 0 where the row does not match."""

    tokens: tuple[str, ...]
    df: int
    idf: float
    fields: tuple[FieldHits, ...]
    share: float


class FullTextRow:
    """One row of an FTS5 table, taken apart.

    Args:
        corpus: the catalog; the table must be there.
        table: which table.
        row: the tool's id.
        weights: bm25's column weights.

    """

    def __init__(self, corpus: Corpus, table: FtsTable, row: int, weights: tuple[float, ...] = ()) -> None:
        self._connection = corpus.connection
        self._table = table
        self._row = row
        self._names = tuple(name for name, _ in table.columns)
        self._weights = weights or (1.0,) * len(self._names)
        self._vocabulary = f"temp.{table.name}_instances"
        self._connection.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {self._vocabulary} USING fts5vocab('main', '{table.name}', 'instance')"
        )
        self.lengths = self._lengths()
        self.tools, self.average_length = self._averages()

    def read(self, term: Term) -> TermReading:
        """Everything about one term. A term without tokens is in no tool."""
        tokens = fts5_tokens(self._table.tokenize, term.text)
        hits = self._hits(tokens, term.prefix)
        fields = tuple(
            FieldHits(name, hits.get(name, 0), length, weight)
            for name, length, weight in zip(self._names, self.lengths, self._weights, strict=True)
        )
        if not tokens:
            return TermReading((), 0, 0.0, fields, 0.0)
        name = self._table.name
        df = int(self._one(f"SELECT count(*) FROM {name} WHERE {name} MATCH ?", term.match) or 0)
        idf = max(_LEAST_IDF, math.log((self.tools - df + 0.5) / (df + 0.5)))
        return TermReading(tokens, df, idf, fields, self._share(term))

    def _share(self, term: Term) -> float:
        """bm25 of the one-term query for this row; summed over the terms it is bitwise FTS5's own (see FINDINGS)."""
        name, weights = self._table.name, ", ".join(map(str, self._weights))
        found = self._one(
            f"SELECT -bm25({name}, {weights}) FROM {name} WHERE {name} MATCH ? AND +rowid IN (?)", term.match, self._row
        )
        return float(found or 0.0)

    def _hits(self, tokens: tuple[str, ...], prefix: bool) -> dict[str, int]:
        """How often the phrase of these tokens stands in each column."""
        starts: set[tuple[str, int]] | None = None
        for number, token in enumerate(tokens):
            last = prefix and number == len(tokens) - 1
            places = {(column, offset - number) for column, offset in self._places(token, last)}
            starts = places if starts is None else starts & places
        counts: dict[str, int] = {}
        for column, _ in starts or ():
            counts[column] = counts.get(column, 0) + 1
        return counts

    def _places(self, token: str, prefix: bool) -> list[tuple[str, int]]:
        condition, values = "term = ?", [token]
        if prefix:
            condition, values = "term >= ? AND term < ?", [token, token + "\U0010ffff"]
        sql = f"SELECT col, offset FROM {self._vocabulary} WHERE {condition} AND doc = ?"
        return self._connection.execute(sql, (*values, self._row)).fetchall()

    def _lengths(self) -> tuple[int, ...]:
        """Tokens in each column of the row, from the table's own record of them."""
        blob = self._one(f"SELECT sz FROM {self._table.name}_docsize WHERE id = ?", self._row)
        lengths = _varints(blob) if isinstance(blob, bytes) else ()
        return (*lengths, *(0,) * len(self._names))[: len(self._names)]

    def _averages(self) -> tuple[int, float]:
        """Rows of the table, and tokens a row on average, from the table's record (id 1: rows, tokens by column)."""
        blob = self._one(f"SELECT block FROM {self._table.name}_data WHERE id = 1")
        rows, *tokens = _varints(blob) if isinstance(blob, bytes) and blob else (0,)
        return rows, sum(tokens) / rows if rows else 0.0

    def _one(self, sql: str, *values: object) -> Any:
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]


def _varints(blob: bytes) -> tuple[int, ...]:
    """SQLite's variable-length integers: 7 bits a byte, most significant first, all 8 bits of a ninth."""
    values: list[int] = []
    value = length = 0
    for byte in blob:
        length += 1
        if length == 9:
            value, length = value << 8 | byte, 0
        else:
            value = value << 7 | byte & 0x7F
            if byte & 0x80:
                continue
            length = 0
        values.append(value)
        value = 0
    return tuple(values)
