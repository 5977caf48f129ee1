"""Queries to try, taken from the catalog: what a good description promises, said as a wish."""

from __future__ import annotations

import re

from index.store.tools import iter_descriptions
from index.visible import visible_line
from index.workspace import Workspace

HOW_MANY = 3
_LOOKED_AT, _LONGEST = 2_000, 400
"""How many tools, and how many characters of each."""
_NO_VERBS = frozenset({"a", "an", "the", "this", "these", "your", "tool", "tools", "if", "when", "for", "use", "uses"})
_SENTENCE = re.compile(r"[.!?\n:;(]|, ")


def examples_from(workspace: Workspace) -> tuple[str, ...]:
    """Up to three short wishes from different servers, the same for the same catalog."""
    by_server: dict[str, str] = {}
    for server, description in iter_descriptions(workspace.corpus().connection, _LOOKED_AT, _LONGEST):
        if server not in by_server and (wish := wish_from(description)):
            by_server[server] = wish
    wishes = list(dict.fromkeys(by_server.values()))
    step = max(1, len(wishes) // HOW_MANY)
    return tuple(wishes[::step][:HOW_MANY])


def wish_from(description: str) -> str:
    """The first clause of a description as an agent would ask it; "" when it does not make a short plain wish."""
    clause = visible_line(_SENTENCE.split(description.strip(), maxsplit=1)[0]).strip()
    words = clause.split()
    if not 3 <= len(words) <= 8 or not clause.isascii() or not words[0].isalpha() or words[0].lower() in _NO_VERBS:
        return ""
    return " ".join((_plain_verb(words[0].lower()), *words[1:]))


def _plain_verb(word: str) -> str:
    """`creates` as `create`, `searches` as `search`; other words as they are."""
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
