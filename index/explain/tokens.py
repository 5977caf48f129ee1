"""The tokens SQLite's tokenizers make of a text: what a full-text table stores for a word."""

from __future__ import annotations

import sqlite3
import threading
from functools import lru_cache

_LOCK = threading.Lock()
_CONNECTIONS: dict[str, sqlite3.Connection] = {}


@lru_cache(16_384)
def fts5_tokens(tokenize: str, text: str) -> tuple[str, ...]:
    """Tokens in the order of the text, by an FTS5 tokenizer specification such as "porter"."""
    with _LOCK:
        connection = _scratch(
            f"5{tokenize}",
            f"CREATE VIRTUAL TABLE scratch USING fts5(text, tokenize='{tokenize}');"
            "CREATE VIRTUAL TABLE stored USING fts5vocab('scratch', 'instance')",
        )
        connection.execute("DELETE FROM scratch")
        connection.execute("INSERT INTO scratch VALUES (?)", (text,))
        return tuple(row[0] for row in connection.execute("SELECT term FROM stored ORDER BY offset"))


@lru_cache(16_384)
def fts4_tokens(tokenize: str, text: str) -> tuple[str, ...]:
    """Tokens in the order of the text, by an FTS3/4 tokenizer name such as "porter"."""
    with _LOCK:
        connection = _scratch(f"4{tokenize}", f"CREATE VIRTUAL TABLE scratch USING fts3tokenize({tokenize})")
        rows = connection.execute("SELECT token FROM scratch WHERE input = ? ORDER BY position", (text,))
        return tuple(row[0] for row in rows)


def _scratch(key: str, script: str) -> sqlite3.Connection:
    connection = _CONNECTIONS.get(key)
    if connection is None:
        connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        connection.executescript(script)
        _CONNECTIONS[key] = connection
    return connection
