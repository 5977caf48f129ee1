"""FTS4 ranked by sqlite-fts4's `rank_bm25`, taken apart by its `annotate_matchinfo`."""

from __future__ import annotations

import json
import math
import sqlite3
from typing import Any

import sqlite_fts4

from index.corpus import Corpus
from index.engines.fts4 import _SPECIAL, PORTER_FTS4, Fts4
from index.explain.cases import LexicalCase
from index.explain.lexical import FieldHits, LexicalExplanation, WordShare
from index.explain.origins import DESCRIPTION, KEYWORDS
from index.explain.registry import explains
from index.explain.tokens import fts4_tokens
from index.store.tools import count_tools

K, B = 1.2, 0.75
METHOD = "rank_bm25: each field adds rarity x hits x 2.2 / (hits + 1.2 x (0.25 + 0.75 x words / average words))"
_FIELDS = tuple(name for name, _ in PORTER_FTS4.columns)
_TABLE = PORTER_FTS4.name
_ANNOTATED = (
    f"SELECT annotate_matchinfo(matchinfo({_TABLE}, 'pcnalx'), 'pcnalx') "
    f"FROM {_TABLE} WHERE {_TABLE} MATCH ? AND +docid = ?"
)


@explains(Fts4)
def explain(engine: Fts4, case: LexicalCase) -> LexicalExplanation:
    """Every phrase of the query by field; a document frequency here belongs to a field, not to the whole tool."""
    terms = engine.terms(case.query)
    origin = KEYWORDS if terms.input == "keywords" else DESCRIPTION if engine._every_word else terms.input
    words: list[WordShare] = []
    lengths: tuple[int, ...] = ()
    for word in terms.words:
        match = f'"{_SPECIAL.sub(" ", word)}"'
        tokens = fts4_tokens("porter", match.strip('"'))
        row = _annotated(case.corpus, match, case.tool_id) if tokens else None
        df = _count(case.corpus, match) if tokens else 0
        if row is None:
            fields = tuple(FieldHits(name, 0, 0) for name in _FIELDS)
        else:
            fields = tuple(_field(row, number) for number in range(len(_FIELDS)))
            lengths = tuple(field.length for field in fields)
        how = "phrase" if len(tokens) > 1 else "exact" if tokens else "unknown"
        share = sum(field.part or 0.0 for field in fields)
        words.append(WordShare(word, origin, tokens, df, None, fields, share, how))
    return LexicalExplanation(
        case.ranking.engine,
        case.ranking.rank_of(case.tool_id),
        case.ranking.score_of(case.tool_id),
        case.ranking.total,
        case.ranking.input,
        tuple(words),
        METHOD,
        tools=count_tools(case.corpus.connection),
        dropped=terms.dropped,
        lengths=tuple(zip(_FIELDS, lengths, strict=False)),
        every_word=engine._every_word,
        notes=case.ranking.notes,
    )


def _annotated(corpus: Corpus, match: str, tool_id: int) -> dict[str, Any] | None:
    connection = corpus.connection
    try:
        row = connection.execute(_ANNOTATED, (match, tool_id)).fetchone()
    except sqlite3.OperationalError as error:
        if "no such function" not in str(error):
            raise
        sqlite_fts4.register_functions(connection)
        row = connection.execute(_ANNOTATED, (match, tool_id)).fetchone()
    return None if row is None else json.loads(row[0])


def _count(corpus: Corpus, match: str) -> int:
    sql = f"SELECT count(*) FROM {_TABLE} WHERE {_TABLE} MATCH ?"
    return int(corpus.connection.execute(sql, (match,)).fetchone()[0])


def _field(row: dict[str, Any], number: int) -> FieldHits:
    """One phrase's part in one field, as `rank_bm25` computes it: average lengths are whole numbers in FTS4."""
    found = row["x"]["value"][number]
    hits, df = found["hits_this_column_this_row"], found["docs_with_hits"]
    length, average = row["l"]["value"][number]["num_tokens"], row["a"]["value"][number]["average_num_tokens"]
    idf = max(math.log((row["n"]["value"] - df + 0.5) / (df + 0.5)), 0)
    below = hits + K * (1 - B + B * length / average if average else 0)
    part = idf * (hits * (K + 1) / below if below else 0)
    return FieldHits(_FIELDS[number], hits, length, part=part, df=df, idf=idf)
