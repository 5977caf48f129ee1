"""SQL functions that full-text columns may call. Pure and deterministic: the same text gives the same result."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable

from index.text.segments import segmented

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")

_WORD = re.compile(r"[^\W_]+")


def split_words(text: str) -> str:
    """Insert spaces where camelCase, acronyms (`HTTPServer`) and digits (`base64`) change, and for underscores."""
    return _CAMEL.sub(" ", text).replace("_", " ")


def parameter_words(parameters: str) -> str:
    """Names (split) and descriptions of the parameters, from the JSON kept in `tools.parameters`."""
    return " ".join(f"{split_words(row[0])} {split_words(row[1])}" for row in json.loads(parameters))


def search_words(text: str) -> str:
    """Words to search by: `GitHub` stands for "Git", "Hub" and "GitHub"; unspaced scripts are cut into pairs."""
    return segmented(_WORD.sub(_with_pieces, text.replace("_", " ")))


def _with_pieces(word: re.Match[str]) -> str:
    pieces = _CAMEL.sub(" ", word[0])
    return word[0] if pieces == word[0] else f"{pieces} {word[0]}"


def parameter_search_words(parameters: str) -> str:
    """Like `parameter_words`, with `search_words`."""
    return " ".join(f"{search_words(row[0])} {search_words(row[1])}" for row in json.loads(parameters))


FUNCTIONS: dict[str, tuple[int, Callable[..., str]]] = {
    "split_words": (1, split_words),
    "parameter_words": (1, parameter_words),
    "search_words": (1, search_words),
    "parameter_search_words": (1, parameter_search_words),
}


def add_functions(connection: sqlite3.Connection) -> None:
    """Make the functions known to one connection."""
    for name, (arity, function) in FUNCTIONS.items():
        connection.create_function(name, arity, function, deterministic=True)
