"""SQLite's own Porter stems: the same as the full-text tables hold."""

from __future__ import annotations

import sqlite3
import threading
from functools import lru_cache

_lock = threading.Lock()
_scratch: list[sqlite3.Connection] = []


@lru_cache(16_384)
def porter_stem(word: str) -> str:
    """The stem of one lower-case word; what the tokenizer makes no single token of stays itself."""
    with _lock:
        if not _scratch:
            connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
            connection.executescript(
                "CREATE VIRTUAL TABLE text USING fts5(word, tokenize='porter unicode61 remove_diacritics 2');"
                "CREATE VIRTUAL TABLE stems USING fts5vocab('text', 'instance');"
            )
            _scratch.append(connection)
        connection = _scratch[0]
        connection.execute("DELETE FROM text")
        connection.execute("INSERT INTO text VALUES (?)", (word.replace("\0", " "),))
        rows = connection.execute("SELECT term FROM stems").fetchall()
    return str(rows[0][0]) if len(rows) == 1 else word
